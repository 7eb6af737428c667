// The contestant bbolt: one bucket, one transaction for many documents.
package main

import (
	"path/filepath"

	"assay/kit"

	"go.etcd.io/bbolt"
)

// Above so many pairs, the library advises against one transaction of random keys into a new bucket.
const transactionMost = 100_000

var bucket = []byte("documents")

type store struct {
	setting  kit.StoreSetting
	database *bbolt.DB
}

func newStore(setting kit.StoreSetting) kit.Store { return &store{setting: setting} }

func (s *store) Open(folder string, create bool) (err error) {
	options := *bbolt.DefaultOptions
	options.NoSync = !s.setting.Syncs()
	if s.database, err = bbolt.Open(filepath.Join(folder, "documents.db"), 0o600, &options); err != nil || !create {
		return err
	}
	return s.database.Update(func(transaction *bbolt.Tx) error {
		_, err := transaction.CreateBucket(bucket)
		return err
	})
}

func (s *store) Close() error { return s.database.Close() }

func (s *store) Put(pairs []kit.Pair) error {
	return commit(s, pairs, func(documents *bbolt.Bucket, pair kit.Pair) error {
		text, err := s.setting.Dump(pair.Document)
		if err != nil {
			return err
		}
		return documents.Put([]byte(pair.Key), text)
	})
}

func (s *store) Delete(keys []string) error {
	return commit(s, keys, func(documents *bbolt.Bucket, key string) error { return documents.Delete([]byte(key)) })
}

// Flush has nothing to do: each transaction has synced already, where the class asks for it.
func (s *store) Flush() error { return nil }

func (s *store) Get(key string) (document any, err error) {
	err = s.database.View(func(transaction *bbolt.Tx) error {
		document, err = s.in(transaction.Bucket(bucket), key)
		return err
	})
	return document, err
}

func (s *store) GetMany(keys []string) ([]any, error) {
	found := make([]any, len(keys))
	err := s.database.View(func(transaction *bbolt.Tx) (err error) {
		documents := transaction.Bucket(bucket)
		for number, key := range keys {
			if found[number], err = s.in(documents, key); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

func (s *store) Scan(each func(document any) error) error {
	return s.database.View(func(transaction *bbolt.Tx) error {
		return transaction.Bucket(bucket).ForEach(func(_, text []byte) error {
			document, err := s.setting.Load(text)
			if err != nil {
				return err
			}
			return each(document)
		})
	})
}

func (s *store) in(documents *bbolt.Bucket, key string) (any, error) {
	text := documents.Get([]byte(key))
	if text == nil {
		return nil, nil
	}
	return s.setting.Load(text)
}

// commit does the same with every item, in the transactions that the class asks for, none of them too large.
func commit[T any](s *store, items []T, do func(documents *bbolt.Bucket, item T) error) error {
	for _, some := range kit.Commits(s.setting, items) {
		for _, part := range kit.Chunks(some, transactionMost) {
			if err := transact(s.database, part, do); err != nil {
				return err
			}
		}
	}
	return nil
}

func transact[T any](database *bbolt.DB, items []T, do func(documents *bbolt.Bucket, item T) error) error {
	return database.Update(func(transaction *bbolt.Tx) error {
		documents := transaction.Bucket(bucket)
		for _, item := range items {
			if err := do(documents, item); err != nil {
				return err
			}
		}
		return nil
	})
}

func main() {
	kit.StoreMain("go.etcd.io/bbolt", newStore)
}
