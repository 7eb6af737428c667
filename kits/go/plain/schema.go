// Package plain holds what the kit knows of Avro: a schema as the lab has resolved it, plain values (a record as the kit's
// own neutral value), and their canonical text. Logical types are not known here: the lab removes them.
package plain

import (
	"encoding/json"
	"fmt"
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

// Schema is a schema, or a part of one; a recursive schema is a circle of pointers.
type Schema struct {
	// Type is the Avro type: "null" … "string", "fixed", "enum", "array", "map", "record" or "union".
	Type string
	// Kind is that of the schema's values; empty for a union.
	Kind Kind
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
	// ByKind has for each kind of a union's values the numbers of the branches to try, in this order.
	ByKind map[Kind][]int
	// Marked says whether values of a union other than null carry their kind in canonical text.
	Marked bool
}

// Field is a field of a record.
type Field struct {
	Name   string
	Schema *Schema
}

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

// table is a resolved schema as the contract has it: types that refer to each other by number.
type table struct {
	Root  int
	Types []struct {
		Type    string
		Kind    Kind
		Name    string
		Size    int
		Symbols []string
		Items   int
		Values  int
		Fields  []struct {
			Name string
			Type int
		}
		Branches []int
		ByKind   map[Kind][]int `json:"by_kind"`
		Marked   bool
	}
}

// Resolved reads the JSON text of a resolved schema.
func Resolved(text []byte) (*Schema, error) {
	var document table
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("not a table of types: %w", err)
	}
	schemas := make([]Schema, len(document.Types))
	var failed error
	// Records stand first, and their fields may be of any type; all others refer to types before them.
	of := func(number, limit int) *Schema {
		if number < 0 || number >= limit {
			failed = fmt.Errorf("there is no type %d, or not yet", number)
			return nil
		}
		return &schemas[number]
	}
	for number, entry := range document.Types {
		schema := &schemas[number]
		*schema = Schema{
			Type: entry.Type, Kind: entry.Kind, Name: entry.Name, Size: entry.Size, Symbols: entry.Symbols,
			ByKind: entry.ByKind, Marked: entry.Marked,
		}
		switch entry.Type {
		case "array":
			schema.Items = of(entry.Items, number)
		case "map":
			schema.Items = of(entry.Values, number)
		}
		for _, field := range entry.Fields {
			schema.Fields = append(schema.Fields, Field{field.Name, of(field.Type, len(schemas))})
		}
		for _, branch := range entry.Branches {
			schema.Branches = append(schema.Branches, of(branch, number))
		}
		for _, branches := range entry.ByKind {
			for _, branch := range branches {
				if branch < 0 || branch >= len(entry.Branches) {
					failed = fmt.Errorf("a union has no branch %d", branch)
				}
			}
		}
	}
	root := of(document.Root, len(schemas))
	return root, failed
}
