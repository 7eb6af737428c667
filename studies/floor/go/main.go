// The smallest loop that calls one method through an interface for each record and has what comes back made: no kit
// written in Go can cost less. Each line of input is a number of passes; each line of output how long they took.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

type adapter interface {
	Encode(record any) ([]byte, error)
}

type null struct{}

func (*null) Encode(any) ([]byte, error) { return nil, nil }

// unknown is not inlined, so that the compiler does not know whose method is called.
//
//go:noinline
func unknown() adapter { return &null{} }

func pass(a adapter, records []any) error {
	for _, record := range records {
		data, err := a.Encode(record)
		if err != nil {
			return err
		}
		runtime.KeepAlive(data)
	}
	return nil
}

func main() {
	count, _ := strconv.Atoi(os.Args[1])
	records := make([]any, count)
	a := unknown()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		passes, _ := strconv.Atoi(lines.Text())
		start := time.Now()
		for range passes {
			if err := pass(a, records); err != nil {
				panic(err)
			}
		}
		fmt.Println(time.Since(start).Nanoseconds())
	}
}
