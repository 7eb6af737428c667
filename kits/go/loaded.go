package kit

import (
	"bytes"
	"fmt"
	"os"
	"reflect"

	"assay/kit/plain"
)

// loaded is a workload as the contestant holds it: made by load, given new content by swap.
type loaded[R any] struct {
	library  Library[R]
	schema   Schema
	settings *Settings
	// adapters and containers: one for each measuring thread so far, at least one adapter.
	adapters []Adapter[R]
	// buffers are where encode-into appends, one for each adapter.
	buffers    []*Buffer
	containers []Container[R]
	records    []R
	encoded    [][]byte
	// file is the container file that is read; nil where there is none.
	file    []byte
	passNs  map[passKey]float64
	setupNs int64
}

// passKey is what the time of a pass depends on.
type passKey struct {
	operation string
	threads   int
}

// recordFiles are those of a load or swap; encoded and container are "" where there are none.
type recordFiles struct {
	records, encoded, container string
	count                       int
}

func load[R any](library Library[R], schema Schema, from recordFiles, settings *Settings) (*loaded[R], error) {
	if library.NewContainer == nil {
		settings = nil
	}
	l := &loaded[R]{
		library:  library,
		schema:   schema,
		settings: settings,
		passNs:   map[passKey]float64{},
	}
	start := wallNow()
	if err := l.needAdapters(1); err != nil {
		return nil, err
	}
	l.setupNs = wallNow() - start
	if err := l.needContainers(1); err != nil {
		return nil, err
	}
	var err error
	l.records, l.encoded, l.file, err = l.read(from)
	return l, err
}

// needAdapters sees to it that there are adapters for so many threads.
func (l *loaded[R]) needAdapters(threads int) error {
	for len(l.adapters) < threads {
		adapter, err := l.library.New(l.schema)
		if err != nil {
			return err
		}
		l.adapters = append(l.adapters, adapter)
		l.buffers = append(l.buffers, new(Buffer))
	}
	return nil
}

// needContainers does the same for container files, where there are settings of them.
func (l *loaded[R]) needContainers(threads int) error {
	for l.settings != nil && len(l.containers) < threads {
		container, err := l.library.NewContainer(l.schema, *l.settings)
		if err != nil {
			return err
		}
		l.containers = append(l.containers, container)
	}
	return nil
}

// swap puts other records in the places of these. On an error nothing has changed.
func (l *loaded[R]) swap(from recordFiles) error {
	if from.count != len(l.records) {
		return badInput("count: %d where %d records are loaded", from.count, len(l.records))
	}
	records, encoded, file, err := l.read(from)
	if err != nil {
		return err
	}
	for number := range records {
		assign(&l.records[number], records[number])
		assign(&l.encoded[number], encoded[number])
	}
	assign(&l.file, file)
	return nil
}

func (l *loaded[R]) read(from recordFiles) (records []R, encoded [][]byte, file []byte, err error) {
	if records, err = l.readRecords(from); err != nil {
		return nil, nil, nil, err
	}
	if encoded, err = l.readEncoded(from, records); err != nil {
		return nil, nil, nil, err
	}
	if from.container != "" && l.settings != nil {
		file, err = readFile(from.container)
	}
	return records, encoded, file, err
}

func (l *loaded[R]) readRecords(from recordFiles) ([]R, error) {
	text, err := readFile(from.records)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if last := len(lines) - 1; len(lines[last]) == 0 {
		lines = lines[:last]
	}
	if len(lines) != from.count {
		return nil, badInput("%s: %d lines where count is %d", from.records, len(lines), from.count)
	}
	records := make([]R, len(lines))
	for number, line := range lines {
		value, err := plain.Read(l.schema.Resolved, bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			return nil, badInput("%s:%d: %w", from.records, number+1, err)
		}
		if records[number], err = l.adapters[0].FromPlain(value); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", from.records, number+1, err)
		}
	}
	return records, nil
}

// readEncoded gives the lab's encoded records, or for want of them the contestant's own.
func (l *loaded[R]) readEncoded(from recordFiles, records []R) ([][]byte, error) {
	if from.encoded == "" {
		encoded := make([][]byte, len(records))
		for number, record := range records {
			data, err := l.adapters[0].Encode(record)
			if err != nil {
				return nil, fmt.Errorf("encoding record %d: %w", number, err)
			}
			encoded[number] = bytes.Clone(data)
		}
		return encoded, nil
	}
	file, err := readFile(from.encoded)
	if err != nil {
		return nil, err
	}
	encoded, err := splitFrames(file)
	if err != nil {
		return nil, badInput("%s: %w", from.encoded, err)
	}
	if len(encoded) != from.count {
		return nil, badInput("%s: %d encoded records where count is %d", from.encoded, len(encoded), from.count)
	}
	return encoded, nil
}

// canonical is the canonical text of a domain value.
func (l *loaded[R]) canonical(text []byte, record R) ([]byte, error) {
	value, err := l.adapters[0].ToPlain(record)
	if err != nil {
		return nil, err
	}
	return plain.Append(text, l.schema.Resolved, value)
}

// assign gives the object in a place new content, where its type allows two values to be the same object over time: what
// a pointer points to, a map, a slice that has room. Elsewhere the new value takes the place.
func assign[T any](place *T, fresh T) {
	old, value := reflect.ValueOf(place).Elem(), reflect.ValueOf(&fresh).Elem()
	held, content := old, value
	if held.Kind() == reflect.Interface {
		held, content = held.Elem(), content.Elem()
	}
	if held.IsValid() && content.IsValid() && held.Type() == content.Type() {
		switch {
		case held.Kind() == reflect.Pointer && !held.IsNil() && !content.IsNil():
			held.Elem().Set(content.Elem())
			return
		case held.Kind() == reflect.Map && !held.IsNil() && !content.IsNil():
			held.Clear()
			for entries := content.MapRange(); entries.Next(); {
				held.SetMapIndex(entries.Key(), entries.Value())
			}
			return
		case held.Kind() == reflect.Slice && old.CanSet() && held.Cap() >= content.Len() && !content.IsNil():
			longer := held.Slice(0, content.Len())
			reflect.Copy(longer, content)
			old.Set(longer)
			return
		}
	}
	old.Set(value)
}

func readFile(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, badInput("%w", err)
	}
	return content, nil
}
