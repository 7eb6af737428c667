package kit

import "slices"

// handing keeps the documents that the lab has drawn, by their positions, and counts all. No other is held on to.
type handing struct {
	// positions are those that are still to come, sorted; all says that every document is kept.
	positions []int
	all       bool
	kept      []any
	count     int
	// absent are those of the counted that were no document.
	absent int
}

// handingOf keeps the samples that the request asks for, of so many documents.
func handingOf(r request, most int) (*handing, error) {
	if r["samples"] == nil {
		return &handing{all: true}, nil
	}
	samples, err := r.number("samples", 0)
	if err != nil {
		return nil, err
	}
	seed, err := r.number("seed", 0)
	if err != nil || most == 0 {
		return &handing{}, err
	}
	draws := generator(seed)
	positions := make([]int, samples)
	for number := range positions {
		positions[number] = int(draws.draw() % uint64(most))
	}
	slices.Sort(positions)
	return &handing{positions: slices.Compact(positions)}, nil
}

func (h *handing) take(document any) {
	switch {
	case h.all:
		h.kept = append(h.kept, document)
	case len(h.positions) > 0 && h.positions[0] == h.count:
		h.kept, h.positions = append(h.kept, document), h.positions[1:]
	}
	h.count++
}
