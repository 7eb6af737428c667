// The contestant lazy: decode keeps the bytes; the first reading does the work and remembers it.
package main

import (
	"assay/kit"
	"assay/kit/plain"
	"assay/kit/values"

	"github.com/linkedin/goavro/v2"
)

// later is a record that is decoded when it is first read.
type later struct {
	data   []byte
	record any
}

type adapter struct {
	codec  *goavro.Codec
	schema *plain.Schema
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	codec, err := goavro.NewCodec(schema.Text)
	if err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return &adapter{codec, schema.Resolved}, nil
}

func (a *adapter) Encode(record *later) ([]byte, error) {
	return a.codec.BinaryFromNative(nil, record.record)
}

func (a *adapter) Decode(data []byte) (*later, error) {
	return &later{data: append([]byte(nil), data...)}, nil
}

func (a *adapter) FromPlain(value any) (*later, error) {
	return &later{record: values.FromPlain(a.schema, value)}, nil
}

func (a *adapter) ToPlain(record *later) (any, error) {
	if record.record == nil {
		decoded, _, err := a.codec.NativeFromBinary(record.data)
		if err != nil {
			return nil, err
		}
		record.record = decoded
	}
	return values.ToPlain(a.schema, record.record)
}

func main() {
	kit.Main("github.com/linkedin/goavro/v2", newAdapter)
}
