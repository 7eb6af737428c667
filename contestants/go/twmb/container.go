package main

import (
	"bytes"

	"assay/kit"

	"assay/contestants/go/twmb/records"

	"github.com/klauspost/compress/zstd"
	"github.com/twmb/avro/ocf"
)

// container writes every file with one writer, which is reset, as the library has it for several files.
type container struct {
	*adapter
	codec  ocf.Codec
	writer *ocf.Writer
}

func (a *adapter) NewContainer(settings kit.Settings) (kit.Container[*records.Root], error) {
	codec, err := newCodec(settings)
	if err != nil {
		return nil, err
	}
	options := []ocf.WriterOpt{ocf.WithBlockBytes(settings.BlockBytes)}
	if codec != nil {
		options = append(options, ocf.WithCodec(codec))
	}
	// Reset gives every later file its own writer of bytes; what goes into this one is dropped.
	writer, err := ocf.NewWriter(new(bytes.Buffer), a.schema, options...)
	if err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return &container{a, codec, writer}, nil
}

// newCodec gives the codec, which all files share; nil for no compression.
func newCodec(settings kit.Settings) (ocf.Codec, error) {
	switch settings.Compression {
	case "null":
		return nil, nil
	case "deflate":
		level, err := settings.DeflateLevel()
		return ocf.NopCloser(ocf.DeflateCodec(level)), err
	case "snappy":
		return ocf.NopCloser(ocf.SnappyCodec()), nil
	case "zstandard":
		level := zstd.EncoderLevelFromZstd(settings.LevelOr(3))
		codec, err := ocf.ZstdCodec([]zstd.EOption{zstd.WithEncoderLevel(level)}, nil)
		if err != nil {
			return nil, kit.Unsupported("%w", err)
		}
		return ocf.NopCloser(codec), nil
	}
	return nil, kit.Unsupported("the library has no codec %s", settings.Compression)
}

func (c *container) Write(all []*records.Root) ([]byte, error) {
	var file bytes.Buffer
	if err := c.writer.Reset(&file); err != nil {
		return nil, err
	}
	for _, record := range all {
		if err := c.writer.Encode(record); err != nil {
			return nil, err
		}
	}
	err := c.writer.Flush()
	return file.Bytes(), err
}

type reading struct {
	*ocf.Reader
}

func (c *container) Open(file []byte) (kit.Records[*records.Root], error) {
	var options []ocf.ReaderOpt
	if c.codec != nil {
		options = append(options, ocf.WithCodec(c.codec))
	}
	reader, err := ocf.NewReader(bytes.NewReader(file), options...)
	if err != nil {
		return nil, err
	}
	return reading{reader}, nil
}

func (r reading) Next() (*records.Root, error) {
	record := new(records.Root)
	err := r.Decode(record)
	return record, err
}
