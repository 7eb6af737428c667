// The contestant linkedin/goavro: generic values, with a Codec made once.
package main

import (
	"bytes"

	"assay/kit"
	"assay/kit/plain"
	"assay/kit/values"

	"github.com/linkedin/goavro/v2"
)

type adapter struct {
	codec   *goavro.Codec
	schema  *plain.Schema
	scratch []byte
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	codec, err := goavro.NewCodec(schema.Text)
	if err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return &adapter{codec, schema.Resolved, nil}, nil
}

func (a *adapter) Encode(record any) ([]byte, error) {
	var err error
	a.scratch, err = a.codec.BinaryFromNative(a.scratch[:0], record)
	return bytes.Clone(a.scratch), err
}

func (a *adapter) EncodeInto(record any, buffer *kit.Buffer) (err error) {
	buffer.Bytes, err = a.codec.BinaryFromNative(buffer.Bytes, record)
	return err
}

func (a *adapter) Decode(data []byte) (any, error) {
	record, _, err := a.codec.NativeFromBinary(data)
	return record, err
}

func (a *adapter) FromPlain(value any) (any, error) { return values.FromPlain(a.schema, value), nil }

func (a *adapter) ToPlain(record any) (any, error) { return values.ToPlain(a.schema, record) }

// What only `assay conform` asks for.

func (a *adapter) Canonical() string { return a.codec.CanonicalSchema() }

func (a *adapter) FromJSON(text string) (any, error) {
	record, _, err := a.codec.NativeFromTextual([]byte(text))
	return record, err
}

func (a *adapter) ToJSON(record any) (string, error) {
	text, err := a.codec.TextualFromNative(nil, record)
	return string(text), err
}

func (a *adapter) SingleObject(message []byte) (any, error) {
	record, _, err := a.codec.NativeFromSingle(message)
	return record, err
}

func main() {
	kit.Main("github.com/linkedin/goavro/v2", newAdapter)
}
