package kit

import (
	"fmt"
	"os"
)

// batch is what came of one: its passes, what they took, and the sampled outputs with their digest.
type batch struct {
	passes int
	took   span
	// digest is nil for a container file.
	digest any
	proofs [][]byte
}

// batch does so many passes, each worker in a thread of its own, and looks at the samples after the clock has stopped.
func (p *plan) batch(workers []work, passes int) (made batch, err error) {
	samples := p.draw(passes, workers[0].items())
	for _, worker := range workers {
		worker.reserve(len(samples))
	}
	made.passes = passes
	if made.took, err = runThreads(workers, passes, samples); err != nil {
		return made, err
	}
	made.digest, made.proofs, err = p.digest(workers)
	return made, err
}

func (p *plan) draw(passes, items int) []sample {
	if p.gives == containerFile {
		return p.generator.onePass(passes)
	}
	return p.generator.samples(p.samples, passes, items)
}

// digest is that of thread 0's samples, or the first that differs from it, with the outputs that it is of.
func (p *plan) digest(workers []work) (digest any, outputs [][]byte, err error) {
	var first uint64
	for number, worker := range workers {
		proofs, err := worker.proofs()
		if err != nil {
			return nil, nil, err
		}
		if p.gives == containerFile {
			return nil, proofs, nil
		}
		each := make([]uint64, len(proofs))
		for i, proof := range proofs {
			each[i] = fnv1a(proof)
		}
		own := combine(each)
		if number == 0 {
			first, outputs = own, proofs
		} else if own != first {
			first, outputs = own, proofs
			break
		}
	}
	return fmt.Sprintf("%016x", first), outputs, nil
}

// content is the batch as the contract has it, for so many operations in a pass of all threads.
func (b batch) content(operations int) map[string]any {
	return map[string]any{
		"passes":          b.passes,
		"records":         b.passes * operations,
		"wall_ns":         b.took.wallNs,
		"cpu_ns":          b.took.cpuNs,
		"digest":          b.digest,
		"allocated_bytes": b.took.allocated,
		"gc_ns":           b.took.gcNs,
	}
}

// collect adds a batch's outputs to the content of the request's output file: of container files only the last batch's
// is kept, of records every one as a frame, because a map's entries come in another order every time.
func (p *plan) collect(content []byte, made batch) []byte {
	if p.output == "" {
		return nil
	}
	if p.gives == containerFile {
		content = nil
	}
	for _, proof := range made.proofs {
		content = laid[p.gives](content, proof)
	}
	return content
}

// writeOutputs writes the output file, where the request names one.
func (p *plan) writeOutputs(content []byte) error {
	if p.output == "" {
		return nil
	}
	if err := os.WriteFile(p.output, content, 0o644); err != nil {
		return badInput("output: %w", err)
	}
	return nil
}
