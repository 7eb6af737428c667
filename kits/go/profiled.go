//go:build profiled

package kit

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
)

const sampleBytes = 64 << 10

// What ASSAY_PROFILE asks for: `time:FILE` or `allocations:FILE`.
var profiledWhat, profiledFile, _ = strings.Cut(os.Getenv("ASSAY_PROFILE"), ":")

func init() {
	runtime.MemProfileRate = 0
	if profiledWhat == "allocations" {
		runtime.MemProfileRate = sampleBytes
	}
}

// profiled has Go's profiler on from the start of a request to measure until the function that it gives is called.
func profiled(r request) func() {
	if name, err := r.text("request"); err != nil || name != "measure" || profiledFile == "" {
		return func() {}
	}
	if profiledWhat == "allocations" {
		// Those before are in the profile, too: the file beside it has them.
		writeAllocations(profiledFile + ".base")
		return func() { writeAllocations(profiledFile) }
	}
	file, err := os.Create(profiledFile)
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	complain(err)
	return func() {
		pprof.StopCPUProfile()
		complain(file.Close())
	}
}

func writeAllocations(path string) {
	file, err := os.Create(path)
	if err == nil {
		// The profile is that of the end of the collection before.
		runtime.GC()
		err = pprof.Lookup("allocs").WriteTo(file, 0)
		complain(file.Close())
	}
	complain(err)
}

func complain(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "profiling:", err)
	}
}
