package kit

import (
	"math"
	"reflect"
	"runtime"
)

const (
	mostInspected = 200
	roundsBefore  = 2
)

// readable is work whose outputs have fields.
type readable interface {
	work
	// readAll reads every field of the kept outputs.
	readAll() error
}

// inspect says whether the operation hands over finished values of the caller's own.
func (s *session[R]) inspect(r request, o operation[R]) (any, error) {
	rounds, err := r.number("rounds", 1)
	if err != nil {
		return nil, err
	}
	l := s.loaded
	if len(l.records) == 0 {
		return nil, badInput("an empty record set cannot be inspected")
	}
	w := o.work(l, l.threads[0])
	whole := o.takes == containerFile
	shared, err := isShared(w, whole)
	if err != nil {
		return nil, err
	}
	content := map[string]any{"shared": shared}
	values, readable := w.(readable)
	if !readable {
		return content, nil
	}
	names := [4]string{"operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns"}
	minimum := [4]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}
	for round := range roundsBefore + rounds {
		times, err := l.round(values, whole)
		if err != nil {
			return nil, err
		}
		for number, time := range times {
			if round >= roundsBefore {
				minimum[number] = min(minimum[number], time)
			}
		}
	}
	for number, name := range names {
		content[name] = minimum[number]
	}
	return content, nil
}

// isShared does the operation twice for the same items and looks for one object among the two outputs.
func isShared(w work, whole bool) (bool, error) {
	var twice [2][]any
	for number := range twice {
		if _, err := keepFirst(w, whole); err != nil {
			return false, err
		}
		twice[number] = w.kept()
	}
	for number := range twice[0] {
		if sameObject(twice[0][number], twice[1][number]) {
			return true, nil
		}
	}
	return false, nil
}

// keepFirst does a pass over the first 200 items, or a whole one, keeps the first 200 outputs, and says how many
// items were done.
func keepFirst(w work, whole bool) (done int, err error) {
	done = w.items()
	kept := min(done, mostInspected)
	if !whole {
		done = kept
	}
	w.reserve(kept)
	if err := w.begin(); err != nil {
		return done, err
	}
	for index := range kept {
		if err := w.keep(index); err != nil {
			return done, err
		}
	}
	if err := w.stretch(kept, done); err != nil {
		return done, err
	}
	return done, w.end()
}

// round gives the four times of a round, each for one record.
func (l *loaded[R]) round(w readable, whole bool) (times [4]float64, err error) {
	start := wallNow()
	done, err := keepFirst(w, whole)
	times[0] = float64(wallNow()-start) / float64(done)
	if err != nil {
		return times, err
	}
	loaded := l.records[:min(len(l.records), mostInspected)]
	known := func() error { return l.readAll(loaded) }
	for number, read := range []func() error{w.readAll, w.readAll, known} {
		start := wallNow()
		if err := read(); err != nil {
			return times, err
		}
		times[number+1] = float64(wallNow()-start) / float64(len(loaded))
	}
	return times, nil
}

// readAll reads every field of the records, as access does.
func (l *loaded[R]) readAll(records []R) error {
	for _, record := range records {
		reading, err := readRecord(l.threads[0].adapter, l.schema.Resolved, record)
		if err != nil {
			return err
		}
		runtime.KeepAlive(reading)
	}
	return nil
}

// sameObject says whether two values are one object that somebody could write to. Where nothing is held, as in empty
// bytes, Go itself shares memory.
func sameObject(first, second any) bool {
	a, b := reflect.ValueOf(first), reflect.ValueOf(second)
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer:
		return !a.IsNil() && a.Type().Elem().Size() > 0 && a.Pointer() == b.Pointer()
	case reflect.Map:
		return !a.IsNil() && a.Len() > 0 && a.Pointer() == b.Pointer()
	case reflect.Slice:
		return a.Len() > 0 && b.Len() > 0 && a.Pointer() == b.Pointer()
	}
	return false
}
