package kit

import "os"

// prove does the operation once for every record and writes what it made. All outputs are held before the first is
// written, so a library that hands over the same memory again is seen.
func (s *session[R]) prove(r request, o operation[R]) (any, error) {
	path, err := r.text("output")
	if err != nil {
		return nil, err
	}
	w := o.work(s.loaded, s.loaded.threads[0])
	w.reserve(w.items())
	every := make([]sample, w.items())
	for index := range every {
		every[index].index = index
	}
	if err := runPasses(w, 1, every); err != nil {
		return nil, err
	}
	proofs, err := w.proofs()
	if err != nil {
		return nil, err
	}
	var content []byte
	for _, proof := range proofs {
		content = laid[o.gives](content, proof)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return nil, badInput("output: %w", err)
	}
	return map[string]any{"count": len(s.loaded.records)}, nil
}
