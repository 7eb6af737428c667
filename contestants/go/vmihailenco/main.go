// The contestant vmihailenco/msgpack: one encoder and one decoder for all records, on structs generated from the schema.
package main

import (
	"bytes"
	"io"

	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/vmihailenco/records"

	"github.com/vmihailenco/msgpack/v5"
)

type adapter struct {
	*values.Structs[records.Root]
	buffer    bytes.Buffer
	encoder   *msgpack.Encoder
	appending *msgpack.Encoder
	input     bytes.Reader
	decoder   *msgpack.Decoder
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	a := &adapter{Structs: values.NewTyped[records.Root](schema.Resolved)}
	a.encoder = newEncoder(&a.buffer)
	a.decoder = msgpack.NewDecoder(&a.input)
	// As Unmarshal sets it: values that pointers lead to are made in batches.
	a.decoder.UsePreallocateValues(true)
	return a, nil
}

func newEncoder(buffer io.Writer) *msgpack.Encoder {
	encoder := msgpack.NewEncoder(buffer)
	// Without it numbers take as many bytes as their Go type has.
	encoder.UseCompactInts(true)
	return encoder
}

func (a *adapter) Encode(record *records.Root) ([]byte, error) {
	a.buffer.Reset()
	err := a.encoder.Encode(record)
	return bytes.Clone(a.buffer.Bytes()), err
}

// EncodeInto has an encoder of its own, whose writer is the buffer.
func (a *adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) error {
	if a.appending == nil {
		a.appending = newEncoder(buffer)
	}
	return a.appending.Encode(record)
}

func (a *adapter) Decode(data []byte) (*records.Root, error) {
	a.input.Reset(data)
	record := new(records.Root)
	err := a.decoder.Decode(record)
	return record, err
}

func main() {
	kit.Main("github.com/vmihailenco/msgpack/v5", newAdapter)
}
