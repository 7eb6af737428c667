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
	operation  string
	batches    int
	seconds    float64
	minBatchNs int64
	threads    int
	samples    int
	generator  generator
	// output is the path to which outputs go after the clock has stopped; "" where none do.
	output string
}

func (s *session[R]) measure(r request, warm bool) (any, error) {
	p, err := readPlan(r, warm)
	if err != nil {
		return nil, err
	}
	start := wallNow()
	workers, err := s.loaded.workers(p)
	if err != nil {
		return nil, err
	}
	key := passKey{p.operation, p.threads}
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
func (s *session[R]) once(r request) (any, error) {
	p := plan{threads: 1}
	if err := p.readSamples(r); err != nil {
		return nil, err
	}
	workers, err := s.loaded.workers(p)
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

func readPlan(r request, warm bool) (p plan, err error) {
	if warm {
		p.seconds, err = r.seconds("seconds")
	} else {
		var batches int64
		batches, err = r.number("batches", 1)
		p.batches = int(batches)
	}
	if err != nil {
		return p, err
	}
	if p.minBatchNs, err = r.number("min_batch_ns", 0); err != nil {
		return p, err
	}
	threads, err := r.number("threads", 1)
	if err != nil {
		return p, err
	}
	if threads > mostThreads {
		return p, Unsupported("threads: at most %d", mostThreads)
	}
	p.threads = int(threads)
	err = p.readSamples(r)
	return p, err
}

// readSamples reads what all requests for batches have.
func (p *plan) readSamples(r request) (err error) {
	if p.operation, err = r.text("operation"); err != nil {
		return err
	}
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
	switch p.operation {
	case "write":
		p.output, err = r.text("output")
	case "encode", "encode-into":
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
func (l *loaded[R]) workers(p plan) ([]work, error) {
	if len(l.records) == 0 {
		return nil, badInput("an empty record set cannot be measured")
	}
	if err := l.needAdapters(p.threads); err != nil {
		return nil, err
	}
	if err := l.needContainers(p.threads); err != nil {
		return nil, err
	}
	workers := make([]work, p.threads)
	for thread := range workers {
		workers[thread] = l.work(p.operation, thread)
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
