package plain

import "fmt"

// A Part makes the plain value of one item, entry or field.
type Part func(schema *Schema, document any) (any, error)

// EachItem is the plain array of a JSON array's items. Its errors, and those of its like, name the place.
func EachItem(array *Schema, items []any, part Part) (any, error) {
	values := make([]any, len(items))
	for number, item := range items {
		value, err := part(array.Items, item)
		if err != nil {
			return nil, fmt.Errorf("[%d] %w", number, err)
		}
		values[number] = value
	}
	return values, nil
}

// EachEntry is the plain map of a JSON object's entries.
func EachEntry(object *Schema, entries map[string]any, part Part) (any, error) {
	values := make(map[string]any, len(entries))
	for key, entry := range entries {
		value, err := part(object.Items, entry)
		if err != nil {
			return nil, fmt.Errorf("{%s} %w", key, err)
		}
		values[key] = value
	}
	return values, nil
}

// EachField is the plain record of a JSON object whose keys are the record's fields.
func EachField(record *Schema, entries map[string]any, part Part) (any, error) {
	values := make(Record, len(record.Fields))
	for number, field := range record.Fields {
		entry, ok := entries[field.Name]
		if !ok {
			return nil, fmt.Errorf(".%s is missing", field.Name)
		}
		value, err := part(field.Schema, entry)
		if err != nil {
			return nil, fmt.Errorf(".%s %w", field.Name, err)
		}
		values[number] = value
	}
	return values, nil
}
