#include "values.h"

#include "trying.h"

#include <string.h>

static int fill_array(avro_value_t *value, const assay_plain *plain) {
    for (size_t number = 0; number < assay_plain_count(plain); ++number) {
        avro_value_t child;
        TRY(avro_value_append(value, &child, NULL));
        PASS_ON(fill_value(&child, assay_plain_item(plain, number)));
    }
    return 0;
}

static int fill_map(avro_value_t *value, const assay_plain *plain) {
    for (size_t number = 0; number < assay_plain_count(plain); ++number) {
        size_t size;
        const char *key = assay_plain_name(plain, number, &size);
        if (strlen(key) != size) return assay_failed("a key of a map holds U+0000, which avro-c takes for its end");
        avro_value_t child;
        TRY(avro_value_add(value, key, &child, NULL, NULL));
        PASS_ON(fill_value(&child, assay_plain_item(plain, number)));
    }
    return 0;
}

static int fill_record(avro_value_t *value, const assay_plain *plain) {
    for (size_t number = 0; number < assay_plain_count(plain); ++number) {
        avro_value_t child;
        TRY(avro_value_get_by_index(value, number, &child, NULL));
        PASS_ON(fill_value(&child, assay_plain_item(plain, number)));
    }
    return 0;
}

static int fill_union(avro_value_t *value, const assay_plain *plain) {
    avro_value_t branch;
    TRY(avro_value_set_branch(value, (int)assay_plain_number(plain), &branch));
    return fill_value(&branch, assay_plain_item(plain, 0));
}

int fill_value(avro_value_t *value, const assay_plain *plain) {
    size_t size;
    const char *text;
    switch (assay_plain_type(plain)) {
    case ASSAY_NULL: TRY(avro_value_set_null(value)); return 0;
    case ASSAY_BOOLEAN: TRY(avro_value_set_boolean(value, (int)assay_plain_number(plain))); return 0;
    case ASSAY_INT: TRY(avro_value_set_int(value, (int32_t)assay_plain_number(plain))); return 0;
    case ASSAY_LONG: TRY(avro_value_set_long(value, assay_plain_number(plain))); return 0;
    case ASSAY_FLOAT: TRY(avro_value_set_float(value, (float)assay_plain_real(plain))); return 0;
    case ASSAY_DOUBLE: TRY(avro_value_set_double(value, assay_plain_real(plain))); return 0;
    case ASSAY_ENUM: TRY(avro_value_set_enum(value, (int)assay_plain_number(plain))); return 0;
    case ASSAY_BYTES:
        text = assay_plain_text(plain, &size);
        TRY(avro_value_set_bytes(value, (void *)text, size));
        return 0;
    case ASSAY_FIXED:
        text = assay_plain_text(plain, &size);
        TRY(avro_value_set_fixed(value, (void *)text, size));
        return 0;
    case ASSAY_STRING:
        text = assay_plain_text(plain, &size);
        TRY(avro_value_set_string_len(value, text, size + 1)); /* with the NUL */
        return 0;
    case ASSAY_ARRAY: return fill_array(value, plain);
    case ASSAY_MAP: return fill_map(value, plain);
    case ASSAY_RECORD: return fill_record(value, plain);
    case ASSAY_UNION: return fill_union(value, plain);
    }
    return assay_failed("a plain value of no known type");
}

static int plain_of_children(const avro_value_t *value, assay_plain *holder) {
    size_t count;
    TRY(avro_value_get_size(value, &count));
    for (size_t number = 0; number < count; ++number) {
        avro_value_t child;
        const char *name = NULL;
        TRY(avro_value_get_by_index(value, number, &child, &name));
        assay_plain *plain;
        PASS_ON(plain_of_value(&child, &plain));
        if (assay_plain_type(holder) == ASSAY_ARRAY) {
            assay_plain_add_item(holder, plain);
        } else {
            assay_plain_add_named(holder, name, strlen(name), plain);
        }
    }
    return 0;
}

static int plain_of_holder(const avro_value_t *value, assay_type type, assay_plain **plain) {
    assay_plain *holder = assay_plain_new(type);
    const int result = plain_of_children(value, holder);
    if (result != 0) {
        assay_plain_free(holder);
        return result;
    }
    *plain = holder;
    return 0;
}

static int plain_of_union(const avro_value_t *value, assay_plain **plain) {
    int number;
    avro_value_t branch;
    assay_plain *child;
    TRY(avro_value_get_discriminant(value, &number));
    TRY(avro_value_get_current_branch(value, &branch));
    PASS_ON(plain_of_value(&branch, &child));
    *plain = assay_plain_new_union((size_t)number, child);
    return 0;
}

int plain_of_value(const avro_value_t *value, assay_plain **plain) {
    int number;
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
        *plain = assay_plain_new(ASSAY_NULL);
        return 0;
    case AVRO_BOOLEAN:
        TRY(avro_value_get_boolean(value, &number));
        *plain = assay_plain_new_number(ASSAY_BOOLEAN, number);
        return 0;
    case AVRO_INT32:
        TRY(avro_value_get_int(value, &narrow));
        *plain = assay_plain_new_number(ASSAY_INT, narrow);
        return 0;
    case AVRO_INT64:
        TRY(avro_value_get_long(value, &wide));
        *plain = assay_plain_new_number(ASSAY_LONG, wide);
        return 0;
    case AVRO_FLOAT:
        TRY(avro_value_get_float(value, &single));
        *plain = assay_plain_new_real(ASSAY_FLOAT, (double)single);
        return 0;
    case AVRO_DOUBLE:
        TRY(avro_value_get_double(value, &real));
        *plain = assay_plain_new_real(ASSAY_DOUBLE, real);
        return 0;
    case AVRO_BYTES:
        TRY(avro_value_get_bytes(value, &bytes, &size));
        *plain = assay_plain_new_text(ASSAY_BYTES, bytes, size);
        return 0;
    case AVRO_FIXED:
        TRY(avro_value_get_fixed(value, &bytes, &size));
        *plain = assay_plain_new_text(ASSAY_FIXED, bytes, size);
        return 0;
    case AVRO_STRING:
        TRY(avro_value_get_string(value, &text, &size));
        *plain = assay_plain_new_text(ASSAY_STRING, text, size - 1); /* without the NUL */
        return 0;
    case AVRO_ENUM:
        TRY(avro_value_get_enum(value, &number));
        text = avro_schema_enum_get(avro_value_get_schema(value), number);
        if (text == NULL) return assay_failed("the enum has no symbol %d", number);
        *plain = assay_plain_new_enum((size_t)number, text);
        return 0;
    case AVRO_ARRAY: return plain_of_holder(value, ASSAY_ARRAY, plain);
    case AVRO_MAP: return plain_of_holder(value, ASSAY_MAP, plain);
    case AVRO_RECORD: return plain_of_holder(value, ASSAY_RECORD, plain);
    case AVRO_UNION: return plain_of_union(value, plain);
    default: return assay_failed("an Avro value of no known type");
    }
}
