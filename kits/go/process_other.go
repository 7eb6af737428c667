//go:build unix && !linux

package kit

import (
	"os"
	"syscall"
)

// cpuNow is the processor time of the whole process, in nanoseconds, in steps of a microsecond.
func cpuNow() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// takeStdout gives the real standard output; what else is printed goes to standard error from here on.
func takeStdout() (*os.File, error) {
	replies, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(replies)
	return os.NewFile(uintptr(replies), "replies"), syscall.Dup2(2, 1)
}
