// The contestant goccy/go-json: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/go-json/records"

	"github.com/goccy/go-json"
)

func newAdapter(schema kit.Schema) (*values.Marshalling[records.Root], error) {
	return values.NewMarshalling[records.Root](schema.Resolved, json.Marshal, json.Unmarshal), nil
}

func main() {
	kit.Main("github.com/goccy/go-json", newAdapter)
}
