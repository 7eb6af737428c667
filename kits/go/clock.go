package kit

import (
	"math"
	"runtime"
	"sync"
	"time"
)

// epoch is what wall times count from; differences of them are monotonic.
var epoch = time.Now()

func wallNow() int64 { return int64(time.Since(epoch)) }

// timerNs is what reading the clock costs: the smallest of several means over 1,000 readings, at least 1 ns.
var timerNs = sync.OnceValue(func() int64 {
	minimum := math.Inf(1)
	for range 5 {
		start := wallNow()
		for range 1000 {
			wallNow()
		}
		minimum = min(minimum, float64(wallNow()-start)/1000)
	}
	return max(1, int64(math.Ceil(minimum)))
})

// span is what went by between two moments.
type span struct {
	wallNs, cpuNs   int64
	allocated, gcNs int64
}

// measured says what a step took. The memory statistics stop the world, so they are read outside the clock.
func measured(step func() error) (span, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cpuNow()
	start := wallNow()
	err := step()
	wall := wallNow() - start
	cpu = cpuNow() - cpu
	runtime.ReadMemStats(&after)
	return span{
		wallNs:    max(1, wall),
		cpuNs:     cpu,
		allocated: int64(after.TotalAlloc - before.TotalAlloc),
		gcNs:      int64(after.PauseTotalNs - before.PauseTotalNs),
	}, err
}
