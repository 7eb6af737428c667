package kit

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"assay/kit/plain"
)

// storeSteps are the documents that were loaded, the store, and what is done with both.
type storeSteps struct {
	schema  *plain.Schema
	setting StoreSetting
	key     string
	pairs   []Pair
	store   Store
	open    bool
}

// storeOperation is a step of a store that is open. do gets its name, which is that of its time, too, unless it has
// several parts.
type storeOperation struct {
	name string
	do   func(s *storeSteps, name string, r request) (any, error)
}

// storeOperations are those of every store: a row makes one.
var storeOperations = []storeOperation{
	{"put", (*storeSteps).put},
	{"scan", (*storeSteps).scan},
	{"get", (*storeSteps).get},
	{"filter", (*storeSteps).filter},
	{"project", (*storeSteps).project},
	{"update", (*storeSteps).update},
	{"delete", (*storeSteps).delete},
	{"batches", (*storeSteps).batches},
}

func (s *storeSteps) step(r request) (any, error) {
	name, err := r.text("step")
	if err != nil {
		return nil, err
	}
	if name == "open" {
		return s.opened(r)
	}
	at := slices.IndexFunc(storeOperations, func(o storeOperation) bool { return o.name == name })
	if at < 0 && name != "close" {
		return nil, Unsupported("step: there is none called %q", name)
	}
	if !s.open {
		return nil, badInput("%s: the store is not open", name)
	}
	if name == "close" {
		return s.closed()
	}
	return storeOperations[at].do(s, name, r)
}

func (s *storeSteps) opened(r request) (any, error) {
	folder, err := r.text("folder")
	if err != nil {
		return nil, err
	}
	create, err := r.flag("create")
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, badInput("folder: %s is not a folder", folder)
	}
	ns, err := timed(func() error { return s.store.Open(folder, create) })
	s.open = err == nil
	return step(0, "open", ns), err
}

func (s *storeSteps) closed() (any, error) {
	ns, err := timed(s.store.Close)
	s.open = false
	return step(0, "close", ns), err
}

func (s *storeSteps) put(string, request) (any, error) {
	return s.written(len(s.pairs), func() error { return s.store.Put(s.pairs) })
}

func (s *storeSteps) update(_ string, r request) (any, error) {
	pairs, err := pairsOf(r, s.setting, s.key)
	if err != nil {
		return nil, err
	}
	return s.written(len(pairs), func() error { return s.store.Put(pairs) })
}

func (s *storeSteps) delete(_ string, r request) (any, error) {
	keys, err := keyLines(r)
	if err != nil {
		return nil, err
	}
	return s.written(len(keys), func() error { return s.store.Delete(keys) })
}

// written stops the clock twice: when all is written, and when it is flushed.
func (s *storeSteps) written(count int, write func() error) (any, error) {
	writeNs, err := timed(write)
	if err != nil {
		return nil, err
	}
	flushNs, err := timed(s.store.Flush)
	return map[string]any{"ns": map[string]int64{"write": writeNs, "flush": flushNs}, "count": count}, err
}

func (s *storeSteps) scan(name string, r request) (any, error) {
	return s.read(r, name, len(s.pairs), s.line, func(h *handing) error {
		return s.store.Scan(func(document any) error { h.take(document); return nil })
	})
}

func (s *storeSteps) get(_ string, r request) (any, error) {
	keys, err := keyLines(r)
	if err != nil {
		return nil, err
	}
	return s.read(r, "lookup", len(keys), s.line, func(h *handing) error {
		for _, key := range keys {
			document, err := s.store.Get(key)
			if err != nil {
				return err
			}
			if h.take(document); document == nil {
				h.absent++
			}
		}
		return nil
	})
}

func (s *storeSteps) filter(name string, r request) (any, error) {
	field, err := r.text("field")
	if err != nil {
		return nil, err
	}
	minimum, err := r.real("least")
	if err != nil {
		return nil, err
	}
	maximum, err := r.real("most")
	if err != nil {
		return nil, err
	}
	return s.read(r, name, 0, s.line, func(h *handing) error {
		return s.store.Scan(func(document any) error {
			values, err := s.values(document)
			if err != nil {
				return err
			}
			if number, ok := values[field].(float64); ok && minimum <= number && number <= maximum {
				h.take(document)
			}
			return nil
		})
	})
}

func (s *storeSteps) project(name string, r request) (any, error) {
	names, err := r.texts("fields")
	if err != nil {
		return nil, err
	}
	projection := &plain.Schema{Type: "record", Kind: plain.KindRecord, Name: "Projection"}
	for _, wanted := range names {
		for _, field := range s.schema.Fields {
			if field.Name == wanted {
				projection.Fields = append(projection.Fields, field)
			}
		}
	}
	line := func(file []byte, document any) ([]byte, error) { return canonicalLine(file, projection, document) }
	return s.read(r, name, len(s.pairs), line, func(h *handing) error {
		return s.store.Scan(func(document any) error {
			values, err := s.values(document)
			if err != nil {
				return err
			}
			projected := make(map[string]any, len(names))
			for _, wanted := range names {
				projected[wanted] = values[wanted]
			}
			h.take(projected)
			return nil
		})
	})
}

func (s *storeSteps) batches(name string, r request) (any, error) {
	asked, err := batchesOf(r)
	if err != nil {
		return nil, err
	}
	// Another stream than that of the samples, which is drawn from the seed itself.
	random := rand.New(rand.NewPCG(asked.seed, 1))
	return s.read(r, name, len(s.pairs)*asked.epochs, s.line, func(h *handing) error {
		for range asked.epochs {
			if err := s.epoch(asked, random, h); err != nil {
				return err
			}
		}
		return nil
	})
}

// values are the fields of a document, which is parsed where it is raw.
func (s *storeSteps) values(document any) (map[string]any, error) {
	if text, raw := document.([]byte); raw {
		return parsed(text)
	}
	return document.(map[string]any), nil
}

// line appends a document as it goes into an output file: a frame where it is raw, else a canonical line.
func (s *storeSteps) line(file []byte, document any) ([]byte, error) {
	if s.setting.Raw {
		text, _ := document.([]byte)
		return appendFrame(file, text), nil
	}
	if document == nil {
		return append(file, "null\n"...), nil
	}
	return canonicalLine(file, s.schema, document)
}

func canonicalLine(file []byte, schema *plain.Schema, document any) ([]byte, error) {
	value, err := plainDocument(schema, document)
	if err != nil {
		return nil, err
	}
	file, err = plain.Append(file, schema, value)
	return append(file, '\n'), err
}

// read times what hands over documents, and writes those that were kept when the clock has stopped.
func (s *storeSteps) read(
	r request, part string, most int,
	line func(file []byte, document any) ([]byte, error), work func(h *handing) error,
) (any, error) {
	output, err := r.text("output")
	if err != nil {
		return nil, err
	}
	h, err := handingOf(r, most)
	if err != nil {
		return nil, err
	}
	ns, err := timed(func() error { return work(h) })
	if err != nil {
		return nil, err
	}
	var file []byte
	for _, document := range h.kept {
		if file, err = line(file, document); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(output, file, 0o644); err != nil {
		return nil, badInput("output: %w", err)
	}
	return step(h.count-h.absent, part, ns), nil
}

func step(count int, part string, ns int64) map[string]any {
	return map[string]any{"ns": map[string]int64{part: ns}, "count": count}
}

func timed(work func() error) (int64, error) {
	start := wallNow()
	err := work()
	return wallNow() - start, err
}

func keyLines(r request) ([]string, error) {
	path, err := r.text("keys")
	if err != nil {
		return nil, err
	}
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	return lines[:len(lines)-1], nil
}
