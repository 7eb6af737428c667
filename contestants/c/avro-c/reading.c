/* Every field of an Avro C value, got by the library's functions for each type. */
#include "trying.h"
#include "values.h"

#include <string.h>

static int read_items(const avro_value_t *value, assay_reading *reading, size_t count) {
    for (size_t number = 0; number < count; ++number) {
        avro_value_t child;
        TRY(avro_value_get_by_index(value, number, &child, NULL));
        PASS_ON(read_value(&child, reading));
    }
    return 0;
}

static int read_record(const avro_value_t *value, assay_reading *reading) {
    size_t count;
    TRY(avro_value_get_size(value, &count));
    return read_items(value, reading, count);
}

static int read_array(const avro_value_t *value, assay_reading *reading) {
    size_t count;
    TRY(avro_value_get_size(value, &count));
    PASS_ON(read_items(value, reading, count));
    assay_read_end_array(reading, count);
    return 0;
}

static int read_map(const avro_value_t *value, assay_reading *reading) {
    size_t count;
    uint64_t sum = 0;
    TRY(avro_value_get_size(value, &count));
    for (size_t number = 0; number < count; ++number) {
        avro_value_t child;
        const char *key = NULL;
        TRY(avro_value_get_by_index(value, number, &child, &key));
        assay_reading entry = assay_reading_new();
        assay_read_text(&entry, key, strlen(key));
        PASS_ON(read_value(&child, &entry));
        sum += entry.value;
    }
    assay_read_map(reading, sum, count);
    return 0;
}

static int read_enum(const avro_value_t *value, assay_reading *reading) {
    int number;
    TRY(avro_value_get_enum(value, &number));
    const char *symbol = avro_schema_enum_get(avro_value_get_schema(value), number);
    if (symbol == NULL) return assay_failed("the enum has no symbol %d", number);
    assay_read_text(reading, symbol, strlen(symbol));
    return 0;
}

static int read_union(const avro_value_t *value, assay_reading *reading) {
    avro_value_t branch;
    TRY(avro_value_get_current_branch(value, &branch));
    return read_value(&branch, reading);
}

int read_value(const avro_value_t *value, assay_reading *reading) {
    int truth;
    int32_t narrow;
    int64_t wide;
    float single;
    double real;
    const void *bytes;
    const char *text;
    size_t size;
    switch (avro_value_get_type(value)) {
    case AVRO_NULL:
        TRY(avro_value_get_null(value));
        assay_read_null(reading);
        return 0;
    case AVRO_BOOLEAN:
        TRY(avro_value_get_boolean(value, &truth));
        assay_read_boolean(reading, truth != 0);
        return 0;
    case AVRO_INT32:
        TRY(avro_value_get_int(value, &narrow));
        assay_read_integer(reading, narrow);
        return 0;
    case AVRO_INT64:
        TRY(avro_value_get_long(value, &wide));
        assay_read_integer(reading, wide);
        return 0;
    case AVRO_FLOAT:
        TRY(avro_value_get_float(value, &single));
        assay_read_real(reading, (double)single);
        return 0;
    case AVRO_DOUBLE:
        TRY(avro_value_get_double(value, &real));
        assay_read_real(reading, real);
        return 0;
    case AVRO_BYTES:
        TRY(avro_value_get_bytes(value, &bytes, &size));
        assay_read_bytes(reading, bytes, size);
        return 0;
    case AVRO_FIXED:
        TRY(avro_value_get_fixed(value, &bytes, &size));
        assay_read_bytes(reading, bytes, size);
        return 0;
    case AVRO_STRING:
        TRY(avro_value_get_string(value, &text, &size));
        assay_read_text(reading, text, size - 1); /* without the NUL */
        return 0;
    case AVRO_ENUM: return read_enum(value, reading);
    case AVRO_ARRAY: return read_array(value, reading);
    case AVRO_MAP: return read_map(value, reading);
    case AVRO_RECORD: return read_record(value, reading);
    case AVRO_UNION: return read_union(value, reading);
    default: return assay_failed("an Avro value of no known type");
    }
}
