package kit

import (
	"bytes"
	"encoding/json"
	"fmt"

	"assay/kit/plain"
)

// storeSession answers the requests of a store; loaded is nil until a load has succeeded.
type storeSession struct {
	module   string
	newStore func(StoreSetting) Store
	loaded   *storeSteps
	ended    bool
}

func (s *storeSession) over() bool { return s.ended }

func (s *storeSession) answer(r request) (any, error) {
	name, err := r.text("request")
	if err != nil {
		return nil, err
	}
	switch name {
	case "hello":
		names := make([]string, len(storeOperations))
		for number, operation := range storeOperations {
			names[number] = operation.name
		}
		return greeting(r, s.module, names)
	case "load":
		return s.load(r)
	case "step":
		if s.loaded == nil {
			return nil, badInput("nothing is loaded")
		}
		return s.loaded.step(r)
	case "bye":
		s.ended = true
		return map[string]any{}, nil
	}
	return nil, badInput("request: a store has none called %q", name)
}

func (s *storeSession) load(r request) (any, error) {
	if _, err := r.text("workload"); err != nil {
		return nil, err
	}
	schema, err := resolvedOf(r)
	if err != nil {
		return nil, err
	}
	keys, err := r.object("store")
	if err != nil {
		return nil, err
	}
	setting, key, err := settingOf(keys)
	if err != nil {
		return nil, err
	}
	// Dropped first: two sets of documents at once may be more than the machine holds.
	s.loaded = nil
	pairs, err := pairsOf(r, setting, key)
	if err != nil {
		return nil, err
	}
	start := wallNow()
	store := s.newStore(setting)
	setupNs := wallNow() - start
	s.loaded = &storeSteps{schema: schema, setting: setting, key: key, pairs: pairs, store: store}
	return map[string]any{"count": len(pairs), "setup_ns": setupNs}, nil
}

func settingOf(keys request) (setting StoreSetting, key string, err error) {
	if key, err = keys.text("key"); err != nil {
		return setting, "", err
	}
	if setting.Durability, err = keys.text("durability"); err != nil {
		return setting, "", err
	}
	form, err := keys.text("boundary")
	if err == nil && form != "raw" && form != "parsed" {
		err = badInput("boundary: there is none called %q", form)
	}
	setting.Raw = form == "raw"
	return setting, key, err
}

// pairsOf reads the documents of a request: raw ones are the texts, parsed ones what encoding/json makes of them.
func pairsOf(r request, setting StoreSetting, key string) ([]Pair, error) {
	path, err := r.text("encoded")
	if err != nil {
		return nil, err
	}
	count, err := r.number("count", 0)
	if err != nil {
		return nil, err
	}
	file, err := readFile(path)
	if err != nil {
		return nil, err
	}
	texts, err := splitFrames(file)
	if err != nil {
		return nil, badInput("%s: %w", path, err)
	}
	if int64(len(texts)) != count {
		return nil, badInput("%s: %d documents where count is %d", path, len(texts), count)
	}
	pairs := make([]Pair, len(texts))
	for number, text := range texts {
		document, err := parsed(text)
		if err != nil {
			return nil, badInput("%s, document %d: %w", path, number, err)
		}
		if pairs[number].Key, err = keyOf(text, key); err != nil {
			return nil, badInput("%s, document %d: %w", path, number, err)
		}
		if pairs[number].Document = document; setting.Raw {
			pairs[number].Document = text
		}
	}
	return pairs, nil
}

// keyOf is the text of a key's field, or the digits of its number, which may have more than a float64 holds.
func keyOf(text []byte, field string) (string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return "", err
	}
	value := fields[field]
	if !bytes.HasPrefix(value, []byte{'"'}) {
		var number json.Number
		err := json.Unmarshal(value, &number)
		return number.String(), err
	}
	var key string
	err := json.Unmarshal(value, &key)
	return key, err
}

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
			return plainItems(schema, items)
		}
	case "map":
		if entries, ok := value.(map[string]any); ok {
			return plainEntries(schema, entries)
		}
	case "record":
		if entries, ok := value.(map[string]any); ok && len(entries) == len(schema.Fields) {
			return plainRecord(schema, entries)
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

func plainItems(schema *plain.Schema, items []any) (any, error) {
	values := make([]any, len(items))
	for number, item := range items {
		value, err := plainDocument(schema.Items, item)
		if err != nil {
			return nil, fmt.Errorf("[%d] %w", number, err)
		}
		values[number] = value
	}
	return values, nil
}

func plainEntries(schema *plain.Schema, entries map[string]any) (any, error) {
	values := make(map[string]any, len(entries))
	for key, entry := range entries {
		value, err := plainDocument(schema.Items, entry)
		if err != nil {
			return nil, fmt.Errorf("{%s} %w", key, err)
		}
		values[key] = value
	}
	return values, nil
}

func plainRecord(schema *plain.Schema, entries map[string]any) (any, error) {
	values := make(plain.Record, len(schema.Fields))
	for number, field := range schema.Fields {
		entry, ok := entries[field.Name]
		if !ok {
			return nil, fmt.Errorf(".%s is missing", field.Name)
		}
		value, err := plainDocument(field.Schema, entry)
		if err != nil {
			return nil, fmt.Errorf(".%s %w", field.Name, err)
		}
		values[number] = value
	}
	return values, nil
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
