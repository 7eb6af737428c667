package plain

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"unicode/utf8"
)

// safe is the greatest integer up to which every JSON reader, and every double, is exact.
const safe = 1<<53 - 1

// Append appends the canonical text of a plain value, without a line end. It is strict: a value that is not exactly of
// the schema's shape is an error, which names the place inside the record.
func Append(text []byte, schema *Schema, value any) ([]byte, error) {
	switch schema.Type {
	case "null":
		if value == nil {
			return append(text, "null"...), nil
		}
	case "boolean":
		if value, ok := value.(bool); ok {
			return strconv.AppendBool(text, value), nil
		}
	case "int":
		if value, ok := value.(int32); ok {
			return strconv.AppendInt(text, int64(value), 10), nil
		}
	case "long":
		if value, ok := value.(int64); ok {
			return appendInteger(text, value), nil
		}
	case "float":
		if value, ok := value.(float32); ok {
			return appendFloat(text, value), nil
		}
	case "double":
		if value, ok := value.(float64); ok {
			return appendDouble(text, value), nil
		}
	case "bytes":
		if value, ok := value.([]byte); ok {
			return appendBytes(text, value), nil
		}
	case "fixed":
		if value, ok := value.([]byte); ok && len(value) == schema.Size {
			return appendBytes(text, value), nil
		}
	case "string":
		if value, ok := value.(string); ok {
			return appendString(text, value)
		}
	case "enum":
		if value, ok := value.(string); ok && slices.Contains(schema.Symbols, value) {
			return appendString(text, value)
		}
	case "array":
		if value, ok := value.([]any); ok {
			return appendArray(text, schema, value)
		}
	case "map":
		if value, ok := value.(map[string]any); ok {
			return appendMap(text, schema, value)
		}
	case "record":
		if value, ok := value.(Record); ok && len(value) == len(schema.Fields) {
			return appendRecord(text, schema, value)
		}
	case "union":
		if value, ok := value.(Union); ok && value.Branch >= 0 && value.Branch < len(schema.Branches) {
			return appendUnion(text, schema, value)
		}
	}
	return nil, fmt.Errorf("%s is not a value of type %s", shortened(value), schema.Type)
}

func appendArray(text []byte, schema *Schema, items []any) ([]byte, error) {
	text = append(text, '[')
	var err error
	for number, item := range items {
		text = separate(text, number)
		if text, err = Append(text, schema.Items, item); err != nil {
			return nil, fmt.Errorf("[%d] %w", number, err)
		}
	}
	return append(text, ']'), nil
}

func appendMap(text []byte, schema *Schema, entries map[string]any) ([]byte, error) {
	keys := make([]string, 0, len(entries))
	for key := range entries {
		keys = append(keys, key)
	}
	sort.Strings(keys) // Go compares strings by their UTF-8 bytes, as the contract asks
	text = append(text, '{')
	var err error
	for number, key := range keys {
		text = separate(text, number)
		if text, err = appendString(text, key); err != nil {
			return nil, err
		}
		text = append(text, ':')
		if text, err = Append(text, schema.Items, entries[key]); err != nil {
			return nil, fmt.Errorf("{%s} %w", key, err)
		}
	}
	return append(text, '}'), nil
}

func appendRecord(text []byte, schema *Schema, values Record) ([]byte, error) {
	text = append(text, '{')
	var err error
	for number, field := range schema.Fields {
		text = separate(text, number)
		text = append(text, '"')
		text = append(text, field.Name...)
		text = append(text, '"', ':')
		if text, err = Append(text, field.Schema, values[number]); err != nil {
			return nil, fmt.Errorf(".%s %w", field.Name, err)
		}
	}
	return append(text, '}'), nil
}

func appendUnion(text []byte, schema *Schema, union Union) ([]byte, error) {
	branch := schema.Branches[union.Branch]
	kind := branch.Kind
	real, isReal := asReal(branch, union.Value)
	whole, isWhole := int64(0), false
	if isReal {
		whole, isWhole = asWhole(schema, real)
	}
	if isWhole {
		kind = KindInteger
	}
	marked := schema.Marked && kind != KindNull
	if marked {
		text = append(text, `{"`...)
		text = append(text, kind...)
		text = append(text, `":`...)
	}
	var err error
	switch {
	case isWhole:
		text = appendInteger(text, whole)
	case isReal:
		text = appendDouble(text, real)
	default:
		if text, err = Append(text, branch, union.Value); err != nil {
			return nil, err
		}
	}
	if marked {
		text = append(text, '}')
	}
	return text, nil
}

func asReal(branch *Schema, value any) (float64, bool) {
	switch value := value.(type) {
	case float32:
		return float64(value), branch.Type == "float"
	case float64:
		return value, branch.Type == "double"
	}
	return 0, false
}

// asWhole gives the integer that a real counts as where a union has both kinds and an integer branch takes it.
func asWhole(union *Schema, real float64) (int64, bool) {
	if real != math.Trunc(real) || math.Abs(real) > safe || real == 0 && math.Signbit(real) {
		return 0, false
	}
	whole := int64(real)
	for _, number := range union.ByKind[KindInteger] {
		if union.Branches[number].Type == "long" || whole == int64(int32(whole)) {
			return whole, true
		}
	}
	return 0, false
}

func separate(text []byte, number int) []byte {
	if number > 0 {
		return append(text, ',')
	}
	return text
}

func appendInteger(text []byte, value int64) []byte {
	if value >= -safe && value <= safe {
		return strconv.AppendInt(text, value, 10)
	}
	text = append(text, '"')
	return append(strconv.AppendInt(text, value, 10), '"')
}

func appendFloat(text []byte, value float32) []byte {
	bits := math.Float32bits(value)
	if value != value {
		bits = 0x7fc00000
	}
	return fmt.Appendf(text, `"%08x"`, bits)
}

func appendDouble(text []byte, value float64) []byte {
	bits := math.Float64bits(value)
	if value != value {
		bits = 0x7ff8000000000000
	}
	return fmt.Appendf(text, `"%016x"`, bits)
}

func appendBytes(text, value []byte) []byte {
	text = append(text, '"')
	return append(hex.AppendEncode(text, value), '"')
}

func appendString(text []byte, value string) ([]byte, error) {
	if !utf8.ValidString(value) {
		return nil, fmt.Errorf("the string %s is not UTF-8", shortened(value))
	}
	text = append(text, '"')
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		case c < 0x20:
			text = fmt.Appendf(text, `\u%04x`, c)
		default:
			text = append(text, c)
		}
	}
	return append(text, '"'), nil
}

// shortened is a value in a message.
func shortened(value any) string {
	text := fmt.Sprintf("%T %#v", value, value)
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return text
}
