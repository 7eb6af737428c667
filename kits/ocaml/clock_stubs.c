/* The clocks that OCaml's own library lacks. Both give nanoseconds as a tagged integer and allocate nothing. */

#include <caml/mlvalues.h>
#include <time.h>

static value nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return Val_long((intnat)now.tv_sec * 1000000000 + now.tv_nsec);
}

value assay_monotonic_ns(value unit) {
    (void)unit;
    return nanoseconds(CLOCK_MONOTONIC);
}

value assay_process_cpu_ns(value unit) {
    (void)unit;
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}
