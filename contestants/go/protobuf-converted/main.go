// The contestant google.golang.org/protobuf behind structs of the program's own, which are converted to messages and back.
package main

import (
	"assay/kit"
	"assay/kit/values"

	"assay/contestants/go/protobuf-converted/records"

	"google.golang.org/protobuf/proto"
)

type adapter struct {
	*values.Structs[records.Root]
}

func newAdapter(schema kit.Schema) (adapter, error) {
	return adapter{values.NewTyped[records.Root](schema.Resolved)}, nil
}

func (adapter) Encode(record *records.Root) ([]byte, error) {
	return proto.Marshal(records.ToMessage(record))
}

func (adapter) EncodeInto(record *records.Root, buffer *kit.Buffer) (err error) {
	buffer.Bytes, err = proto.MarshalOptions{}.MarshalAppend(buffer.Bytes, records.ToMessage(record))
	return err
}

func (adapter) Decode(data []byte) (*records.Root, error) {
	message := new(records.Message)
	if err := proto.Unmarshal(data, message); err != nil {
		return nil, err
	}
	record := new(records.Root)
	err := records.OfMessage(message, record)
	return record, err
}

func main() {
	kit.Main("google.golang.org/protobuf", newAdapter)
}
