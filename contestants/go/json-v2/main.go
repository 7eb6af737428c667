// The contestant encoding/json/v2, as a module: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/json-v2/records"

	"github.com/go-json-experiment/json"
)

func marshal(value any) ([]byte, error) { return json.Marshal(value) }

func unmarshal(data []byte, value any) error { return json.Unmarshal(data, value) }

func newAdapter(schema kit.Schema) (*values.Marshalling[records.Root], error) {
	return values.NewMarshalling[records.Root](schema.Resolved, marshal, unmarshal), nil
}

func main() {
	kit.Main("github.com/go-json-experiment/json", newAdapter)
}
