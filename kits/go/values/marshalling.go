package values

import "assay/kit/plain"

// Marshalling is the adapter of a library with the two functions of encoding/json, on structs as of NewTyped.
type Marshalling[R any] struct {
	*Structs[R]
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}

// NewMarshalling makes the adapter from the library's two functions.
func NewMarshalling[R any](
	schema *plain.Schema, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error,
) *Marshalling[R] {
	return &Marshalling[R]{NewTyped[R](schema), marshal, unmarshal}
}

func (m *Marshalling[R]) Encode(record *R) ([]byte, error) { return m.marshal(record) }

func (m *Marshalling[R]) Decode(data []byte) (*R, error) {
	record := new(R)
	err := m.unmarshal(data, record)
	return record, err
}
