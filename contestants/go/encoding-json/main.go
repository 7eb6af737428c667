// The contestant encoding/json: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"encoding/json"

	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/encoding-json/records"
)

func newAdapter(schema kit.Schema) (*values.Marshalling[records.Root], error) {
	return values.NewMarshalling[records.Root](schema.Resolved, json.Marshal, json.Unmarshal), nil
}

func main() {
	kit.Main("encoding/json", newAdapter)
}
