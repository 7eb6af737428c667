// The contestant Pebble: batches of 1,000 documents, Bloom filters.
package main

import (
	"errors"
	"fmt"

	"assay/kit"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
)

const (
	cacheBytes = 32 << 20 // as of the contestants on RocksDB
	filterBits = 10       // of the Bloom filter, for each key
	batchMost  = 1000     // documents; a batch is held in memory as a whole
)

type store struct {
	setting  kit.StoreSetting
	database *pebble.DB
	cache    *pebble.Cache
	writing  *pebble.WriteOptions
}

func newStore(setting kit.StoreSetting) kit.Store {
	return &store{setting: setting, writing: &pebble.WriteOptions{Sync: setting.Durability == "D3"}}
}

func (s *store) Open(folder string, create bool) (err error) {
	s.cache = pebble.NewCache(cacheBytes)
	options := &pebble.Options{
		Cache:              s.cache,
		ErrorIfExists:      create,
		ErrorIfNotExists:   !create,
		FormatMajorVersion: pebble.FormatNewest,
		Logger:             silent{},
	}
	for level := range options.Levels {
		options.Levels[level].FilterPolicy = bloom.FilterPolicy(filterBits)
	}
	s.database, err = pebble.Open(folder, options)
	return err
}

func (s *store) Close() error {
	defer s.cache.Unref()
	return s.database.Close()
}

func (s *store) Put(pairs []kit.Pair) error {
	return commit(s, pairs, func(batch *pebble.Batch, pair kit.Pair) error {
		text, err := s.setting.Dump(pair.Document)
		if err != nil {
			return err
		}
		return batch.Set([]byte(pair.Key), text, nil)
	})
}

func (s *store) Delete(keys []string) error {
	return commit(s, keys, func(batch *pebble.Batch, key string) error { return batch.Delete([]byte(key), nil) })
}

// Flush syncs the log with all that is in it, where no batch has done so.
func (s *store) Flush() error {
	if s.writing.Sync {
		return nil
	}
	return s.database.LogData(nil, pebble.Sync)
}

func (s *store) Get(key string) (any, error) {
	text, closer, err := s.database.Get([]byte(key))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	document, err := s.setting.Load(text)
	return document, errors.Join(err, closer.Close())
}

func (s *store) Scan(each func(document any) error) error {
	items, err := s.database.NewIter(nil)
	if err != nil {
		return err
	}
	for items.First(); items.Valid(); items.Next() {
		text, err := items.ValueAndErr()
		if err != nil {
			return errors.Join(err, items.Close())
		}
		document, err := s.setting.Load(text)
		if err == nil {
			err = each(document)
		}
		if err != nil {
			return errors.Join(err, items.Close())
		}
	}
	return items.Close()
}

// commit does the same with every item, batch by batch.
func commit[T any](s *store, items []T, do func(batch *pebble.Batch, item T) error) error {
	for _, some := range kit.Chunks(items, batchMost) {
		batch := s.database.NewBatch()
		for _, item := range some {
			if err := do(batch, item); err != nil {
				return errors.Join(err, batch.Close())
			}
		}
		if err := batch.Commit(s.writing); err != nil {
			return err
		}
	}
	return nil
}

// silent is a logger: what the library tells is nothing that the lab shows.
type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(format string, values ...any) {
	panic(fmt.Sprintf(format, values...))
}

func main() {
	kit.StoreMain("github.com/cockroachdb/pebble/v2", newStore)
}
