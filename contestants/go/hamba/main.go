// The contestant hamba/avro: structs generated from the schema, one frozen configuration for all records.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/hamba/records"

	"github.com/hamba/avro/v2"
)

type adapter struct {
	*values.Structs[records.Root]
	api       avro.API
	schema    avro.Schema
	byPointer bool
	encoder   *avro.Encoder
}

func newAdapter(schema kit.Schema) (*adapter, error) {
	// A cache of its own: the library's default one remembers names, and a process may load several schemas.
	parsed, err := avro.ParseWithCache(schema.Text, "", &avro.SchemaCache{})
	if err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	bare := func(_ string, value any) any { return value }
	a := &adapter{
		api:       avro.Config{}.Freeze(),
		schema:    parsed,
		byPointer: parsed.Type() == avro.Record,
		Structs:   values.NewStructs[records.Root](schema.Resolved, records.Named, bare),
	}
	return a, a.register()
}

// register makes the types known that may stand in a union; it is by them that the library finds the branch.
func (a *adapter) register() error {
	branches, err := a.Branches()
	if err != nil {
		return err
	}
	for _, branch := range branches {
		name := branch.Schema.BranchName()
		if branch.Schema.Items != nil {
			name += ":" + branch.Schema.Items.BranchName()
		}
		a.api.Register(name, branch.Value)
	}
	return nil
}

func (a *adapter) Encode(record *records.Root) ([]byte, error) {
	return a.api.Marshal(a.schema, a.value(record))
}

// value is what the library takes for a record: a pointer to a struct, which saves a copy, but not to anything else.
func (a *adapter) value(record *records.Root) any {
	if a.byPointer {
		return record
	}
	return *record
}

// EncodeInto writes by one Encoder, which hands each record over in one piece.
func (a *adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) error {
	if a.encoder == nil {
		a.encoder = a.api.NewEncoder(a.schema, buffer)
	}
	return a.encoder.Encode(a.value(record))
}

func (a *adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	err := a.api.Unmarshal(a.schema, data, record)
	return record, err
}

func main() {
	kit.Main("github.com/hamba/avro/v2", newAdapter)
}
