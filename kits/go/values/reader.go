package values

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"assay/kit/plain"
)

// reader makes plain values of what a library holds or decodes, struct or generic, by the schema.
type reader struct {
	// types are those of named schemas; nil where values are generic.
	types types
	// tagged says that a union's value always is a map of one entry under its branch's name.
	tagged bool
}

func (r *reader) read(schema *plain.Schema, value reflect.Value) (any, error) {
	if schema.Type == "union" {
		return r.readUnion(schema, value)
	}
	for value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer {
		if value.IsNil() {
			break
		}
		value = value.Elem()
	}
	kind := value.Kind()
	switch schema.Type {
	case "null":
		if kind == reflect.Invalid || (kind == reflect.Pointer || kind == reflect.Interface) && value.IsNil() {
			return nil, nil
		}
	case "boolean":
		if kind == reflect.Bool {
			return value.Bool(), nil
		}
	case "int":
		if value.CanInt() && value.Int() >= math.MinInt32 && value.Int() <= math.MaxInt32 {
			return int32(value.Int()), nil
		}
	case "long":
		if value.CanInt() {
			return value.Int(), nil
		}
	case "float":
		if kind == reflect.Float32 {
			return float32(value.Float()), nil
		}
	case "double":
		if kind == reflect.Float64 {
			return value.Float(), nil
		}
	case "string", "enum":
		if kind == reflect.String {
			return value.String(), nil
		}
	case "bytes", "fixed":
		return r.readBytes(value)
	case "array":
		if kind == reflect.Slice {
			return r.readArray(schema, value)
		}
	case "map":
		if kind == reflect.Map {
			return r.readMap(schema, value)
		}
	case "record":
		return r.readRecord(schema, value)
	}
	return nil, misfit(schema, value)
}

func (r *reader) readBytes(value reflect.Value) (any, error) {
	switch {
	case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Uint8:
		return append([]byte{}, value.Bytes()...), nil
	case value.Kind() == reflect.Array && value.Type().Elem().Kind() == reflect.Uint8:
		content := make([]byte, value.Len())
		reflect.Copy(reflect.ValueOf(content), value)
		return content, nil
	}
	return nil, misfit(&plain.Schema{Type: "bytes"}, value)
}

func (r *reader) readArray(schema *plain.Schema, value reflect.Value) (any, error) {
	items := make([]any, value.Len())
	for number := range items {
		item, err := r.read(schema.Items, value.Index(number))
		if err != nil {
			return nil, fmt.Errorf("[%d] %w", number, err)
		}
		items[number] = item
	}
	return items, nil
}

func (r *reader) readMap(schema *plain.Schema, value reflect.Value) (any, error) {
	entries := make(map[string]any, value.Len())
	for each := value.MapRange(); each.Next(); {
		entry, err := r.read(schema.Items, each.Value())
		if err != nil {
			return nil, fmt.Errorf("{%s} %w", each.Key(), err)
		}
		entries[each.Key().String()] = entry
	}
	return entries, nil
}

func (r *reader) readRecord(schema *plain.Schema, value reflect.Value) (any, error) {
	values := make(plain.Record, len(schema.Fields))
	isStruct := value.Kind() == reflect.Struct && value.NumField() == len(schema.Fields)
	if !isStruct && (value.Kind() != reflect.Map || value.Len() != len(schema.Fields)) {
		return nil, misfit(schema, value)
	}
	for number, field := range schema.Fields {
		var inner reflect.Value
		if isStruct {
			inner = value.Field(number)
		} else {
			inner = value.MapIndex(reflect.ValueOf(field.Name))
		}
		if !inner.IsValid() {
			return nil, fmt.Errorf(".%s is missing", field.Name)
		}
		made, err := r.read(field.Schema, inner)
		if err != nil {
			return nil, fmt.Errorf(".%s %w", field.Name, err)
		}
		values[number] = made
	}
	return values, nil
}

func (r *reader) readUnion(schema *plain.Schema, value reflect.Value) (any, error) {
	if value.Kind() == reflect.Struct {
		return r.readPointers(schema, value)
	}
	if value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	if !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil() {
		for number, branch := range schema.Branches {
			if branch.Type == "null" {
				return plain.Union{Branch: number}, nil
			}
		}
		return nil, misfit(schema, value)
	}
	if r.tagged || value.Type() == reflect.TypeFor[Tagged]() {
		return r.readTagged(schema, value)
	}
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if branch, _, number, ok := schema.Optional(); ok {
		inner, err := r.read(branch, value)
		return plain.Union{Branch: number, Value: inner}, err
	}
	for _, same := range []func(*plain.Schema, reflect.Value) bool{r.isOf, looksLike} {
		for number, branch := range schema.Branches {
			if branch.Type != "null" && same(branch, value) {
				inner, err := r.read(branch, value)
				return plain.Union{Branch: number, Value: inner}, err
			}
		}
	}
	return nil, misfit(schema, value)
}

// readPointers reads the struct of a union, which has a pointer for each branch but null.
func (r *reader) readPointers(schema *plain.Schema, value reflect.Value) (any, error) {
	null := -1
	for number, branch := range schema.Branches {
		if branch.Type == "null" {
			null = number
		} else if place := value.Field(placeOf(schema, number)); !place.IsNil() {
			inner, err := r.read(branch, place.Elem())
			return plain.Union{Branch: number, Value: inner}, err
		}
	}
	if null < 0 {
		return nil, misfit(schema, value)
	}
	return plain.Union{Branch: null}, nil
}

func (r *reader) readTagged(schema *plain.Schema, value reflect.Value) (any, error) {
	if value.Kind() == reflect.Map && value.Len() == 1 {
		entry := value.MapRange()
		entry.Next()
		for number, branch := range schema.Branches {
			if branch.BranchName() == entry.Key().String() {
				inner, err := r.read(branch, entry.Value())
				return plain.Union{Branch: number, Value: inner}, err
			}
		}
	}
	return nil, misfit(schema, value)
}

// isOf says whether the value has the very Go type that the branch has in generated structs.
func (r *reader) isOf(branch *plain.Schema, value reflect.Value) bool {
	typ, err := r.types.of(branch)
	return err == nil && typ == value.Type()
}

// looksLike says whether a generic value, as libraries decode into an `any`, can be one of the branch.
func looksLike(branch *plain.Schema, value reflect.Value) bool {
	switch branch.Type {
	case "int", "long":
		return value.Kind() == reflect.Int
	case "enum":
		return value.Kind() == reflect.String && slices.Contains(branch.Symbols, value.String())
	case "fixed":
		kind := value.Kind()
		return (kind == reflect.Slice || kind == reflect.Array) && value.Len() == branch.Size
	case "array":
		return value.Kind() == reflect.Slice && value.Type().Elem().Kind() != reflect.Uint8
	case "map":
		return value.Kind() == reflect.Map
	case "record":
		if value.Kind() != reflect.Map || value.Len() != len(branch.Fields) {
			return false
		}
		for _, field := range branch.Fields {
			if !value.MapIndex(reflect.ValueOf(field.Name)).IsValid() {
				return false
			}
		}
		return true
	}
	return false
}

func misfit(schema *plain.Schema, value reflect.Value) error {
	if !value.IsValid() {
		return fmt.Errorf("nil is not a value of type %s", schema.Type)
	}
	return fmt.Errorf("a %v is not a value of type %s", value.Type(), schema.Type)
}
