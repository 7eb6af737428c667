// The contestant Badger: write batches, values beside their keys.
package main

import (
	"errors"

	"assay/kit"

	"github.com/dgraph-io/badger/v4"
)

const cacheBytes = 32 << 20 // as of the contestants on RocksDB

type store struct {
	setting  kit.StoreSetting
	database *badger.DB
}

func newStore(setting kit.StoreSetting) kit.Store { return &store{setting: setting} }

func (s *store) Open(folder string, _ bool) (err error) {
	options := badger.DefaultOptions(folder).
		WithSyncWrites(s.setting.Syncs()).
		WithBlockCacheSize(cacheBytes).
		WithLogger(nil)
	s.database, err = badger.Open(options)
	return err
}

func (s *store) Close() error { return s.database.Close() }

func (s *store) Put(pairs []kit.Pair) error {
	return commit(s, pairs, func(batch *badger.WriteBatch, pair kit.Pair) error {
		text, err := s.setting.Dump(pair.Document)
		if err != nil {
			return err
		}
		return batch.Set([]byte(pair.Key), text)
	})
}

func (s *store) Delete(keys []string) error {
	return commit(s, keys, func(batch *badger.WriteBatch, key string) error { return batch.Delete([]byte(key)) })
}

// Flush has nothing to do: each write has synced already, where the class asks for it.
func (s *store) Flush() error { return nil }

func (s *store) Get(key string) (document any, err error) {
	err = s.database.View(func(transaction *badger.Txn) error {
		document, err = s.in(transaction, key)
		return err
	})
	return document, err
}

func (s *store) GetMany(keys []string) ([]any, error) {
	found := make([]any, len(keys))
	err := s.database.View(func(transaction *badger.Txn) (err error) {
		for number, key := range keys {
			if found[number], err = s.in(transaction, key); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

func (s *store) Scan(each func(document any) error) error {
	return s.database.View(func(transaction *badger.Txn) error {
		items := transaction.NewIterator(badger.DefaultIteratorOptions)
		defer items.Close()
		for items.Rewind(); items.Valid(); items.Next() {
			document, err := s.of(items.Item())
			if err == nil {
				err = each(document)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *store) in(transaction *badger.Txn, key string) (any, error) {
	item, err := transaction.Get([]byte(key))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.of(item)
}

func (s *store) of(item *badger.Item) (document any, err error) {
	err = item.Value(func(text []byte) error {
		document, err = s.setting.Load(text)
		return err
	})
	return document, err
}

// commit does the same with every item, in the batches that the class asks for.
func commit[T any](s *store, items []T, do func(batch *badger.WriteBatch, item T) error) error {
	for _, some := range kit.Commits(s.setting, items) {
		batch := s.database.NewWriteBatch()
		defer batch.Cancel()
		for _, item := range some {
			if err := do(batch, item); err != nil {
				return err
			}
		}
		if err := batch.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	kit.StoreMain("github.com/dgraph-io/badger/v4", newStore)
}
