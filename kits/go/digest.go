package kit

import (
	"cmp"
	"slices"
)

const (
	fnvBasis = 0xcbf29ce484222325
	fnvPrime = 0x100000001b3
)

func fnv1a(data []byte) uint64 {
	hash := uint64(fnvBasis)
	for _, each := range data {
		hash = (hash ^ uint64(each)) * fnvPrime
	}
	return hash
}

// combine is the digest of a batch: FNV-1a over the outputs' digests, each as eight bytes, most significant first.
func combine(digests []uint64) uint64 {
	hash := uint64(fnvBasis)
	for _, digest := range digests {
		for shift := 56; shift >= 0; shift -= 8 {
			hash = (hash ^ digest>>shift&0xff) * fnvPrime
		}
	}
	return hash
}

// sample is one output of a batch: its pass and its record.
type sample struct {
	pass, index int
}

// generator is splitmix64, by which the samples are drawn.
type generator uint64

func (g *generator) draw() uint64 {
	*g += 0x9E3779B97F4A7C15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// samples draws those of a batch: sorted by pass, then index, without repeats.
func (g *generator) samples(wanted, passes, count int) []sample {
	drawn := make([]sample, wanted)
	for number := range drawn {
		pass := int(g.draw() % uint64(passes))
		drawn[number] = sample{pass, int(g.draw() % uint64(count))}
	}
	slices.SortFunc(drawn, func(a, b sample) int {
		return cmp.Or(cmp.Compare(a.pass, b.pass), cmp.Compare(a.index, b.index))
	})
	return slices.Compact(drawn)
}

// onePass draws the pass whose container file is kept.
func (g *generator) onePass(passes int) []sample {
	return []sample{{int(g.draw() % uint64(passes)), 0}}
}
