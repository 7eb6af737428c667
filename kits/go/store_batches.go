package kit

import (
	"math/rand/v2"
	"slices"
)

// batches is what the step of this name asks for.
type batches struct {
	size, buffer, epochs int
	shuffle              string
	seed                 uint64
}

func batchesOf(r request) (asked batches, err error) {
	for _, one := range []struct {
		key   string
		place *int
	}{{"size", &asked.size}, {"buffer", &asked.buffer}, {"epochs", &asked.epochs}} {
		number, err := r.number(one.key, 1)
		if err != nil {
			return asked, err
		}
		*one.place = int(number)
	}
	seed, err := r.number("seed", 0)
	if err != nil {
		return asked, err
	}
	asked.seed = uint64(seed)
	if asked.shuffle, err = r.text("shuffle"); err == nil && !slices.Contains([]string{"none", "full", "buffer"}, asked.shuffle) {
		err = badInput("shuffle: there is none called %q", asked.shuffle)
	}
	return asked, err
}

// epoch hands over all documents once, in lists of the size that is asked for.
func (s *storeSteps) epoch(asked batches, random *rand.Rand, h *handing) error {
	if asked.shuffle == "full" {
		return s.byKeys(asked, random, h)
	}
	lists := &lists{size: asked.size, handing: h}
	each := func(document any) error { lists.push(document); return nil }
	var held *shuffled
	if asked.shuffle == "buffer" {
		held = &shuffled{size: asked.buffer, random: random, to: lists}
		each = func(document any) error { held.push(document); return nil }
	}
	if err := s.store.Scan(each); err != nil {
		return err
	}
	if held != nil {
		held.end()
	}
	lists.end()
	return nil
}

// byKeys asks for the documents in a new random order of their keys.
func (s *storeSteps) byKeys(asked batches, random *rand.Rand, h *handing) error {
	keys := make([]string, len(s.pairs))
	for number, pair := range s.pairs {
		keys[number] = pair.Key
	}
	random.Shuffle(len(keys), func(a, b int) { keys[a], keys[b] = keys[b], keys[a] })
	for _, some := range Chunks(keys, asked.size) {
		batch, err := s.many(some)
		if err != nil {
			return err
		}
		for _, document := range batch {
			h.take(document)
		}
	}
	return nil
}

func (s *storeSteps) many(keys []string) ([]any, error) {
	if able, ok := s.store.(ManyStore); ok {
		return able.GetMany(keys)
	}
	batch := make([]any, len(keys))
	for number, key := range keys {
		document, err := s.store.Get(key)
		if err != nil {
			return nil, err
		}
		batch[number] = document
	}
	return batch, nil
}

// lists puts documents together to lists, each a fresh one, and hands over what is in them.
type lists struct {
	size    int
	list    []any
	handing *handing
}

func (l *lists) push(document any) {
	if l.list == nil {
		l.list = make([]any, 0, l.size)
	}
	if l.list = append(l.list, document); len(l.list) == l.size {
		l.end()
	}
}

func (l *lists) end() {
	for _, document := range l.list {
		l.handing.take(document)
	}
	l.list = nil
}

// shuffled is a shuffle buffer: each document takes the place of a random one of those held, which goes out.
type shuffled struct {
	size   int
	held   []any
	random *rand.Rand
	to     *lists
}

func (s *shuffled) push(document any) {
	if len(s.held) < s.size {
		s.held = append(s.held, document)
		return
	}
	place := s.random.IntN(s.size)
	s.to.push(s.held[place])
	s.held[place] = document
}

func (s *shuffled) end() {
	s.random.Shuffle(len(s.held), func(a, b int) { s.held[a], s.held[b] = s.held[b], s.held[a] })
	for _, document := range s.held {
		s.to.push(document)
	}
}
