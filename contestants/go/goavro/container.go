package main

import (
	"bytes"
	"io"

	"assay/kit"

	"github.com/linkedin/goavro/v2"
)

// sized is how many records give the size of a record.
const sized = 1000

// container writes a block for each call of the library's, which leaves it to its user how many records that takes.
type container struct {
	*adapter
	settings kit.Settings
	perBlock int
}

func (a *adapter) NewContainer(settings kit.Settings) (kit.Container[any], error) {
	// The library compresses at compress/flate's default level, which is 6, and offers no other.
	if settings.Compression == "deflate" && settings.LevelOr(6) != 6 {
		return nil, kit.Unsupported("the library deflates at level 6 only, not %d", *settings.Level)
	}
	c := &container{adapter: a, settings: settings}
	if _, err := c.newWriter(io.Discard); err != nil {
		return nil, kit.Unsupported("%w", err)
	}
	return c, nil
}

func (c *container) newWriter(file io.Writer) (*goavro.OCFWriter, error) {
	return goavro.NewOCFWriter(goavro.OCFConfig{W: file, Codec: c.codec, CompressionName: c.settings.Compression})
}

func (c *container) Write(records []any) ([]byte, error) {
	if c.perBlock == 0 {
		if err := c.choosePerBlock(records); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	writer, err := c.newWriter(&file)
	if err != nil {
		return nil, err
	}
	for len(records) > 0 {
		block := records[:min(c.perBlock, len(records))]
		if err := writer.Append(block); err != nil {
			return nil, err
		}
		records = records[len(block):]
	}
	return file.Bytes(), nil
}

// choosePerBlock finds, once, how many records fill a block: those whose bytes, by the mean, first reach its size.
func (c *container) choosePerBlock(records []any) error {
	records = records[:min(sized, len(records))]
	size := 0
	for _, record := range records {
		data, err := c.Encode(record)
		if err != nil {
			return err
		}
		size += len(data)
	}
	if size == 0 {
		c.perBlock = sized
		return nil
	}
	c.perBlock = (c.settings.BlockBytes*len(records) + size - 1) / size
	return nil
}

type reading struct {
	reader *goavro.OCFReader
}

func (c *container) Open(file []byte) (kit.Records[any], error) {
	reader, err := goavro.NewOCFReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return reading{reader}, nil
}

func (r reading) Next() (any, error) {
	if !r.reader.Scan() {
		if err := r.reader.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	return r.reader.Read()
}

func (r reading) Close() error { return nil }
