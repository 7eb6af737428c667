package values

import (
	"fmt"
	"reflect"

	"assay/kit/plain"
)

// types holds an empty value of the Go type of every named schema, by full name.
type types map[string]any

var primitives = map[string]reflect.Type{
	"null":    reflect.TypeFor[*struct{}](),
	"boolean": reflect.TypeFor[bool](),
	"int":     reflect.TypeFor[int32](),
	"long":    reflect.TypeFor[int64](),
	"float":   reflect.TypeFor[float32](),
	"double":  reflect.TypeFor[float64](),
	"bytes":   reflect.TypeFor[[]byte](),
	"string":  reflect.TypeFor[string](),
}

// of is the Go type of a schema's values in generated structs.
func (t types) of(schema *plain.Schema) (reflect.Type, error) {
	switch schema.Type {
	case "array", "map":
		items, err := t.of(schema.Items)
		if err != nil {
			return nil, err
		}
		if schema.Type == "map" {
			return reflect.MapOf(primitives["string"], items), nil
		}
		return reflect.SliceOf(items), nil
	case "union":
		inner, _, _, ok := schema.Optional()
		if !ok {
			return reflect.TypeFor[any](), nil
		}
		typ, err := t.of(inner)
		if err != nil {
			return nil, err
		}
		return reflect.PointerTo(typ), nil
	case "record", "enum", "fixed":
		value, ok := t[schema.Name]
		if !ok {
			return nil, fmt.Errorf("no Go type was generated for %s", schema.Name)
		}
		return reflect.TypeOf(value), nil
	}
	return primitives[schema.Type], nil
}

// Branch is a branch of a union that is an `any`, with an empty value of its Go type.
type Branch struct {
	Schema *plain.Schema
	Value  any
}

// Branches are those of all unions of a schema that are an `any`, without null and the other primitives. The value of a
// record is a pointer to its struct.
func (s *Structs[R]) Branches() ([]Branch, error) {
	var found []Branch
	seen := map[*plain.Schema]bool{}
	var visit func(schema *plain.Schema) error
	visit = func(schema *plain.Schema) error {
		if schema == nil || seen[schema] {
			return nil
		}
		seen[schema] = true
		_, _, _, optional := schema.Optional()
		for _, branch := range schema.Branches {
			if primitives[branch.Type] == nil && !optional {
				typ, err := s.types.of(branch)
				if err != nil {
					return err
				}
				if branch.Type == "record" {
					typ = reflect.PointerTo(typ)
				}
				found = append(found, Branch{branch, reflect.Zero(typ).Interface()})
			}
			if err := visit(branch); err != nil {
				return err
			}
		}
		for _, field := range schema.Fields {
			if err := visit(field.Schema); err != nil {
				return err
			}
		}
		return visit(schema.Items)
	}
	return found, visit(s.schema)
}
