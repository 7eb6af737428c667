package kit

import (
	"fmt"
	"io"
	"runtime"

	"assay/kit/plain"
)

// work is an operation of one adapter over what is loaded. A pass has items: records, or for write the one file. The
// adapter is called through an interface, so the compiler cannot leave out a call or the making of its output;
// runtime.KeepAlive, which costs nothing, says so once more.
type work interface {
	// items is their number in a pass.
	items() int
	// reserve makes room for so many kept outputs and forgets those that are there.
	reserve(number int)
	// begin and end stand around every pass.
	begin() error
	end() error
	// stretch does the operation for the items from one number to before another, and drops what it makes.
	stretch(from, to int) error
	// keep does it for one item and keeps the output.
	keep(index int) error
	// proofs are the kept outputs as the lab compares them: bytes, or canonical text without a line end.
	proofs() ([][]byte, error)
	// kept gives the kept outputs themselves, for the question whether two are one object.
	kept() []any
}

// runPasses does passes in stretches between the sampled items, so that no item but those is looked at.
func runPasses(w work, passes int, samples []sample) error {
	items := w.items()
	for pass := range passes {
		if err := w.begin(); err != nil {
			return err
		}
		done := 0
		for len(samples) > 0 && samples[0].pass == pass {
			index := samples[0].index
			if err := w.stretch(done, index); err != nil {
				return err
			}
			if err := w.keep(index); err != nil {
				return err
			}
			done = index + 1
			samples = samples[1:]
		}
		if err := w.stretch(done, items); err != nil {
			return err
		}
		if err := w.end(); err != nil {
			return err
		}
	}
	return nil
}

// noFrame is for work whose passes have neither begin nor end.
type noFrame struct{}

func (noFrame) begin() error { return nil }
func (noFrame) end() error   { return nil }

// byteOutputs are kept outputs that are bytes.
type byteOutputs struct{ list [][]byte }

func (o *byteOutputs) reserve(number int)        { o.list = make([][]byte, 0, number) }
func (o *byteOutputs) proofs() ([][]byte, error) { return o.list, nil }
func (o *byteOutputs) kept() []any               { return asAny(o.list) }

// outputs are kept outputs that are domain values.
type outputs[R any] struct {
	l    *loaded[R]
	list []R
}

func (o *outputs[R]) reserve(number int) { o.list = make([]R, 0, number) }
func (o *outputs[R]) kept() []any        { return asAny(o.list) }

func (o *outputs[R]) proofs() ([][]byte, error) {
	texts := make([][]byte, len(o.list))
	for number, record := range o.list {
		text, err := o.l.canonical(nil, record)
		if err != nil {
			return nil, err
		}
		texts[number] = text
	}
	return texts, nil
}

// readAll reads every field of the kept outputs.
func (o *outputs[R]) readAll() error { return o.l.readAll(o.list) }

func asAny[T any](list []T) []any {
	values := make([]any, len(list))
	for number, value := range list {
		values[number] = value
	}
	return values
}

type encodeWork[R any] struct {
	noFrame
	byteOutputs
	adapter Adapter[R]
	records []R
}

func (w *encodeWork[R]) items() int { return len(w.records) }

func (w *encodeWork[R]) stretch(from, to int) error {
	adapter := w.adapter
	for _, record := range w.records[from:to] {
		data, err := adapter.Encode(record)
		if err != nil {
			return err
		}
		runtime.KeepAlive(data)
	}
	return nil
}

func (w *encodeWork[R]) keep(index int) error {
	data, err := w.adapter.Encode(w.records[index])
	w.list = append(w.list, data)
	return err
}

type decodeWork[R any] struct {
	noFrame
	outputs[R]
	adapter Adapter[R]
	encoded [][]byte
}

func (w *decodeWork[R]) items() int { return len(w.encoded) }

func (w *decodeWork[R]) stretch(from, to int) error {
	adapter := w.adapter
	for _, data := range w.encoded[from:to] {
		record, err := adapter.Decode(data)
		if err != nil {
			return err
		}
		runtime.KeepAlive(record)
	}
	return nil
}

func (w *decodeWork[R]) keep(index int) error {
	record, err := w.adapter.Decode(w.encoded[index])
	w.list = append(w.list, record)
	return err
}

// accessWork decodes a record and makes its reading, of its plain value.
type accessWork[R any] struct {
	noFrame
	adapter Adapter[R]
	encoded [][]byte
	schema  *plain.Schema
	list    []uint64
}

func (w *accessWork[R]) items() int         { return len(w.encoded) }
func (w *accessWork[R]) reserve(number int) { w.list = make([]uint64, 0, number) }
func (w *accessWork[R]) kept() []any        { return asAny(w.list) }

func (w *accessWork[R]) proofs() ([][]byte, error) {
	texts := make([][]byte, len(w.list))
	for number, reading := range w.list {
		texts[number] = fmt.Appendf(nil, "%016x", reading)
	}
	return texts, nil
}

func (w *accessWork[R]) stretch(from, to int) error {
	for _, data := range w.encoded[from:to] {
		reading, err := w.read(data)
		if err != nil {
			return err
		}
		runtime.KeepAlive(reading)
	}
	return nil
}

func (w *accessWork[R]) keep(index int) error {
	reading, err := w.read(w.encoded[index])
	w.list = append(w.list, reading)
	return err
}

func (w *accessWork[R]) read(data []byte) (uint64, error) {
	record, err := w.adapter.Decode(data)
	if err != nil {
		return 0, err
	}
	return readRecord(w.adapter, w.schema, record)
}

// readRecord reads every field of a record: the kit cannot look into it, so by way of its plain value.
func readRecord[R any](adapter Adapter[R], schema *plain.Schema, record R) (uint64, error) {
	value, err := adapter.ToPlain(record)
	if err != nil {
		return 0, err
	}
	return plain.Reading(schema, value), nil
}

type writeWork[R any] struct {
	noFrame
	byteOutputs
	container Container[R]
	records   []R
}

func (w *writeWork[R]) items() int { return 1 }

func (w *writeWork[R]) stretch(from, to int) error {
	for ; from < to; from++ {
		file, err := w.container.Write(w.records)
		if err != nil {
			return err
		}
		runtime.KeepAlive(file)
	}
	return nil
}

func (w *writeWork[R]) keep(int) error {
	file, err := w.container.Write(w.records)
	w.list = append(w.list, file)
	return err
}

type readWork[R any] struct {
	outputs[R]
	container Container[R]
	file      []byte
	open      Records[R]
}

func (w *readWork[R]) items() int { return len(w.l.records) }

func (w *readWork[R]) begin() (err error) {
	w.open, err = w.container.Open(w.file)
	return err
}

func (w *readWork[R]) stretch(from, to int) error {
	records := w.open
	for ; from < to; from++ {
		record, err := records.Next()
		if err != nil {
			return w.early(from, err)
		}
		runtime.KeepAlive(record)
	}
	return nil
}

func (w *readWork[R]) keep(index int) error {
	record, err := w.open.Next()
	if err != nil {
		return w.early(index, err)
	}
	w.list = append(w.list, record)
	return nil
}

// end sees to it that the whole file was read.
func (w *readWork[R]) end() error {
	if _, err := w.open.Next(); err == nil {
		return fmt.Errorf("the container holds more than %d records", w.items())
	} else if err != io.EOF {
		return err
	}
	return w.open.Close()
}

func (w *readWork[R]) early(index int, err error) error {
	if err == io.EOF {
		return fmt.Errorf("the container holds %d records, not %d", index, w.items())
	}
	return err
}
