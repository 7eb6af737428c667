package kit

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"assay/kit/plain"
)

// What an adapter may have beside its operations, for the request `conform` only.
type (
	canonicalForm   interface{ Canonical() string }
	resolver[R any] interface {
		Resolve(writer string, data []byte) (R, error)
	}
	jsonReader[R any] interface{ FromJSON(text string) (R, error) }
	jsonWriter[R any] interface {
		ToJSON(record R) (string, error)
	}
	singleObjectReader[R any] interface{ SingleObject(data []byte) (R, error) }
)

// row is one row of a format's conformance, outside any record set (docs/contract.md, "conform").
type row[R any] struct {
	request request
	schema  Schema
	adapter Adapter[R]
	input   string
	texts   int
}

// conform is what the library finds; its errors are refusals, and of no other kind.
func (s *session[R]) conform(r request) (any, error) {
	asked, err := newRow[R](r)
	if err != nil {
		return nil, err
	}
	ask, err := r.text("ask")
	if err != nil {
		return nil, err
	}
	if asked.adapter, err = s.newAdapter(asked.schema); err != nil {
		return nil, refusal(err)
	}
	return asked.answer(ask)
}

func newRow[R any](r request) (*row[R], error) {
	asked := &row[R]{request: r}
	var err error
	if asked.schema.Text, err = r.text("schema"); err != nil {
		return nil, err
	}
	if asked.input, err = r.text("input"); err != nil {
		return nil, err
	}
	texts, err := r.number("texts", 0)
	if err != nil {
		return nil, err
	}
	asked.texts = int(texts)
	table, err := r.text("resolved")
	if err != nil {
		return nil, err
	}
	if asked.schema.Resolved, err = plain.Resolved([]byte(table)); err != nil {
		return nil, badInput("resolved: %w", err)
	}
	return asked, nil
}

func (a *row[R]) answer(ask string) (any, error) {
	switch ask {
	case "parse":
		if able, is := a.adapter.(canonicalForm); is {
			return found(able.Canonical()), nil
		}
		return found(), nil
	case "decode":
		return a.fromBytes(a.adapter.Decode)
	case "encode":
		return a.encode()
	case "read":
		return a.read()
	case "resolve":
		if able, is := a.adapter.(resolver[R]); is {
			writer, err := a.request.text("writer")
			if err != nil {
				return nil, err
			}
			return a.fromBytes(func(data []byte) (R, error) { return able.Resolve(writer, data) })
		}
	case "from-json":
		if able, is := a.adapter.(jsonReader[R]); is {
			record, err := able.FromJSON(a.input)
			return a.value(record, err)
		}
	case "to-json":
		if able, is := a.adapter.(jsonWriter[R]); is {
			record, err := a.record()
			if err != nil {
				return nil, err
			}
			text, err := able.ToJSON(record)
			return found(text), refusal(err)
		}
	case "single-object":
		if able, is := a.adapter.(singleObjectReader[R]); is {
			return a.fromBytes(able.SingleObject)
		}
	}
	return nil, Unsupported("the contestant has no %s", ask)
}

func (a *row[R]) bytes() ([]byte, error) {
	data, err := hex.DecodeString(a.input)
	if err != nil {
		return nil, badInput("input: %w", err)
	}
	return data, nil
}

func (a *row[R]) fromBytes(decode func([]byte) (R, error)) (any, error) {
	data, err := a.bytes()
	if err != nil {
		return nil, err
	}
	record, err := decode(data)
	return a.value(record, err)
}

// record is the domain value of the input.
func (a *row[R]) record() (record R, err error) {
	value, err := plain.Read(a.schema.Resolved, []byte(a.input))
	if err != nil {
		return record, badInput("input: %w", err)
	}
	record, err = a.adapter.FromPlain(value)
	return record, refusal(err)
}

func (a *row[R]) encode() (any, error) {
	record, err := a.record()
	if err != nil {
		return nil, err
	}
	data, err := a.adapter.Encode(record)
	if err != nil {
		return nil, refusal(err)
	}
	return found(hex.EncodeToString(data)), nil
}

func (a *row[R]) read() (any, error) {
	able, is := a.adapter.(ContainerAdapter[R])
	settings, err := a.request.settings()
	if err != nil {
		return nil, err
	}
	if !is || settings == nil {
		return nil, Unsupported("the contestant has no containers")
	}
	container, err := able.NewContainer(*settings)
	if err != nil {
		return nil, err
	}
	data, err := a.bytes()
	if err != nil {
		return nil, err
	}
	records, err := container.Open(data)
	if err != nil {
		return nil, refusal(err)
	}
	defer records.Close()
	var kept []R
	for {
		record, err := records.Next()
		if errors.Is(err, io.EOF) {
			return a.values(kept), nil
		}
		if err != nil {
			return nil, refusal(err)
		}
		if len(kept) < a.texts {
			kept = append(kept, record)
		}
	}
}

func (a *row[R]) value(record R, err error) (any, error) {
	if err != nil {
		return nil, refusal(err)
	}
	return a.values([]R{record}[:min(1, a.texts)]), nil
}

// values are the canonical texts of domain values.
func (a *row[R]) values(records []R) any {
	texts := make([]string, len(records))
	for number, record := range records {
		value, err := a.adapter.ToPlain(record)
		var text []byte
		if err == nil {
			text, err = plain.Append(nil, a.schema.Resolved, value)
		}
		if err != nil {
			return map[string]any{"found": []string{}, "misfit": oneLine(err.Error())}
		}
		texts[number] = string(text)
	}
	return found(texts...)
}

func found(texts ...string) any {
	if texts == nil {
		texts = []string{}
	}
	return map[string]any{"found": texts}
}

// refusal is an error of the library's, whatever kind the adapter gave it.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", err.Error())
}
