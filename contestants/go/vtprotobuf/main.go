// The contestant vtprotobuf: methods that its generator adds to the messages of google.golang.org/protobuf.
package main

import (
	"assay/kit"
	"assay/kit/protobuf"

	"assay/contestants/go/vtprotobuf/records"
)

type adapter struct {
	protobuf.Values[records.Root, *records.Root]
}

func newAdapter(schema kit.Schema) (adapter, error) {
	return adapter{protobuf.NewValues[records.Root](schema.Resolved)}, nil
}

func (adapter) Encode(record *records.Root) ([]byte, error) { return record.MarshalVT() }

// EncodeInto has room made of the exact size, which the method asks for.
func (adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) error {
	_, err := record.MarshalToSizedBufferVT(buffer.Grow(record.SizeVT()))
	return err
}

func (adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	err := record.UnmarshalVT(data)
	return record, err
}

func main() {
	kit.Main("github.com/planetscale/vtprotobuf", newAdapter)
}
