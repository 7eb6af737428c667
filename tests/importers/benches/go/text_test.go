// Package benches has benchmarks of every shape that `go test -bench` prints.
package benches

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func joined(count int) string {
	parts := make([]string, count)
	for number := range parts {
		parts[number] = strconv.Itoa(number)
	}
	return strings.Join(parts, ",")
}

func BenchmarkTen(b *testing.B) {
	for n := 0; n < b.N; n++ {
		joined(10)
	}
}

func BenchmarkJoined(b *testing.B) {
	for _, count := range []int{10, 100} {
		b.Run(fmt.Sprintf("count=%d", count), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(joined(count))))
			for n := 0; n < b.N; n++ {
				joined(count)
			}
			b.ReportMetric(float64(count), "numbers/op")
		})
	}
}
