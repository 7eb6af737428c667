// The contestant goccy/go-json: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/go-json/records"

	"github.com/goccy/go-json"
)

type adapter struct {
	*values.Structs[records.Root]
}

func newAdapter(schema kit.Schema) (kit.Adapter[*records.Root], error) {
	return adapter{values.NewTyped[records.Root](schema.Parsed)}, nil
}

func (adapter) Encode(record *records.Root) ([]byte, error) { return json.Marshal(record) }

func (adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	err := json.Unmarshal(data, record)
	return record, err
}

func main() {
	kit.Main(kit.Library[*records.Root]{Module: "github.com/goccy/go-json", New: newAdapter})
}
