// The contestant twmb/avro: structs generated from the schema, one parsed schema for all records.
package main

import (
	"bytes"

	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/twmb/records"

	"github.com/twmb/avro"
)

type adapter struct {
	*values.Structs[records.Root]
	schema  *avro.Schema
	scratch []byte
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	parsed, err := avro.Parse(schema.Text)
	if err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return &adapter{values.NewStructs[records.Root](schema.Resolved, records.Named, named), parsed, nil}, nil
}

// named puts a value in a union under its branch's name where the Go type alone does not give the branch.
func named(branch string, value any) any {
	switch value.(type) {
	case bool, int32, int64, float32, float64, string, []byte:
		return value
	}
	return values.Tagged{branch: value}
}

func (a *adapter) Encode(record *records.Root) ([]byte, error) {
	var err error
	a.scratch, err = a.schema.AppendEncode(a.scratch[:0], record)
	return bytes.Clone(a.scratch), err
}

func (a *adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) (err error) {
	buffer.Bytes, err = a.schema.AppendEncode(buffer.Bytes, record)
	return err
}

func (a *adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	_, err := a.schema.Decode(data, record)
	return record, err
}

func main() {
	kit.Main("github.com/twmb/avro", newAdapter)
}
