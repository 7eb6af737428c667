/* What an adapter in C includes: the functions that it writes, and those that it may call. */
#ifndef ASSAY_KIT_H
#define ASSAY_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- what the adapter writes ---------------------------------------------------------------------------- */

/* The adapter's own state: made for a schema, one for each thread. */
typedef struct assay_adapter assay_adapter;

/* A domain value: a handle of two words that are the adapter's own. `object` is never null, but where the value of
 * every record is nothing: then there is nothing to free. */
typedef struct assay_record {
    void *object;
    void *type;
} assay_record;

/* Bytes of the caller's own: the kit frees `data` by free(). */
typedef struct assay_bytes {
    uint8_t *data;
    size_t size;
} assay_bytes;

typedef struct assay_setup {
    const char *schema; /* the Avro schema, JSON text that ends with a NUL; it lasts as long as the adapter */
    size_t schema_size;
    /* Of the container: "null", "deflate", "snappy", "zstandard"; lasts like the schema. NULL: none is asked for. */
    const char *compression;
    bool has_level;
    int level;
    size_t block_bytes;
} assay_setup;

/* A record as C's neutral value. */
typedef struct assay_plain assay_plain;

/* What every adapter has. Functions that return int return 0, or `assay_failed(…)`, or `assay_unsupported(…)`. */
extern const char assay_library[];
const char *assay_version(void); /* of the library that is loaded */
int assay_adapter_new(const assay_setup *setup, assay_adapter **adapter);
void assay_adapter_free(assay_adapter *adapter);
int assay_record_new(assay_adapter *adapter, const assay_plain *plain, assay_record *record);
int assay_record_plain(assay_adapter *adapter, assay_record record, assay_plain **plain);
void assay_record_free(assay_record record);

/* The operations: those that the adapter defines are on offer. */
#define ASSAY_OPTIONAL __attribute__((weak))
ASSAY_OPTIONAL int assay_encode(assay_adapter *adapter, assay_record record, assay_bytes *bytes);
/* `encode-into` is three functions: the first appends to a buffer that the adapter keeps, the second gives what is in
 * the buffer, the third empties it. */
ASSAY_OPTIONAL int assay_encode_into(assay_adapter *adapter, assay_record record);
ASSAY_OPTIONAL const uint8_t *assay_buffer(const assay_adapter *adapter, size_t *size);
ASSAY_OPTIONAL void assay_buffer_empty(assay_adapter *adapter);
ASSAY_OPTIONAL int assay_decode(assay_adapter *adapter, const uint8_t *data, size_t size, assay_record *record);
ASSAY_OPTIONAL int assay_write(assay_adapter *adapter, const assay_record *records, size_t count, assay_bytes *bytes);
/* `read` is three functions. The second returns 1 for a record, 0 at the end; the third is called once after each
 * first that succeeded. */
ASSAY_OPTIONAL int assay_read_begin(assay_adapter *adapter, const uint8_t *data, size_t size);
ASSAY_OPTIONAL int assay_read_next(assay_adapter *adapter, assay_record *record);
ASSAY_OPTIONAL void assay_read_end(assay_adapter *adapter);

/* A reading that is being made: 64 bits into which every field of a record goes (docs/contract.md, "Access"). */
typedef struct assay_reading {
    uint64_t value;
} assay_reading;

/* Reads every field of a record, as a user would, and folds it in by the functions below. Without it the kit reads the
 * plain value of the record, and making that takes longer than most libraries take to decode. */
ASSAY_OPTIONAL int assay_record_read(assay_adapter *adapter, assay_record record, assay_reading *reading);

/* For `assay conform` only: a record of the adapter's own schema, from bytes of the writer's, which is JSON text. */
ASSAY_OPTIONAL int assay_resolve(assay_adapter *adapter, const char *writer, size_t writer_size, const uint8_t *data,
                                 size_t size, assay_record *record);

/* Gives a record new content where it stands. */
int assay_record_refill(assay_adapter *adapter, const assay_plain *plain, assay_record *record);

/* --- what the adapter may call -------------------------------------------------------------------------- */

/* The kit's version, which the null contestant reports. */
const char *assay_kit_version(void);

/* Keep a message, formatted like printf's, and return -1 or -2. */
int assay_failed(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
int assay_unsupported(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

/* Fold a value into a reading. A record is its fields in the schema's order, a union the value of its branch, an array
 * its items and then their number. Each entry of a map has a reading of its own: its key as a string, then its value;
 * their sum is folded in with their number. */
assay_reading assay_reading_new(void);
void assay_read_null(assay_reading *reading);
void assay_read_boolean(assay_reading *reading, bool value);
void assay_read_integer(assay_reading *reading, int64_t value);                  /* int, long */
void assay_read_real(assay_reading *reading, double value);                      /* float, double */
void assay_read_text(assay_reading *reading, const char *text, size_t size);     /* string; the symbol of an enum */
void assay_read_bytes(assay_reading *reading, const uint8_t *data, size_t size); /* bytes, fixed */
void assay_read_end_array(assay_reading *reading, size_t count);
void assay_read_map(assay_reading *reading, uint64_t sum, size_t count);

typedef enum assay_type {
    ASSAY_NULL,
    ASSAY_BOOLEAN,
    ASSAY_INT,
    ASSAY_LONG,
    ASSAY_FLOAT,
    ASSAY_DOUBLE,
    ASSAY_BYTES,
    ASSAY_FIXED,
    ASSAY_STRING,
    ASSAY_ENUM,
    ASSAY_ARRAY,
    ASSAY_MAP,
    ASSAY_RECORD,
    ASSAY_UNION
} assay_type;

/* Looking into a plain value. What is borrowed lasts as long as the value. */
assay_type assay_plain_type(const assay_plain *plain);
int64_t assay_plain_number(const assay_plain *plain); /* boolean, int, long; number of an enum's symbol, of a branch */
double assay_plain_real(const assay_plain *plain);    /* float, double */
const char *assay_plain_text(const assay_plain *plain, size_t *size); /* bytes, fixed, string, symbol; a NUL follows */
size_t assay_plain_count(const assay_plain *plain);                   /* items, entries, fields; 1 for a union */
const assay_plain *assay_plain_item(const assay_plain *plain, size_t number);
const char *assay_plain_name(const assay_plain *plain, size_t number, size_t *size); /* a key, a field's name */

/* Making one. Arrays, maps and records begin empty; `add` and `union` take the child over, and `add` gives it back. */
assay_plain *assay_plain_new(assay_type type);
assay_plain *assay_plain_new_number(assay_type type, int64_t number);              /* boolean, int, long */
assay_plain *assay_plain_new_real(assay_type type, double real);                   /* float, double */
assay_plain *assay_plain_new_text(assay_type type, const void *text, size_t size); /* bytes, fixed, string */
assay_plain *assay_plain_new_enum(size_t number, const char *symbol);
assay_plain *assay_plain_new_union(size_t branch, assay_plain *child);
void assay_plain_add_item(assay_plain *array, assay_plain *child);
void assay_plain_add_named(assay_plain *holder, const char *name, size_t size, assay_plain *child);
void assay_plain_free(assay_plain *plain);

#ifdef __cplusplus
}
#endif

#endif
