package kit

import (
	"fmt"
	"math"
	"runtime"
	"sync"
)

// mostThreads keeps a slip of a request from taking the machine down.
const mostThreads = 256

// plan is what `warm` and `measure` ask for: batches, or seconds where batches is 0.
type plan struct {
	gives      matter
	batches    int
	seconds    float64
	minBatchNs int64
	threads    int
	samples    int
	generator  generator
	// output is the path to which outputs go after the clock has stopped; "" where none do.
	output string
}

func (s *session[R]) warm(r request, o operation[R]) (any, error) {
	p := plan{gives: o.gives}
	var err error
	if p.seconds, err = r.seconds("seconds"); err != nil {
		return nil, err
	}
	return s.batches(r, o, p)
}

func (s *session[R]) measure(r request, o operation[R]) (any, error) {
	batches, err := r.number("batches", 1)
	if err != nil {
		return nil, err
	}
	return s.batches(r, o, plan{gives: o.gives, batches: int(batches)})
}

func (s *session[R]) batches(r request, o operation[R], p plan) (any, error) {
	if err := p.read(r); err != nil {
		return nil, err
	}
	start := wallNow()
	workers, err := s.loaded.workers(o, p.threads)
	if err != nil {
		return nil, err
	}
	key := passKey{o.name, p.threads}
	if s.loaded.passNs[key] == 0 {
		took, err := runThreads(workers, 1, nil)
		if err != nil {
			return nil, err
		}
		s.loaded.passNs[key] = float64(took.wallNs)
	}
	goal := float64(max(p.minBatchNs, 100*timerNs()))
	batches := []any{}
	var outputs []byte
	for !p.done(len(batches), start) {
		passes := int(max(1, math.Ceil(goal/s.loaded.passNs[key])))
		made, err := p.batch(workers, passes)
		if err != nil {
			return nil, err
		}
		s.loaded.passNs[key] = max(1, float64(made.took.wallNs)/float64(passes))
		batches = append(batches, made.content(len(s.loaded.records)*p.threads))
		outputs = p.collect(outputs, made)
	}
	return map[string]any{"batches": batches, "timer_ns": timerNs()}, p.writeOutputs(outputs)
}

// once does a single pass with nothing before it.
func (s *session[R]) once(r request, o operation[R]) (any, error) {
	p := plan{gives: o.gives, threads: 1}
	if err := p.readSamples(r); err != nil {
		return nil, err
	}
	workers, err := s.loaded.workers(o, p.threads)
	if err != nil {
		return nil, err
	}
	made, err := p.batch(workers, 1)
	if err != nil {
		return nil, err
	}
	content := map[string]any{"batch": made.content(len(s.loaded.records))}
	return content, p.writeOutputs(p.collect(nil, made))
}

// read reads what warm and measure have.
func (p *plan) read(r request) (err error) {
	if p.minBatchNs, err = r.number("min_batch_ns", 0); err != nil {
		return err
	}
	threads, err := r.number("threads", 1)
	if err != nil {
		return err
	}
	if threads > mostThreads {
		return Unsupported("threads: at most %d", mostThreads)
	}
	p.threads = int(threads)
	return p.readSamples(r)
}

// readSamples reads what all requests for batches have.
func (p *plan) readSamples(r request) (err error) {
	seed, err := r.number("seed", 0)
	if err != nil {
		return err
	}
	p.generator = generator(seed)
	samples, err := r.number("samples", 0)
	if err != nil {
		return err
	}
	p.samples = int(samples)
	switch p.gives {
	case containerFile:
		p.output, err = r.text("output")
	case encodedRecords:
		p.output, err = r.textIfAny("output")
	}
	return err
}

func (p *plan) done(batches int, start int64) bool {
	if p.batches > 0 {
		return batches >= p.batches
	}
	return batches > 0 && float64(wallNow()-start) >= p.seconds*1e9
}

// workers makes the work of every thread.
func (l *loaded[R]) workers(o operation[R], threads int) ([]work, error) {
	if len(l.records) == 0 {
		return nil, badInput("an empty record set cannot be measured")
	}
	if err := l.needThreads(threads); err != nil {
		return nil, err
	}
	workers := make([]work, threads)
	for number := range workers {
		workers[number] = o.work(l, l.threads[number])
	}
	return workers, nil
}

// runThreads does the passes of a batch, each worker in a thread of its own, all started together.
func runThreads(workers []work, passes int, samples []sample) (span, error) {
	if len(workers) == 1 {
		return measured(func() error { return runPasses(workers[0], passes, samples) })
	}
	failures := make([]error, len(workers))
	gate := make(chan struct{})
	var ready, done sync.WaitGroup
	for number, worker := range workers {
		ready.Add(1)
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			defer func() {
				if panicked := recover(); panicked != nil {
					failures[number] = fmt.Errorf("panic: %v", panicked)
				}
			}()
			ready.Done()
			<-gate
			failures[number] = runPasses(worker, passes, samples)
		})
	}
	ready.Wait()
	took, _ := measured(func() error {
		close(gate)
		done.Wait()
		return nil
	})
	for _, err := range failures {
		if err != nil {
			return took, err
		}
	}
	return took, nil
}
