// The contestant fxamacker/cbor: one encoding and one decoding mode on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/cbor/records"

	"github.com/fxamacker/cbor/v2"
)

type adapter struct {
	kit.Adapter[*records.Root]
	encoding  cbor.EncMode
	appending *cbor.Encoder
}

// EncodeInto writes by one Encoder, which hands each record over in one piece.
func (a *adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) error {
	if a.appending == nil {
		a.appending = a.encoding.NewEncoder(buffer)
	}
	return a.appending.Encode(record)
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	encoding, err := cbor.EncOptions{}.EncMode()
	if err != nil {
		return nil, err
	}
	decoding, err := cbor.DecOptions{}.DecMode()
	if err != nil {
		return nil, err
	}
	marshalling := values.NewMarshalling[records.Root](schema.Resolved, encoding.Marshal, decoding.Unmarshal)
	return &adapter{Adapter: marshalling, encoding: encoding}, nil
}

func main() {
	kit.Main("github.com/fxamacker/cbor/v2", newAdapter)
}
