package kit

import (
	"bytes"
	"encoding/json"
	"os"
)

// Store is a store of documents (docs/stores.md), open in a folder. A document is a []byte where its form is raw, else
// what encoding/json makes of an object: a map[string]any.
type Store interface {
	// Open opens the store in the folder; where create is true the folder is empty, and the store is made there.
	Open(folder string, create bool) error
	Close() error
	// Put puts all these documents, in the places of those whose keys are there.
	Put(pairs []Pair) error
	Delete(keys []string) error
	// Flush makes safe what was written, as the class says.
	Flush() error
	// Get gives the document of a key, the caller's own, or nil.
	Get(key string) (any, error)
	// Scan hands over every document, the callee's own.
	Scan(each func(document any) error) error
}

// ManyStore is a store that is asked for the documents of several keys at once, for a batch.
type ManyStore interface {
	Store
	GetMany(keys []string) ([]any, error)
}

// Pair is a document under its key.
type Pair struct {
	Key      string
	Document any
}

// StoreSetting is how a store is to be used.
type StoreSetting struct {
	Durability string // "D0" to "D3"
	Raw        bool
}

// commitMost is the number of documents in a commit of class D3.
const commitMost = 1000

// Syncs says whether the class asks for syncs.
func (s StoreSetting) Syncs() bool { return s.Durability == "D2" || s.Durability == "D3" }

// Commits gives what goes into one commit each: 1,000 in class D3, else everything.
func Commits[T any](s StoreSetting, items []T) [][]T {
	if s.Durability != "D3" {
		return [][]T{items}
	}
	return Chunks(items, commitMost)
}

// Chunks cuts items into parts of at most so many.
func Chunks[T any](items []T, most int) [][]T {
	var parts [][]T
	for len(items) > most {
		parts, items = append(parts, items[:most]), items[most:]
	}
	return append(parts, items)
}

// Dump is the text of a document: what it is where it is raw, else by encoding/json.
func (s StoreSetting) Dump(document any) ([]byte, error) {
	if s.Raw {
		return document.([]byte), nil
	}
	return json.Marshal(document)
}

// Load is the document of a text that the store may use again: a copy where it is raw, else by encoding/json.
func (s StoreSetting) Load(text []byte) (any, error) {
	if s.Raw {
		return bytes.Clone(text), nil
	}
	return parsed(text)
}

// StoreMain serves the lab's requests for a store until `bye` or the end of standard input, and ends the process.
// module is as for Main; newStore makes a store that is not open yet.
func StoreMain(module string, newStore func(setting StoreSetting) Store) {
	exit(func(replies *os.File) error {
		return serve(&storeSession{module: module, newStore: newStore}, os.Stdin, replies)
	})
}

func parsed(text []byte) (map[string]any, error) {
	var document map[string]any
	err := json.Unmarshal(text, &document)
	return document, err
}
