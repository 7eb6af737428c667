/* What a function does where a call in it failed. */
#ifndef TRYING_H
#define TRYING_H

#include <assay_kit.h>
#include <avro.h>

/* Returns from the function where a call of the library failed. */
#define TRY(call)                                                    \
    do {                                                             \
        if ((call) != 0) return assay_failed("%s", avro_strerror()); \
    } while (0)

/* The same for a call of one of these functions, whose message stands. */
#define PASS_ON(call)                   \
    do {                                \
        const int failed = (call);      \
        if (failed != 0) return failed; \
    } while (0)

#endif
