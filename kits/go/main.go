package kit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// Main serves the lab's requests for a contestant until `bye` or the end of standard input, and ends the process.
// module is the path of the library's module: its version is the one that is linked into the program. newAdapter takes
// the schema's setup time; every measuring thread has an adapter of its own. What type it has decides what is offered.
func Main[R any, A Adapter[R]](module string, newAdapter func(schema Schema) (A, error)) {
	exit(func(replies *os.File) error {
		return serve(&session[R]{
			module:     module,
			newAdapter: func(schema Schema) (Adapter[R], error) { return newAdapter(schema) },
			operations: operations[R, A](),
		}, os.Stdin, replies)
	})
}

// exit ends the process after its work, which has the real standard output for replies.
func exit(work func(replies *os.File) error) {
	replies, err := takeStdout()
	if err == nil {
		err = work(replies)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "kit:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// answering is a session: of codecs and containers, or of a store.
type answering interface {
	answer(r request) (any, error)
	// over says that the last request was `bye`.
	over() bool
}

func serve(s answering, input io.Reader, replies io.Writer) error {
	lines := bufio.NewReader(input)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		content, failed := answer(s, line)
		if _, err := replies.Write(reply(content, failed)); err != nil {
			return err
		}
		if s.over() {
			return nil
		}
	}
}

// answer is the content of a reply. A library that panics has failed at this one request.
func answer(s answering, line []byte) (content any, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", panicked, debug.Stack())
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	request, err := parseRequest(line)
	if err != nil {
		return nil, err
	}
	defer profiled(request)()
	return s.answer(request)
}

// reply is the line of a reply, with its line end.
func reply(content any, failed error) []byte {
	document := map[string]any{"ok": content}
	if failed != nil {
		kind := "failed"
		var known *failure
		if errors.As(failed, &known) {
			kind = known.kind
		}
		document = map[string]any{"error": map[string]any{"kind": kind, "message": oneLine(failed.Error())}}
	}
	line, err := json.Marshal(document)
	if err != nil {
		line = []byte(`{"error":{"kind":"failed","message":"the reply cannot be written as JSON"}}`)
	}
	return append(line, '\n')
}
