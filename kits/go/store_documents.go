package kit

import (
	"bytes"
	"encoding/json"
)

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
