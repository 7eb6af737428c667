package kit

import (
	"fmt"

	"assay/kit/plain"
)

// plainDocument is the plain value of a parsed document, from which its canonical line is written. Errors name the place.
func plainDocument(schema *plain.Schema, value any) (any, error) {
	switch schema.Type {
	case "int":
		if number, ok := value.(float64); ok && number == float64(int32(number)) {
			return int32(number), nil
		}
	case "long":
		if number, ok := value.(float64); ok && number == float64(int64(number)) {
			return int64(number), nil
		}
	case "float":
		if number, ok := value.(float64); ok {
			return float32(number), nil
		}
	case "array":
		if items, ok := value.([]any); ok {
			return plain.EachItem(schema, items, plainDocument)
		}
	case "map":
		if entries, ok := value.(map[string]any); ok {
			return plain.EachEntry(schema, entries, plainDocument)
		}
	case "record":
		if entries, ok := value.(map[string]any); ok && len(entries) == len(schema.Fields) {
			return plain.EachField(schema, entries, plainDocument)
		}
	case "union":
		return plainUnion(schema, value)
	case "bytes", "fixed":
		return nil, Unsupported("documents with bytes are not read")
	default:
		return value, nil // what writes its text is strict
	}
	return nil, fmt.Errorf("%v is no %s", value, schema.Type)
}

// plainUnion takes the first branch that the value fits; records before maps, since JSON has one kind for both.
func plainUnion(union *plain.Schema, value any) (any, error) {
	for _, maps := range []bool{false, true} {
		for number, branch := range union.Branches {
			if (branch.Kind == plain.KindMap) != maps {
				continue
			}
			inner, err := plainDocument(branch, value)
			if err != nil {
				continue
			}
			if _, err := plain.Append(nil, branch, inner); err == nil {
				return plain.Union{Branch: number, Value: inner}, nil
			}
		}
	}
	return nil, fmt.Errorf("%v fits no branch of the union", value)
}
