// The contestant fxamacker/cbor: one encoding and one decoding mode on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/cbor/records"

	"github.com/fxamacker/cbor/v2"
)

type adapter struct {
	*values.Structs[records.Root]
	encoding cbor.EncMode
	decoding cbor.DecMode
}

func newAdapter(schema kit.Schema) (kit.Adapter[*records.Root], error) {
	encoding, err := cbor.EncOptions{}.EncMode()
	if err != nil {
		return nil, err
	}
	decoding, err := cbor.DecOptions{}.DecMode()
	return &adapter{values.NewTyped[records.Root](schema.Parsed), encoding, decoding}, err
}

func (a *adapter) Encode(record *records.Root) ([]byte, error) { return a.encoding.Marshal(record) }

func (a *adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	err := a.decoding.Unmarshal(data, record)
	return record, err
}

func main() {
	kit.Main(kit.Library[*records.Root]{Module: "github.com/fxamacker/cbor/v2", New: newAdapter})
}
