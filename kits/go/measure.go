package kit

import (
	"fmt"
	"math"
	"os"
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
	output     string
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
	for !p.done(len(batches), start) {
		passes := int(max(1, math.Ceil(goal/s.loaded.passNs[key])))
		samples := p.draw(passes, workers[0].items())
		for _, worker := range workers {
			worker.reserve(len(samples))
		}
		took, err := runThreads(workers, passes, samples)
		if err != nil {
			return nil, err
		}
		s.loaded.passNs[key] = max(1, float64(took.wallNs)/float64(passes))
		digest, err := p.digest(workers)
		if err != nil {
			return nil, err
		}
		batches = append(batches, map[string]any{
			"passes":          passes,
			"records":         passes * len(s.loaded.records) * p.threads,
			"wall_ns":         took.wallNs,
			"cpu_ns":          took.cpuNs,
			"digest":          digest,
			"allocated_bytes": took.allocated,
			"gc_ns":           took.gcNs,
		})
	}
	if p.output != "" {
		if err := writeLast(workers[0], p.output); err != nil {
			return nil, err
		}
	}
	return map[string]any{"batches": batches, "timer_ns": timerNs()}, nil
}

func readPlan(r request, warm bool) (p plan, err error) {
	if p.operation, err = r.text("operation"); err != nil {
		return p, err
	}
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
	seed, err := r.number("seed", 0)
	if err != nil {
		return p, err
	}
	p.generator = generator(seed)
	samples, err := r.number("samples", 0)
	if err != nil {
		return p, err
	}
	p.samples = int(samples)
	if p.operation == "write" {
		p.output, err = r.text("output")
	}
	return p, err
}

func (p *plan) done(batches int, start int64) bool {
	if p.batches > 0 {
		return batches >= p.batches
	}
	return batches > 0 && float64(wallNow()-start) >= p.seconds*1e9
}

func (p *plan) draw(passes, items int) []sample {
	if p.operation == "write" {
		return p.generator.onePass(passes)
	}
	return p.generator.samples(p.samples, passes, items)
}

// digest is that of thread 0's samples, or the first that differs from it; nil for write.
func (p *plan) digest(workers []work) (any, error) {
	if p.operation == "write" {
		return nil, nil
	}
	var first uint64
	for number, worker := range workers {
		proofs, err := worker.proofs()
		if err != nil {
			return nil, err
		}
		each := make([]uint64, len(proofs))
		for i, proof := range proofs {
			each[i] = fnv1a(proof)
		}
		digest := combine(each)
		if number == 0 {
			first = digest
		} else if digest != first {
			first = digest
			break
		}
	}
	return fmt.Sprintf("%016x", first), nil
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

// writeLast writes the container file that was kept of the last batch.
func writeLast(worker work, path string) error {
	proofs, err := worker.proofs()
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, proofs[len(proofs)-1], 0o644); err != nil {
		return badInput("output: %w", err)
	}
	return nil
}
