package kit

import (
	"math"
	"reflect"
)

const (
	mostInspected = 200
	roundsBefore  = 2
)

// inspect says whether the operation hands over finished values of the caller's own.
func (s *session[R]) inspect(r request, operation string) (any, error) {
	rounds, err := r.number("rounds", 1)
	if err != nil {
		return nil, err
	}
	l := s.loaded
	if len(l.records) == 0 {
		return nil, badInput("an empty record set cannot be inspected")
	}
	if operation == "encode-into" {
		return map[string]any{"shared": false}, nil // an output is a part of the kit's buffer, and no object
	}
	shared, err := isShared(l.work(operation, 0))
	if err != nil {
		return nil, err
	}
	content := map[string]any{"shared": shared}
	if operation == "encode" || operation == "write" {
		return content, nil
	}
	names := [4]string{"operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns"}
	minimum := [4]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}
	for round := range roundsBefore + rounds {
		times, err := l.round(operation)
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
func isShared(w work) (bool, error) {
	var twice [2][]any
	for number := range twice {
		w.reserve(mostInspected)
		if err := keepFirst(w); err != nil {
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

// keepFirst does a pass and keeps the first 200 outputs.
func keepFirst(w work) error {
	items := w.items()
	if err := w.begin(); err != nil {
		return err
	}
	kept := min(items, mostInspected)
	for index := range kept {
		if err := w.keep(index); err != nil {
			return err
		}
	}
	if err := w.stretch(kept, items); err != nil {
		return err
	}
	return w.end()
}

// round gives the four times of a round, each for one record.
func (l *loaded[R]) round(operation string) (times [4]float64, err error) {
	kept := min(len(l.records), mostInspected)
	var values []R
	if operation == "read" {
		w := &readWork[R]{container: l.containers[0], file: l.file, outputs: outputs[R]{l: l}}
		w.reserve(kept)
		times[0], err = timeOf(w.items(), func() error { return keepFirst(w) })
		values = w.list
	} else {
		w := &decodeWork[R]{adapter: l.adapters[0], encoded: l.encoded[:kept], outputs: outputs[R]{l: l}}
		w.reserve(kept)
		times[0], err = timeOf(kept, func() error { return keepFirst(w) })
		values = w.list
	}
	if err != nil {
		return times, err
	}
	// The text is grown on other values than the decoded ones: their first reading must be the timed one.
	text, err := l.readAll(l.records[:kept], nil)
	if err != nil {
		return times, err
	}
	for number, records := range [][]R{values, values, l.records[:kept]} {
		times[number+1], err = timeOf(kept, func() error {
			_, err := l.readAll(records, text)
			return err
		})
		if err != nil {
			return times, err
		}
	}
	return times, nil
}

// readAll reads every field of the records: it makes their canonical text, in one buffer.
func (l *loaded[R]) readAll(records []R, text []byte) ([]byte, error) {
	var err error
	for _, record := range records {
		if text, err = l.canonical(text[:0], record); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// timeOf is the time of a step, for one of so many items, in nanoseconds.
func timeOf(items int, step func() error) (float64, error) {
	start := wallNow()
	err := step()
	return float64(wallNow()-start) / float64(items), err
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
