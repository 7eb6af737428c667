// The contestant bytedance/sonic: Marshal and Unmarshal on structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/sonic/records"

	"github.com/bytedance/sonic"
)

func newAdapter(schema kit.Schema) (*values.Marshalling[records.Root], error) {
	// Where it cannot make code, the library hands over to encoding/json without a word.
	if sonic.APIKind != sonic.UseSonicJSON {
		return nil, kit.Unsupported("sonic makes no code for this processor or this version of Go")
	}
	return values.NewMarshalling[records.Root](schema.Resolved, sonic.Marshal, sonic.Unmarshal), nil
}

func main() {
	kit.Main("github.com/bytedance/sonic", newAdapter)
}
