package kit

import (
	"os"
	"syscall"
	"unsafe"
)

const clockProcessCPU = 2 // CLOCK_PROCESS_CPUTIME_ID

// cpuNow is the processor time of the whole process, in nanoseconds.
func cpuNow() int64 {
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockProcessCPU, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

// takeStdout gives the real standard output; what else is printed goes to standard error from here on.
func takeStdout() (*os.File, error) {
	replies, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(replies)
	return os.NewFile(uintptr(replies), "replies"), syscall.Dup3(2, 1, 0)
}
