// The contestant linkedin/goavro: generic values, with a Codec made once.
package main

import (
	"assay/kit"
	"assay/kit/plain"
	"assay/kit/values"

	"github.com/linkedin/goavro/v2"
)

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

func (a *adapter) Encode(record any) ([]byte, error) { return a.codec.BinaryFromNative(nil, record) }

func (a *adapter) Decode(data []byte) (any, error) {
	record, _, err := a.codec.NativeFromBinary(data)
	return record, err
}

func (a *adapter) FromPlain(value any) (any, error) { return values.FromPlain(a.schema, value), nil }

func (a *adapter) ToPlain(record any) (any, error) { return values.ToPlain(a.schema, record) }

func main() {
	kit.Main(kit.Library[any]{
		Module:       "github.com/linkedin/goavro/v2",
		New:          func(schema kit.Schema) (kit.Adapter[any], error) { return newAdapter(schema) },
		NewContainer: newContainer,
	})
}
