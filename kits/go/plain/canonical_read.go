package plain

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Read gives the plain value of a canonical line, without its line end. Errors name the place inside the record.
func Read(schema *Schema, line []byte) (any, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value in the line")
	}
	return read(schema, document)
}

func read(schema *Schema, document any) (any, error) {
	switch schema.Type {
	case "null":
		if document == nil {
			return nil, nil
		}
	case "boolean":
		if value, ok := document.(bool); ok {
			return value, nil
		}
	case "int":
		if value, ok := integer(document); ok && value == int64(int32(value)) {
			return int32(value), nil
		}
	case "long":
		if value, ok := integer(document); ok {
			return value, nil
		}
	case "float":
		if bits, ok := bitsOf(document, 8); ok {
			return math.Float32frombits(uint32(bits)), nil
		}
	case "double":
		if bits, ok := bitsOf(document, 16); ok {
			return math.Float64frombits(bits), nil
		}
	case "bytes":
		if value, ok := bytesOf(document); ok {
			return value, nil
		}
	case "fixed":
		if value, ok := bytesOf(document); ok && len(value) == schema.Size {
			return value, nil
		}
	case "string":
		if value, ok := document.(string); ok {
			return value, nil
		}
	case "enum":
		if value, ok := document.(string); ok && slices.Contains(schema.Symbols, value) {
			return value, nil
		}
	case "array":
		if items, ok := document.([]any); ok {
			return EachItem(schema, items, read)
		}
	case "map":
		if entries, ok := document.(map[string]any); ok {
			return EachEntry(schema, entries, read)
		}
	case "record":
		if entries, ok := document.(map[string]any); ok && len(entries) == len(schema.Fields) {
			return EachField(schema, entries, read)
		}
	case "union":
		return readUnion(schema, document)
	}
	return nil, fmt.Errorf("%s is not a canonical text of type %s", shortened(document), schema.Type)
}

// readUnion puts the value in the first branch of its kind that it fits.
func readUnion(union *Schema, document any) (any, error) {
	wanted := []Kind{kindOfText(union, document)}
	if entries, ok := document.(map[string]any); ok && union.Marked {
		if len(entries) != 1 {
			return nil, errors.New("a union without its mark")
		}
		for mark, inner := range entries {
			wanted, document = []Kind{Kind(mark)}, inner
		}
	} else if ok {
		// An unmarked object does not say whether it is a record or a map.
		wanted = []Kind{KindRecord, KindMap}
	}
	for _, kind := range wanted {
		for _, number := range union.ByKind[kind] {
			if branch := union.Branches[number]; fits(branch, document) {
				value, err := readBranch(branch, document)
				return Union{number, value}, err
			}
		}
	}
	return nil, fmt.Errorf("%s fits no branch of the union", shortened(document))
}

// readBranch differs from read for reals, which in a union are always written as doubles.
func readBranch(branch *Schema, document any) (any, error) {
	if branch.Type != "float" {
		return read(branch, document)
	}
	value, err := read(&Schema{Type: "double"}, document)
	if err != nil {
		return nil, err
	}
	return float32(value.(float64)), nil
}

// kindOfText is the kind of a value that stands unmarked in canonical text, other than an object.
func kindOfText(union *Schema, document any) Kind {
	switch document.(type) {
	case nil:
		return KindNull
	case bool:
		return KindBoolean
	case json.Number:
		return KindInteger
	case []any:
		return KindArray
	}
	// Unmarked unions have at most one kind whose text can be a JSON string.
	for _, kind := range []Kind{KindInteger, KindReal, KindBytes} {
		if _, ok := union.ByKind[kind]; ok {
			return kind
		}
	}
	return KindString
}

// fits says whether a value of the branch's kind fits the branch.
func fits(branch *Schema, document any) bool {
	switch branch.Type {
	case "int":
		value, ok := integer(document)
		return ok && value == int64(int32(value))
	case "enum":
		symbol, ok := document.(string)
		return ok && slices.Contains(branch.Symbols, symbol)
	case "fixed":
		text, ok := document.(string)
		return ok && len(text) == 2*branch.Size
	case "record":
		entries, ok := document.(map[string]any)
		if !ok || len(entries) != len(branch.Fields) {
			return false
		}
		for _, field := range branch.Fields {
			if _, ok := entries[field.Name]; !ok {
				return false
			}
		}
	}
	return true
}

func integer(document any) (int64, bool) {
	var text string
	switch document := document.(type) {
	case json.Number:
		text = string(document)
	case string:
		text = document
	}
	value, err := strconv.ParseInt(text, 10, 64)
	return value, err == nil
}

func bitsOf(document any, digits int) (uint64, bool) {
	text, ok := document.(string)
	if !ok || len(text) != digits {
		return 0, false
	}
	bits, err := strconv.ParseUint(text, 16, 64)
	return bits, err == nil
}

func bytesOf(document any) ([]byte, bool) {
	text, ok := document.(string)
	if !ok {
		return nil, false
	}
	value, err := hex.DecodeString(text)
	return value, err == nil
}
