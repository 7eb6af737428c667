// At a line of input: four parts of the work in burn, which is inlined, and one in rest.
#include <stdio.h>

static volatile double sink;

static inline __attribute__((always_inline)) void burn(long times) {
    for (long i = 0; i < times; i++) sink = sink * 0.5 + 1.0;
}

static __attribute__((noinline)) void rest(long times) {
    for (long i = 0; i < times; i++) sink = sink * 0.5 + 1.0;
}

static __attribute__((noinline)) void work(void) {
    for (int i = 0; i < 1000; i++) {
        burn(80000);
        rest(20000);
    }
}

int main(void) {
    char line[16];
    while (fgets(line, sizeof line, stdin)) {
        work();
        puts("done");
        fflush(stdout);
    }
}
