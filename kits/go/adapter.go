// Package kit lets a contestant written in Go speak with the lab (docs/contract.md): a contestant is a main package
// that tells Main how its adapters are made. Its adapter implements an interface for each thing that the library can do.
package kit

import (
	"compress/flate"
	"io"
	"runtime/debug"
	"strings"

	"assay/kit/plain"
)

// Adapter does the operations on one record at a time. R is the domain value, a type that owns what it holds.
type Adapter[R any] interface {
	// Encode gives fresh bytes of the caller's own.
	Encode(record R) ([]byte, error)
	// Decode gives a fresh record of the caller's own.
	Decode(data []byte) (R, error)
	// FromPlain and ToPlain convert outside the clock; see package plain for plain values.
	FromPlain(value any) (R, error)
	ToPlain(record R) (any, error)
}

// Appender is an adapter whose library appends to a caller's buffer.
type Appender[R any] interface {
	Adapter[R]
	// EncodeInto appends the bytes of a record; those in the buffer stay as they are. The buffer is the same one in
	// every call of an adapter.
	EncodeInto(record R, buffer *Buffer) error
}

// ContainerAdapter is an adapter whose library has object container files, too.
type ContainerAdapter[R any] interface {
	Adapter[R]
	// NewContainer makes ready what files of the settings need.
	NewContainer(settings Settings) (Container[R], error)
}

// Container does the operations on object container files in memory.
type Container[R any] interface {
	// Write gives the bytes of one file, the caller's own.
	Write(records []R) ([]byte, error)
	// Open begins to read a file.
	Open(file []byte) (Records[R], error)
}

// Records is a container file that is being read.
type Records[R any] interface {
	// Next gives the next record, or io.EOF after the last one.
	Next() (R, error)
	Close() error
}

// Settings are those of container files.
type Settings struct {
	// Compression is "null", "deflate", "snappy" or "zstandard".
	Compression string
	// Level is the codec's own; nil where it has none.
	Level *int
	// BlockBytes is the size of a block's uncompressed data at which a writer begins the next block.
	BlockBytes int
}

// LevelOr is the level, or the given one where the settings have none.
func (s Settings) LevelOr(usual int) int {
	if s.Level == nil {
		return usual
	}
	return *s.Level
}

// DeflateLevel is the level for compress/flate, with which Go's libraries deflate. They do not all look at its errors.
func (s Settings) DeflateLevel() (int, error) {
	level := s.LevelOr(flate.DefaultCompression)
	if _, err := flate.NewWriter(io.Discard, level); err != nil {
		return 0, Unsupported("%w", err)
	}
	return level, nil
}

// Schema is the schema of the records: its text, and the same as the lab has resolved it.
type Schema struct {
	Text     string
	Resolved *plain.Schema
}

// version is the version of the module that is linked in. What is not a module, a package of Go's own or the null
// contestant, has no version beside the toolchain's, which hello reports as the runtime; its first version is 1.
func version(path string) string {
	info, ok := debug.ReadBuildInfo()
	domain, _, _ := strings.Cut(path, "/")
	if !ok || !strings.Contains(domain, ".") {
		return "1"
	}
	for _, module := range info.Deps {
		if module.Path == path {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return ""
}
