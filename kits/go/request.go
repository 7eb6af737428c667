package kit

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// request holds the keys of a request; each getter gives a bad_input error that names a key that is missing or of the
// wrong type.
type request map[string]any

func parseRequest(line []byte) (request, error) {
	if !utf8.Valid(line) {
		return nil, badInput("the request is not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return nil, badInput("the request is not JSON: %w", err)
	}
	keys, ok := document.(map[string]any)
	if !ok {
		return nil, badInput("the request is not an object")
	}
	return keys, nil
}

func (r request) text(key string) (string, error) {
	value, ok := r[key]
	if !ok {
		return "", badInput("%s: missing", key)
	}
	text, ok := value.(string)
	if !ok {
		return "", badInput("%s: not a string", key)
	}
	return text, nil
}

// textOrNull gives "" for null.
func (r request) textOrNull(key string) (string, error) {
	if value, ok := r[key]; ok && value == nil {
		return "", nil
	}
	return r.text(key)
}

// textIfAny gives "" for null and for a key that is not there.
func (r request) textIfAny(key string) (string, error) {
	if r[key] == nil {
		return "", nil
	}
	return r.text(key)
}

// number is a whole number from minimum.
func (r request) number(key string, minimum int64) (int64, error) {
	value, ok := r[key]
	if !ok {
		return 0, badInput("%s: missing", key)
	}
	number, _ := value.(json.Number)
	whole, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil || whole < minimum {
		return 0, badInput("%s: not a whole number from %d", key, minimum)
	}
	return whole, nil
}

func (r request) seconds(key string) (float64, error) {
	value, ok := r[key]
	if !ok {
		return 0, badInput("%s: missing", key)
	}
	number, _ := value.(json.Number)
	seconds, err := number.Float64()
	if err != nil || seconds < 0 || seconds > 86400 || math.IsNaN(seconds) {
		return 0, badInput("%s: not a number of seconds from 0 to 86400", key)
	}
	return seconds, nil
}

// real is any number.
func (r request) real(key string) (float64, error) {
	value, ok := r[key]
	if !ok {
		return 0, badInput("%s: missing", key)
	}
	number, _ := value.(json.Number)
	real, err := number.Float64()
	if err != nil {
		return 0, badInput("%s: not a number", key)
	}
	return real, nil
}

func (r request) flag(key string) (bool, error) {
	value, ok := r[key]
	if !ok {
		return false, badInput("%s: missing", key)
	}
	flag, ok := value.(bool)
	if !ok {
		return false, badInput("%s: neither true nor false", key)
	}
	return flag, nil
}

func (r request) texts(key string) ([]string, error) {
	value, ok := r[key]
	if !ok {
		return nil, badInput("%s: missing", key)
	}
	items, ok := value.([]any)
	if !ok {
		return nil, badInput("%s: not a list", key)
	}
	texts := make([]string, len(items))
	for number, item := range items {
		if texts[number], ok = item.(string); !ok {
			return nil, badInput("%s: [%d] is not a string", key, number)
		}
	}
	return texts, nil
}

func (r request) object(key string) (request, error) {
	value, ok := r[key]
	if !ok {
		return nil, badInput("%s: missing", key)
	}
	keys, ok := value.(map[string]any)
	if !ok {
		return nil, badInput("%s: not an object", key)
	}
	return keys, nil
}

// settings are those of container files; nil where the request has none.
func (r request) settings() (*Settings, error) {
	if r["settings"] == nil {
		return nil, nil
	}
	inner, err := r.object("settings")
	if err != nil {
		return nil, err
	}
	compression, err := inner.text("compression")
	if err != nil {
		return nil, err
	}
	blockBytes, err := inner.number("block_bytes", 1)
	if err != nil {
		return nil, err
	}
	settings := &Settings{Compression: compression, BlockBytes: int(blockBytes)}
	if inner["level"] != nil {
		level, err := inner.number("level", math.MinInt32)
		if err != nil {
			return nil, err
		}
		number := int(level)
		settings.Level = &number
	}
	return settings, nil
}
