// The contestant that does nothing: what it takes is the kit's own cost of an operation.
package main

import "assay/kit"

type null struct{}

func (*null) Encode(any) ([]byte, error)        { return nil, nil }
func (*null) EncodeInto(any, *kit.Buffer) error { return nil }
func (*null) Decode([]byte) (any, error)        { return nil, nil }
func (*null) FromPlain(value any) (any, error)  { return value, nil }
func (*null) ToPlain(record any) (any, error)   { return record, nil }

func newAdapter(schema kit.Schema) (*null, error) {
	if schema.Resolved.Type != "null" {
		return nil, kit.Unsupported("the schema is %s, and this contestant does null only", schema.Resolved.Type)
	}
	return &null{}, nil
}

func main() {
	kit.Main("null", newAdapter)
}
