package kit

import (
	"reflect"
	"slices"
)

// matter is what an operation takes or gives.
type matter int

const (
	domainValues matter = iota
	encodedRecords
	containerFile
	readings
)

// laid says how an output, as the lab compares it, is added to what goes into a file.
var laid = map[matter]func(content, output []byte) []byte{
	readings:       func(content, output []byte) []byte { return append(append(content, output...), '\n') },
	domainValues:   func(content, output []byte) []byte { return append(append(content, output...), '\n') },
	encodedRecords: appendFrame,
	containerFile:  func(content, output []byte) []byte { return append(content, output...) },
}

// operation is all that the kit knows of one.
type operation[R any] struct {
	name         string
	takes, gives matter
	// needs is the interface of the adapters that can do it.
	needs reflect.Type
	// work does its passes, in one thread.
	work func(l *loaded[R], t *thread[R]) work
}

// operations are those that adapters of a type can do. A row makes one.
func operations[R any, A Adapter[R]]() []operation[R] {
	every := reflect.TypeFor[Adapter[R]]()
	appends := reflect.TypeFor[Appender[R]]()
	packs := reflect.TypeFor[ContainerAdapter[R]]()
	rows := []operation[R]{
		{"encode", domainValues, encodedRecords, every, func(l *loaded[R], t *thread[R]) work {
			return &encodeWork[R]{adapter: t.adapter, records: l.records}
		}},
		{"encode-into", domainValues, encodedRecords, appends, func(l *loaded[R], t *thread[R]) work {
			return &intoWork[R]{adapter: t.adapter.(Appender[R]), records: l.records, buffer: &t.buffer}
		}},
		{"decode", encodedRecords, domainValues, every, func(l *loaded[R], t *thread[R]) work {
			return &decodeWork[R]{adapter: t.adapter, encoded: l.encoded, outputs: outputs[R]{l: l}}
		}},
		{"access", encodedRecords, readings, every, func(l *loaded[R], t *thread[R]) work {
			return &accessWork[R]{adapter: t.adapter, encoded: l.encoded, schema: l.schema.Resolved}
		}},
		{"write", domainValues, containerFile, packs, func(l *loaded[R], t *thread[R]) work {
			return &writeWork[R]{container: t.container, records: l.records}
		}},
		{"read", containerFile, domainValues, packs, func(l *loaded[R], t *thread[R]) work {
			return &readWork[R]{container: t.container, file: l.file, outputs: outputs[R]{l: l}}
		}},
	}
	adapter := reflect.TypeFor[A]()
	return slices.DeleteFunc(rows, func(row operation[R]) bool { return !adapter.Implements(row.needs) })
}

func (o operation[R]) about(m matter) bool { return o.takes == m || o.gives == m }
