package main

import (
	"bytes"
	"io"

	"assay/kit"

	"assay/contestants/go/hamba/records"

	"github.com/hamba/avro/v2"
	"github.com/hamba/avro/v2/ocf"
	"github.com/klauspost/compress/zstd"
)

// container writes every file with one encoder, which is reset, as the library has it for several files.
type container struct {
	*adapter
	encoder     *ocf.Encoder
	zstdDecoder *zstd.Decoder
}

func (a *adapter) NewContainer(settings kit.Settings) (kit.Container[*records.Root], error) {
	c := &container{adapter: a}
	options := []ocf.EncoderFunc{
		ocf.WithEncodingConfig(a.api),
		ocf.WithBlockLength(0), // by bytes alone
		ocf.WithBlockSize(settings.BlockBytes),
	}
	compression, err := c.compression(settings)
	if err != nil {
		return nil, err
	}
	if c.encoder, err = ocf.NewEncoderWithSchema(a.schema, io.Discard, append(options, compression...)...); err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return c, nil
}

func (c *container) compression(settings kit.Settings) ([]ocf.EncoderFunc, error) {
	switch settings.Compression {
	case "null":
		return nil, nil
	case "deflate":
		level, err := settings.DeflateLevel()
		return []ocf.EncoderFunc{ocf.WithCompressionLevel(level)}, err
	case "snappy":
		return []ocf.EncoderFunc{ocf.WithCodec(ocf.Snappy)}, nil
	case "zstandard":
		// Blocks are compressed one after another, so one goroutine's worth of state is enough.
		level := zstd.EncoderLevelFromZstd(settings.LevelOr(3))
		encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level))
		if err != nil {
			return nil, err
		}
		c.zstdDecoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
		return []ocf.EncoderFunc{ocf.WithCodec(ocf.ZStandard), ocf.WithZStandardEncoder(encoder)}, err
	}
	return nil, kit.Unsupported("unknown codec %s", settings.Compression)
}

func (c *container) Write(all []*records.Root) ([]byte, error) {
	var file bytes.Buffer
	if err := c.encoder.Reset(&file); err != nil {
		return nil, err
	}
	for _, record := range all {
		if err := c.encoder.Encode(c.value(record)); err != nil {
			return nil, err
		}
	}
	err := c.encoder.Flush()
	return file.Bytes(), err
}

type reading struct {
	decoder *ocf.Decoder
}

func (c *container) Open(file []byte) (kit.Records[*records.Root], error) {
	options := []ocf.DecoderFunc{ocf.WithDecoderConfig(c.api)}
	if c.zstdDecoder != nil {
		options = append(options, ocf.WithZStandardDecoder(c.zstdDecoder))
	}
	// A cache of its own: the library's default one would answer names of other schemas.
	options = append(options, ocf.WithDecoderSchemaCache(&avro.SchemaCache{}))
	decoder, err := ocf.NewDecoder(bytes.NewReader(file), options...)
	if err != nil {
		return nil, err
	}
	return &reading{decoder}, nil
}

func (r *reading) Next() (*records.Root, error) {
	if !r.decoder.HasNext() {
		if err := r.decoder.Error(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	record := new(records.Root)
	err := r.decoder.Decode(record)
	return record, err
}

func (r *reading) Close() error { return r.decoder.Close() }
