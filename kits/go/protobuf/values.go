// Package protobuf converts between plain values and Protobuf messages as the lab generates them from a schema
// (docs/formats.md), by reflection, outside the clock. It is a module of its own, so that the kit has no dependencies.
package protobuf

import (
	"fmt"

	"assay/kit/plain"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Pointer is a message of type T.
type Pointer[T any] interface {
	*T
	proto.Message
}

// Values has the two conversions that an adapter needs, for records that are messages.
type Values[T any, M Pointer[T]] struct {
	schema *plain.Schema
}

// NewValues: the schema is that of the whole record, whose message is T.
func NewValues[T any, M Pointer[T]](schema *plain.Schema) Values[T, M] {
	return Values[T, M]{schema}
}

// FromPlain gives a new message.
func (v Values[T, M]) FromPlain(value any) (M, error) {
	record := M(new(T))
	message := record.ProtoReflect()
	if isAlone(v.schema) {
		message.Set(field(message, 1), single(v.schema, value, message.NewField(field(message, 1))))
	} else {
		fill(v.schema, value, message)
	}
	return record, nil
}

// ToPlain is the way back.
func (v Values[T, M]) ToPlain(record M) (any, error) {
	message := record.ProtoReflect()
	if isAlone(v.schema) {
		return read(v.schema, message.Get(field(message, 1)))
	}
	return readMessage(v.schema, message)
}

// isAlone says whether a type is not a message by itself, so that as a whole record it is in a field of one.
func isAlone(schema *plain.Schema) bool {
	switch schema.Type {
	case "null", "record", "array", "map", "union":
		return false
	}
	return true
}

func field(message protoreflect.Message, number int) protoreflect.FieldDescriptor {
	return message.Descriptor().Fields().ByNumber(protoreflect.FieldNumber(number))
}

// fieldOfBranch is the number of a branch's field in the message of a union, where null has none.
func fieldOfBranch(union *plain.Schema, branch int) int {
	number := 0
	for _, each := range union.Branches[:branch+1] {
		if each.Type != "null" {
			number++
		}
	}
	return number
}

// fill enters a value into the message that its type has: a record's, or one that wraps what no field can have.
func fill(schema *plain.Schema, value any, message protoreflect.Message) {
	_, _, _, optional := schema.Optional()
	switch {
	case schema.Type == "record":
		for number, each := range schema.Fields {
			place(each.Schema, value.(plain.Record)[number], message, field(message, number+1))
		}
	case schema.Type == "union" && !optional:
		union := value.(plain.Union)
		if branch := schema.Branches[union.Branch]; branch.Type != "null" {
			target := field(message, fieldOfBranch(schema, union.Branch))
			message.Set(target, single(branch, union.Value, message.NewField(target)))
		}
	case schema.Type != "null":
		place(schema, value, message, field(message, 1))
	}
}

// place enters a value into a field of a message.
func place(schema *plain.Schema, value any, message protoreflect.Message, target protoreflect.FieldDescriptor) {
	switch schema.Type {
	case "null":
		return
	case "array":
		list := message.Mutable(target).List()
		for _, item := range value.([]any) {
			list.Append(single(schema.Items, item, list.NewElement()))
		}
		return
	case "map":
		entries := message.Mutable(target).Map()
		for key, entry := range value.(map[string]any) {
			entries.Set(protoreflect.ValueOf(key).MapKey(), single(schema.Items, entry, entries.NewValue()))
		}
		return
	}
	if inner, null, _, ok := schema.Optional(); ok {
		union := value.(plain.Union)
		if union.Branch == null {
			return
		}
		schema, value = inner, union.Value
	}
	message.Set(target, single(schema, value, message.NewField(target)))
}

// single is one value as Protobuf has it; fresh is a new one of its type, which only messages use.
func single(schema *plain.Schema, value any, fresh protoreflect.Value) protoreflect.Value {
	switch schema.Type {
	case "enum":
		for number, symbol := range schema.Symbols {
			if symbol == value.(string) {
				return protoreflect.ValueOfEnum(protoreflect.EnumNumber(number))
			}
		}
	case "null", "record", "array", "map", "union":
		fill(schema, value, fresh.Message())
		return fresh
	}
	return protoreflect.ValueOf(value)
}

func readMessage(schema *plain.Schema, message protoreflect.Message) (any, error) {
	_, _, _, optional := schema.Optional()
	switch {
	case schema.Type == "null":
		return nil, nil
	case schema.Type == "record":
		values := make(plain.Record, len(schema.Fields))
		for number, each := range schema.Fields {
			value, err := readPlace(each.Schema, message, field(message, number+1))
			if err != nil {
				return nil, fmt.Errorf(".%s %w", each.Name, err)
			}
			values[number] = value
		}
		return values, nil
	case schema.Type == "union" && !optional:
		return readUnion(schema, message)
	}
	return readPlace(schema, message, field(message, 1))
}

func readUnion(union *plain.Schema, message protoreflect.Message) (any, error) {
	null := -1
	for number, branch := range union.Branches {
		if branch.Type == "null" {
			null = number
		} else if source := field(message, fieldOfBranch(union, number)); message.Has(source) {
			value, err := read(branch, message.Get(source))
			return plain.Union{Branch: number, Value: value}, err
		}
	}
	if null < 0 {
		return nil, fmt.Errorf("no branch of the union %s is set", message.Descriptor().Name())
	}
	return plain.Union{Branch: null}, nil
}

func readPlace(schema *plain.Schema, message protoreflect.Message, source protoreflect.FieldDescriptor) (any, error) {
	switch schema.Type {
	case "null":
		return nil, nil
	case "array":
		list := message.Get(source).List()
		items := make([]any, list.Len())
		for number := range items {
			item, err := read(schema.Items, list.Get(number))
			if err != nil {
				return nil, fmt.Errorf("[%d] %w", number, err)
			}
			items[number] = item
		}
		return items, nil
	case "map":
		held := message.Get(source).Map()
		entries := make(map[string]any, held.Len())
		var failed error
		held.Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
			entries[key.String()], failed = read(schema.Items, value)
			return failed == nil
		})
		return entries, failed
	}
	if inner, null, other, ok := schema.Optional(); ok {
		if !message.Has(source) {
			return plain.Union{Branch: null}, nil
		}
		value, err := read(inner, message.Get(source))
		return plain.Union{Branch: other, Value: value}, err
	}
	return read(schema, message.Get(source))
}

func read(schema *plain.Schema, value protoreflect.Value) (any, error) {
	switch schema.Type {
	case "enum":
		if number := int(value.Enum()); number >= 0 && number < len(schema.Symbols) {
			return schema.Symbols[number], nil
		}
		return nil, fmt.Errorf("%d is not a symbol of %s", value.Enum(), schema.Name)
	case "null", "record", "array", "map", "union":
		return readMessage(schema, value.Message())
	}
	return value.Interface(), nil
}
