// Package plain holds what the kit knows of Avro: a small model of a schema, plain values (a record as the kit's own
// neutral value), and their canonical text. Logical types are not known here: the lab removes them.
package plain

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Kind is the contract's kind of a value, or of the values of a schema.
type Kind string

const (
	KindNull    Kind = "null"
	KindBoolean Kind = "boolean"
	KindInteger Kind = "integer"
	KindReal    Kind = "real"
	KindString  Kind = "string"
	KindBytes   Kind = "bytes"
	KindArray   Kind = "array"
	KindMap     Kind = "map"
	KindRecord  Kind = "record"
)

var kinds = map[string]Kind{
	"null": KindNull, "boolean": KindBoolean, "int": KindInteger, "long": KindInteger,
	"float": KindReal, "double": KindReal, "bytes": KindBytes, "fixed": KindBytes,
	"string": KindString, "enum": KindString, "array": KindArray, "map": KindMap, "record": KindRecord,
}

// Schema is a parsed schema, or a part of one; a recursive schema is a circle of pointers.
type Schema struct {
	// Type is the Avro type: "null" … "string", "fixed", "enum", "array", "map", "record" or "union".
	Type string
	// Name is the full name of a record, enum or fixed.
	Name string
	// Size is that of a fixed, in bytes.
	Size int
	// Symbols are those of an enum.
	Symbols []string
	// Items is the schema of an array's items or of a map's values.
	Items *Schema
	// Fields are those of a record, in order.
	Fields []Field
	// Branches are those of a union.
	Branches []*Schema
}

// Field is a field of a record.
type Field struct {
	Name   string
	Schema *Schema
}

// Kind is the kind of the schema's values; empty for a union.
func (s *Schema) Kind() Kind { return kinds[s.Type] }

// BranchName is the name by which Avro knows the schema as a branch of a union.
func (s *Schema) BranchName() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Type
}

// Optional gives the other branch of a union of null and one other schema, with the numbers of null and of it.
func (s *Schema) Optional() (inner *Schema, null, other int, ok bool) {
	if s.Type != "union" || len(s.Branches) != 2 {
		return nil, 0, 0, false
	}
	for number, branch := range s.Branches {
		if branch.Type == "null" {
			return s.Branches[1-number], number, 1 - number, true
		}
	}
	return nil, 0, 0, false
}

// has tells whether a union has a branch of the kind.
func (s *Schema) has(kind Kind) bool {
	for _, branch := range s.Branches {
		if branch.Kind() == kind {
			return true
		}
	}
	return false
}

// marked tells whether values of a union carry their kind in canonical text, because a text could mean several.
func (s *Schema) marked() bool {
	number := 0
	for _, kind := range []Kind{KindInteger, KindReal, KindString, KindBytes} {
		if s.has(kind) {
			number++
		}
	}
	return number > 1
}

// Parse reads the JSON text of a schema.
func Parse(text []byte) (*Schema, error) {
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	return (&parser{named: map[string]*Schema{}}).schema(document, "")
}

type parser struct {
	named map[string]*Schema
}

type object = map[string]any

func (p *parser) schema(document any, namespace string) (*Schema, error) {
	switch document := document.(type) {
	case string:
		return p.reference(document, namespace)
	case []any:
		return p.union(document, namespace)
	case object:
		switch name := document["type"].(type) {
		case nil:
			return nil, errors.New(`a schema object without "type"`)
		case string:
			return p.complex(name, document, namespace)
		default:
			return p.schema(name, namespace)
		}
	}
	return nil, fmt.Errorf("a schema is a name, an object or a list, not %v", document)
}

func (p *parser) reference(name, namespace string) (*Schema, error) {
	switch name {
	case "null", "boolean", "int", "long", "float", "double", "bytes", "string":
		return &Schema{Type: name}, nil
	}
	if found, ok := p.named[qualified(name, namespace)]; ok {
		return found, nil
	}
	if found, ok := p.named[name]; ok {
		return found, nil
	}
	return nil, fmt.Errorf("unknown type %q", name)
}

func (p *parser) union(branches []any, namespace string) (*Schema, error) {
	union := &Schema{Type: "union"}
	for _, document := range branches {
		branch, err := p.schema(document, namespace)
		if err != nil {
			return nil, err
		}
		if branch.Type == "union" {
			return nil, errors.New("a union may not hold a union directly")
		}
		union.Branches = append(union.Branches, branch)
	}
	if len(union.Branches) == 0 {
		return nil, errors.New("a union needs at least one branch")
	}
	return union, nil
}

func (p *parser) complex(name string, document object, namespace string) (*Schema, error) {
	switch name {
	case "array", "map":
		key := map[string]string{"array": "items", "map": "values"}[name]
		items, err := p.schema(document[key], namespace)
		return &Schema{Type: name, Items: items}, err
	case "record", "error":
		return p.record(document, namespace)
	case "enum":
		schema, _, err := p.declare("enum", document, namespace)
		if err != nil {
			return nil, err
		}
		symbols, _ := document["symbols"].([]any)
		for _, symbol := range symbols {
			text, ok := symbol.(string)
			if !ok {
				return nil, fmt.Errorf("%s: a symbol that is no string", schema.Name)
			}
			schema.Symbols = append(schema.Symbols, text)
		}
		return schema, nil
	case "fixed":
		schema, _, err := p.declare("fixed", document, namespace)
		if err != nil {
			return nil, err
		}
		size, ok := document["size"].(float64)
		if !ok || size < 0 || size != float64(int(size)) {
			return nil, fmt.Errorf("%s: the size is no whole number", schema.Name)
		}
		schema.Size = int(size)
		return schema, nil
	}
	return p.reference(name, namespace)
}

func (p *parser) record(document object, namespace string) (*Schema, error) {
	schema, inner, err := p.declare("record", document, namespace)
	if err != nil {
		return nil, err
	}
	fields, ok := document["fields"].([]any)
	if !ok {
		return nil, fmt.Errorf("%s: \"fields\" is no list", schema.Name)
	}
	for _, each := range fields {
		field, _ := each.(object)
		name, ok := field["name"].(string)
		if !ok {
			return nil, fmt.Errorf("%s: a field without a name", schema.Name)
		}
		of, err := p.schema(field["type"], inner)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", schema.Name, name, err)
		}
		schema.Fields = append(schema.Fields, Field{name, of})
	}
	return schema, nil
}

// declare makes a named schema known and tells the namespace inside it.
func (p *parser) declare(kind string, document object, namespace string) (*Schema, string, error) {
	name, ok := document["name"].(string)
	if !ok || name == "" {
		return nil, "", fmt.Errorf("a %s without a name", kind)
	}
	if own, ok := document["namespace"].(string); ok {
		namespace = own
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		namespace = name[:dot]
	}
	schema := &Schema{Type: kind, Name: qualified(name, namespace)}
	if _, twice := p.named[schema.Name]; twice {
		return nil, "", fmt.Errorf("%s is defined twice", schema.Name)
	}
	p.named[schema.Name] = schema
	return schema, namespace, nil
}

func qualified(name, namespace string) string {
	if namespace == "" || strings.ContainsRune(name, '.') {
		return name
	}
	return namespace + "." + name
}
