package kit

import (
	"encoding/binary"
	"errors"
)

// appendFrame appends a record's length and bytes.
func appendFrame(file, record []byte) []byte {
	file = binary.LittleEndian.AppendUint32(file, uint32(len(record)))
	return append(file, record...)
}

// splitFrames gives the records of a framed file, each in a buffer of its own.
func splitFrames(file []byte) ([][]byte, error) {
	var records [][]byte
	for len(file) > 0 {
		if len(file) < 4 {
			return nil, errors.New("the file ends inside a frame")
		}
		size := int64(binary.LittleEndian.Uint32(file))
		if size > int64(len(file)-4) {
			return nil, errors.New("the file ends inside a frame")
		}
		records = append(records, append(make([]byte, 0, size), file[4:4+size]...))
		file = file[4+size:]
	}
	return records, nil
}
