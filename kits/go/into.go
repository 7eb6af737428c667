package kit

import "errors"

// full is the number of bytes at which a buffer is emptied: less than the caches of a core hold, and many records.
const full = 64 << 10

// Buffer is where encode-into appends: to Bytes, or as an io.Writer.
type Buffer struct{ Bytes []byte }

// Write appends.
func (b *Buffer) Write(data []byte) (int, error) {
	b.Bytes = append(b.Bytes, data...)
	return len(data), nil
}

// Grow appends so many bytes, whatever they hold, and gives them to be written over.
func (b *Buffer) Grow(number int) []byte {
	end := len(b.Bytes)
	if cap(b.Bytes)-end < number {
		b.Bytes = append(b.Bytes, make([]byte, number)...)
	} else {
		b.Bytes = b.Bytes[:end+number]
	}
	return b.Bytes[end:]
}

// intoWork appends records to a kept buffer, as a server does that writes to a socket. Sampled outputs are taken out
// when the buffer is emptied, not before, so that nothing may happen to bytes that lie in it.
type intoWork[R any] struct {
	byteOutputs
	adapter Appender[R]
	records []R
	buffer  *Buffer
	// sampled is where the sampled outputs lie in the buffer.
	sampled [][2]int
}

func (w *intoWork[R]) items() int { return len(w.records) }

// begin leaves nothing that a pass which failed may have left.
func (w *intoWork[R]) begin() error {
	w.buffer.Bytes = w.buffer.Bytes[:0]
	w.sampled = w.sampled[:0]
	return nil
}

func (w *intoWork[R]) stretch(from, to int) error {
	adapter, buffer := w.adapter, w.buffer
	for _, record := range w.records[from:to] {
		if err := adapter.EncodeInto(record, buffer); err != nil {
			return err
		}
		if len(buffer.Bytes) >= full {
			if err := w.end(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *intoWork[R]) keep(index int) error {
	before := len(w.buffer.Bytes)
	if err := w.adapter.EncodeInto(w.records[index], w.buffer); err != nil {
		return err
	}
	w.sampled = append(w.sampled, [2]int{before, len(w.buffer.Bytes)})
	if len(w.buffer.Bytes) >= full {
		return w.end()
	}
	return nil
}

// end empties the buffer.
func (w *intoWork[R]) end() error {
	held := w.buffer.Bytes
	for _, place := range w.sampled {
		if place[0] > place[1] || place[1] > len(held) {
			return errors.New("bytes that lay in the buffer are gone")
		}
		w.list = append(w.list, append([]byte(nil), held[place[0]:place[1]]...))
	}
	w.sampled = w.sampled[:0]
	w.buffer.Bytes = held[:0]
	return nil
}
