// The contestant fxamacker/cbor: one encoding and one decoding mode on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/cbor/records"

	"github.com/fxamacker/cbor/v2"
)

func newAdapter(schema kit.Schema) (kit.Adapter[*records.Root], error) {
	encoding, err := cbor.EncOptions{}.EncMode()
	if err != nil {
		return nil, err
	}
	decoding, err := cbor.DecOptions{}.DecMode()
	if err != nil {
		return nil, err
	}
	return values.NewMarshalling[records.Root](schema.Resolved, encoding.Marshal, decoding.Unmarshal), nil
}

func main() {
	kit.Main(kit.Library[*records.Root]{Module: "github.com/fxamacker/cbor/v2", New: newAdapter})
}
