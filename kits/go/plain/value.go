package plain

// A plain value is one of these, by the schema's type:
//
//	null, boolean, string     nil, bool, string
//	int, long, float, double  int32, int64, float32, float64
//	bytes, fixed              []byte
//	enum                      string, the symbol
//	array                     []any
//	map                       map[string]any
//	record                    Record
//	union                     Union

// Record is a plain record: the values of its fields in the schema's order, every one.
type Record []any

// Union is a plain value of a union: the number of its branch, from 0, and the value in it.
type Union struct {
	Branch int
	Value  any
}
