// The contestant tinylib/msgp: methods that its own generator makes for structs generated from the schema.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/msgp/records"

	"github.com/tinylib/msgp/msgp"
)

//go:generate msgp -file $ASSAY_RECORDS -o $ASSAY_METHODS -io=false -tests=false

type adapter struct {
	*values.Structs[records.Root]
}

func newAdapter(schema kit.Schema) (adapter, error) {
	// Both methods are there where the generator has made them for this type.
	if _, ok := any(new(records.Root)).(msgp.Unmarshaler); !ok {
		return adapter{}, kit.Unsupported("msgp makes no methods for a %s by itself", schema.Resolved.Type)
	}
	return adapter{values.NewTyped[records.Root](schema.Resolved)}, nil
}

func (adapter) Encode(record *records.Root) ([]byte, error) { return record.MarshalMsg(nil) }

func (adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) (err error) {
	buffer.Bytes, err = record.MarshalMsg(buffer.Bytes)
	return err
}

func (adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	_, err := record.UnmarshalMsg(data)
	return record, err
}

func main() {
	kit.Main("github.com/tinylib/msgp", newAdapter)
}
