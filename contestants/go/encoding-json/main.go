// The contestant encoding/json: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"encoding/json"

	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/encoding-json/records"
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
	kit.Main(kit.Library[*records.Root]{Module: "encoding/json", New: newAdapter})
}
