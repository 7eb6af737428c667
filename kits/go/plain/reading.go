package plain

import (
	"encoding/binary"
	"math"
	"math/bits"
)

const (
	readingStart  = 0x9E3779B97F4A7C15
	readingFactor = 0xD6E8FEB86659FD93
	readingNaN    = 0x7FF8000000000000
)

// What is added to a number of bytes or items, so that values of several kinds differ.
const (
	textKind = (iota + 1) << 56
	bytesKind
	arrayKind
	mapKind
)

// Reading is the reading of a plain value (docs/contract.md, "Access"): 64 bits into which every field goes.
func Reading(schema *Schema, value any) uint64 { return foldValue(readingStart, schema, value) }

func foldValue(state uint64, schema *Schema, value any) uint64 {
	switch value := value.(type) {
	case nil:
		return fold(state, 0)
	case bool:
		if value {
			return fold(state, 2)
		}
		return fold(state, 1)
	case int32:
		return fold(state, uint64(value))
	case int64:
		return fold(state, uint64(value))
	case float32:
		return readReal(state, float64(value))
	case float64:
		return readReal(state, value)
	case string:
		return readText(state, value)
	case []byte:
		return readContent(fold(state, bytesKind+uint64(len(value))), value)
	case []any:
		for _, item := range value {
			state = foldValue(state, schema.Items, item)
		}
		return fold(state, arrayKind+uint64(len(value)))
	case map[string]any:
		var entries uint64
		for key, entry := range value {
			entries += foldValue(readText(readingStart, key), schema.Items, entry)
		}
		return fold(fold(state, entries), mapKind+uint64(len(value)))
	case Record:
		for number, field := range schema.Fields {
			state = foldValue(state, field.Schema, value[number])
		}
		return state
	case Union:
		return foldValue(state, schema.Branches[value.Branch], value.Value)
	}
	panic("not a plain value")
}

func fold(state, word uint64) uint64 { return (bits.RotateLeft64(state, 26) ^ word) * readingFactor }

func readReal(state uint64, value float64) uint64 {
	switch {
	case math.IsNaN(value):
		return fold(state, readingNaN)
	case value == math.Trunc(value) && math.Abs(value) <= safe && (value != 0 || !math.Signbit(value)):
		return fold(state, uint64(int64(value)))
	}
	return fold(state, math.Float64bits(value))
}

func readText(state uint64, value string) uint64 {
	return readContent(fold(state, textKind+uint64(len(value))), value)
}

func readContent[T string | []byte](state uint64, value T) uint64 {
	for ; len(value) >= 8; value = value[8:] {
		state = fold(state, binary.LittleEndian.Uint64([]byte(value[:8])))
	}
	if len(value) > 0 {
		var last [8]byte
		copy(last[:], value)
		state = fold(state, binary.LittleEndian.Uint64(last[:]))
	}
	return state
}
