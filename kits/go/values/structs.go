// Package values converts between plain values and what Go's libraries hold: structs, as the lab generates them from a
// schema, and generic values, made of maps and slices. It works outside the clock.
package values

import (
	"reflect"

	"assay/kit/plain"
)

// Tagged is a union's value by the name of its branch, for libraries that take a map of one entry for it. It is a type
// of its own so that it is distinct from a map that is a value.
type Tagged map[string]any

// Structs converts records of the generated type R, whose domain value is a pointer to it. It has the two conversions
// that an adapter needs. A struct's fields are those of the schema, in its order. A union of null and one other type is
// a pointer; any union may be a struct with a pointer for each branch but null, and every other one is an `any`.
type Structs[R any] struct {
	schema *plain.Schema
	types  types
	wrap   func(branch string, value any) any
}

// NewStructs is for structs that have an `any` for a union. named holds an empty value of the Go type of every record,
// enum and fixed of the schema, by full name. wrap turns a value into what the library wants in an `any` for a union; a
// record comes as a pointer to its struct.
func NewStructs[R any](
	schema *plain.Schema, named map[string]any, wrap func(branch string, value any) any,
) *Structs[R] {
	return &Structs[R]{schema, types(named), wrap}
}

// NewTyped is for structs whose unions are structs.
func NewTyped[R any](schema *plain.Schema) *Structs[R] { return &Structs[R]{schema: schema} }

// FromPlain gives a new record.
func (s *Structs[R]) FromPlain(value any) (*R, error) {
	record := new(R)
	err := s.set(s.schema, value, reflect.ValueOf(record).Elem())
	return record, err
}

// ToPlain is the way back.
func (s *Structs[R]) ToPlain(record *R) (any, error) {
	return (&reader{types: s.types}).read(s.schema, reflect.ValueOf(record).Elem())
}

func (s *Structs[R]) set(schema *plain.Schema, value any, target reflect.Value) error {
	switch schema.Type {
	case "null":
		return nil
	case "fixed":
		reflect.Copy(target, reflect.ValueOf(value))
		return nil
	case "enum":
		target.SetString(value.(string))
		return nil
	case "array":
		items := value.([]any)
		target.Set(reflect.MakeSlice(target.Type(), len(items), len(items)))
		for number, item := range items {
			if err := s.set(schema.Items, item, target.Index(number)); err != nil {
				return err
			}
		}
		return nil
	case "map":
		entries := value.(map[string]any)
		target.Set(reflect.MakeMapWithSize(target.Type(), len(entries)))
		for key, entry := range entries {
			inner := reflect.New(target.Type().Elem()).Elem()
			if err := s.set(schema.Items, entry, inner); err != nil {
				return err
			}
			target.SetMapIndex(reflect.ValueOf(key), inner)
		}
		return nil
	case "record":
		return s.setRecord(schema, value.(plain.Record), target)
	case "union":
		return s.setUnion(schema, value.(plain.Union), target)
	}
	target.Set(reflect.ValueOf(value).Convert(target.Type()))
	return nil
}

func (s *Structs[R]) setRecord(schema *plain.Schema, values plain.Record, target reflect.Value) error {
	if target.NumField() != len(schema.Fields) {
		return misfit(schema, target)
	}
	for number, field := range schema.Fields {
		if err := s.set(field.Schema, values[number], target.Field(number)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Structs[R]) setUnion(schema *plain.Schema, union plain.Union, target reflect.Value) error {
	branch := schema.Branches[union.Branch]
	if branch.Type == "null" {
		return nil
	}
	if target.Kind() == reflect.Struct {
		place := target.Field(placeOf(schema, union.Branch))
		place.Set(reflect.New(place.Type().Elem()))
		return s.set(branch, union.Value, place.Elem())
	}
	if inner, _, _, ok := schema.Optional(); ok {
		target.Set(reflect.New(target.Type().Elem()))
		return s.set(inner, union.Value, target.Elem())
	}
	typ, err := s.types.of(branch)
	if err != nil {
		return err
	}
	made := reflect.New(typ)
	if err := s.set(branch, union.Value, made.Elem()); err != nil {
		return err
	}
	if branch.Type != "record" {
		made = made.Elem()
	}
	target.Set(reflect.ValueOf(s.wrap(branch.BranchName(), made.Interface())))
	return nil
}

// placeOf is the place of a branch's pointer in the struct of a union, which has none for null.
func placeOf(union *plain.Schema, branch int) int {
	place := branch
	for _, before := range union.Branches[:branch] {
		if before.Type == "null" {
			place--
		}
	}
	return place
}
