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
	newAdapter func(Schema) (Adapter[R], error)
	schema     Schema
	// settings are nil where no container is asked for.
	settings *Settings
	// threads are those that have measured so far, at least one.
	threads []*thread[R]
	records []R
	encoded [][]byte
	// file is the container file that is read; nil where there is none.
	file    []byte
	passNs  map[passKey]float64
	setupNs int64
}

// thread is what a measuring thread has to itself.
type thread[R any] struct {
	adapter Adapter[R]
	// buffer is where encode-into appends.
	buffer Buffer
	// container is nil where none is asked for, or the library has none.
	container Container[R]
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

// load reads what a request names into l, which knows its schema and settings.
func (l *loaded[R]) load(from recordFiles) (err error) {
	start := wallNow()
	if err = l.needThreads(1); err != nil {
		return err
	}
	l.setupNs = wallNow() - start
	l.records, l.encoded, l.file, err = l.read(from)
	return err
}

// needThreads sees to it that so many threads have what they need.
func (l *loaded[R]) needThreads(number int) error {
	for len(l.threads) < number {
		adapter, err := l.newAdapter(l.schema)
		if err != nil {
			return err
		}
		fresh := &thread[R]{adapter: adapter}
		if able, is := adapter.(ContainerAdapter[R]); is && l.settings != nil {
			if fresh.container, err = able.NewContainer(*l.settings); err != nil {
				return err
			}
		}
		l.threads = append(l.threads, fresh)
	}
	return nil
}

// adapter is the one for what is outside the clock.
func (l *loaded[R]) adapter() Adapter[R] { return l.threads[0].adapter }

// lack is the error of an operation that needs more than is loaded.
func (l *loaded[R]) lack(o operation[R]) error {
	if o.about(containerFile) && l.settings == nil {
		return Unsupported("operation: %q needs a load with settings of a container", o.name)
	}
	if o.takes == containerFile && l.file == nil {
		return Unsupported("operation: %q needs a load with a container", o.name)
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
		if records[number], err = l.adapter().FromPlain(value); err != nil {
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
			data, err := l.adapter().Encode(record)
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
	value, err := l.adapter().ToPlain(record)
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
