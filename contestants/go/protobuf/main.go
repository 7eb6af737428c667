// The contestant google.golang.org/protobuf: messages that its own generator makes.
package main

import (
	"assay/kit"
	"assay/kit/protobuf"

	"assay/contestants/go/protobuf/records"

	"google.golang.org/protobuf/proto"
)

type adapter struct {
	protobuf.Values[records.Root, *records.Root]
}

func newAdapter(schema kit.Schema) (adapter, error) {
	return adapter{protobuf.NewValues[records.Root](schema.Resolved)}, nil
}

func (adapter) Encode(record *records.Root) ([]byte, error) { return proto.Marshal(record) }

func (adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) (err error) {
	buffer.Bytes, err = proto.MarshalOptions{}.MarshalAppend(buffer.Bytes, record)
	return err
}

func (adapter) Decode(data []byte) (*records.Root, error) {
	record := new(records.Root)
	err := proto.Unmarshal(data, record)
	return record, err
}

func main() {
	kit.Main("google.golang.org/protobuf", newAdapter)
}
