package values

import (
	"reflect"

	"assay/kit/plain"
)

// FromPlain gives the generic value: records and maps are map[string]any, arrays []any, and a union's value other than
// null a map[string]any of one entry under its branch's name.
func FromPlain(schema *plain.Schema, value any) any {
	switch schema.Type {
	case "array":
		items := value.([]any)
		made := make([]any, len(items))
		for number, item := range items {
			made[number] = FromPlain(schema.Items, item)
		}
		return made
	case "map":
		entries := value.(map[string]any)
		made := make(map[string]any, len(entries))
		for key, entry := range entries {
			made[key] = FromPlain(schema.Items, entry)
		}
		return made
	case "record":
		made := make(map[string]any, len(schema.Fields))
		for number, field := range schema.Fields {
			made[field.Name] = FromPlain(field.Schema, value.(plain.Record)[number])
		}
		return made
	case "union":
		union := value.(plain.Union)
		branch := schema.Branches[union.Branch]
		if branch.Type == "null" {
			return nil
		}
		return map[string]any{branch.BranchName(): FromPlain(branch, union.Value)}
	}
	return value
}

// ToPlain is the way back from a generic value.
func ToPlain(schema *plain.Schema, value any) (any, error) {
	return (&reader{tagged: true}).read(schema, reflect.ValueOf(&value).Elem())
}
