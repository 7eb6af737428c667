package kit

import (
	"fmt"
	"strings"
)

// failure is an error that has a kind of the contract's; every other error is "failed".
type failure struct {
	kind string
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// Unsupported is the error of a library that cannot do what is asked for.
func Unsupported(format string, values ...any) error {
	return &failure{"unsupported", fmt.Errorf(format, values...)}
}

func badInput(format string, values ...any) error {
	return &failure{"bad_input", fmt.Errorf(format, values...)}
}

// oneLine is a message without line ends.
func oneLine(message string) string {
	return strings.Join(strings.Fields(message), " ")
}
