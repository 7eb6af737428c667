// Package wire holds what the methods of generated types need that does not depend on the schema. In formats that
// describe themselves a union's value stands alone, and its kind says which branch it takes.
package wire

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
)

// Kind is what the first byte, or in JSON the text, of an encoded value says of it.
type Kind int

const (
	Unknown Kind = iota
	Null
	Boolean
	Integer
	Real
	String
	Bytes
	Array
	Object
)

// ErrNoBranch is for a value that is in none of the union's branches.
var ErrNoBranch = errors.New("the value fits no branch of the union")

// ErrEmpty is for a union without null of which no branch is set.
var ErrEmpty = errors.New("no branch of the union is set")

// ErrNoSymbol is for a number that stands for none of an enum's symbols.
var ErrNoSymbol = errors.New("the number is not a symbol of the enum")

// Present is content that is there, though it may be empty: to Protobuf nil is absent.
func Present(content []byte) []byte {
	if content == nil {
		return []byte{}
	}
	return content
}

// FixedFromBytes reads the bytes of a fixed.
func FixedFromBytes(fixed, content []byte) error {
	if len(content) != len(fixed) {
		return fmt.Errorf("%d bytes for a fixed of %d", len(content), len(fixed))
	}
	copy(fixed, content)
	return nil
}

// FixedFromBase64 reads the bytes of a fixed.
func FixedFromBase64(fixed, text []byte) error {
	var room [66]byte
	content, err := base64.StdEncoding.AppendDecode(room[:0], text)
	if err != nil {
		return err
	}
	return FixedFromBytes(fixed, content)
}

// HasOnly says whether an object has exactly the fields of a record.
func HasOnly[V any](object map[string]V, fields ...string) bool {
	if len(object) != len(fields) {
		return false
	}
	for _, field := range fields {
		if _, ok := object[field]; !ok {
			return false
		}
	}
	return true
}

// JSON is the kind of a JSON value; a number is an integer where it has neither fraction nor exponent.
func JSON(text []byte) Kind {
	if len(text) == 0 {
		return Unknown
	}
	switch text[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Boolean
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	if bytes.ContainsAny(text, ".eE") {
		return Real
	}
	return Integer
}

// WithFraction is the text of a real where an integer may stand too, so that it is read as a real again.
func WithFraction(text []byte, err error) ([]byte, error) {
	if err != nil || JSON(text) == Real {
		return text, err
	}
	return append(text, ".0"...), nil
}

// CBOR is the kind of a CBOR value.
func CBOR(data []byte) Kind {
	if len(data) == 0 {
		return Unknown
	}
	switch data[0] {
	case 0xf4, 0xf5:
		return Boolean
	case 0xf6:
		return Null
	case 0xf9, 0xfa, 0xfb:
		return Real
	}
	// The major type.
	switch data[0] >> 5 {
	case 0, 1:
		return Integer
	case 2:
		return Bytes
	case 3:
		return String
	case 4:
		return Array
	case 5:
		return Object
	}
	return Unknown
}

// MessagePack is the kind of a MessagePack value.
func MessagePack(data []byte) Kind {
	if len(data) == 0 {
		return Unknown
	}
	return MessagePackCode(data[0])
}

// MessagePackCode is the kind of a MessagePack value by its first byte.
func MessagePackCode(code byte) Kind {
	switch {
	case code <= 0x7f || code >= 0xe0 || code >= 0xcc && code <= 0xd3:
		return Integer
	case code <= 0x8f || code == 0xde || code == 0xdf:
		return Object
	case code <= 0x9f || code == 0xdc || code == 0xdd:
		return Array
	case code <= 0xbf || code >= 0xd9 && code <= 0xdb:
		return String
	case code == 0xc0:
		return Null
	case code == 0xc2 || code == 0xc3:
		return Boolean
	case code >= 0xc4 && code <= 0xc6:
		return Bytes
	case code == 0xca || code == 0xcb:
		return Real
	}
	return Unknown
}
