/* Decode keeps the bytes; the first reading does the work and remembers it. */
#include "values.h"

#include <assay_kit.h>
#include <avro.h>

#include <stdlib.h>
#include <string.h>

struct assay_adapter {
    avro_schema_t schema;
    avro_value_iface_t *class;
};

/* A record that is decoded when it is first read. */
typedef struct later {
    avro_value_t value;
    bool is_read;
    size_t size;
    char data[];
} later;

const char assay_library[] = "avro-c";

const char *assay_version(void) { return ASSAY_LIBRARY_VERSION; }

int assay_adapter_new(const assay_setup *setup, assay_adapter **adapter) {
    assay_adapter *made = calloc(1, sizeof *made);
    if (made == NULL) return assay_failed("out of memory");
    if (avro_schema_from_json_length(setup->schema, setup->schema_size, &made->schema) == 0) {
        made->class = avro_generic_class_from_schema(made->schema);
    }
    if (made->class == NULL) {
        assay_adapter_free(made);
        return assay_failed("%s", avro_strerror());
    }
    *adapter = made;
    return 0;
}

void assay_adapter_free(assay_adapter *adapter) {
    if (adapter == NULL) return;
    if (adapter->class != NULL) avro_value_iface_decref(adapter->class);
    if (adapter->schema != NULL) avro_schema_decref(adapter->schema);
    free(adapter);
}

static int keep(assay_record *record, const uint8_t *data, size_t size) {
    later *made = malloc(sizeof *made + size);
    if (made == NULL) return assay_failed("out of memory");
    made->is_read = false;
    made->size = size;
    if (size > 0) memcpy(made->data, data, size);
    record->object = made;
    record->type = NULL;
    return 0;
}

int assay_record_new(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    if (keep(record, NULL, 0) != 0) return -1;
    later *made = record->object;
    if (avro_generic_value_new(adapter->class, &made->value) != 0) {
        free(made);
        return assay_failed("%s", avro_strerror());
    }
    made->is_read = true;
    const int result = fill_value(&made->value, plain);
    if (result != 0) assay_record_free(*record);
    return result;
}

int assay_record_refill(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    (void)adapter;
    later *kept = record->object;
    if (avro_value_reset(&kept->value) != 0) return assay_failed("%s", avro_strerror());
    return fill_value(&kept->value, plain);
}

static int read_now(assay_adapter *adapter, later *kept) {
    if (avro_generic_value_new(adapter->class, &kept->value) != 0) return assay_failed("%s", avro_strerror());
    kept->is_read = true;
    avro_reader_t reader = avro_reader_memory(kept->data, (int64_t)kept->size);
    if (reader == NULL) return assay_failed("%s", avro_strerror());
    const int result = avro_value_read(reader, &kept->value);
    avro_reader_free(reader);
    return result == 0 ? 0 : assay_failed("%s", avro_strerror());
}

int assay_record_plain(assay_adapter *adapter, assay_record record, assay_plain **plain) {
    later *kept = record.object;
    if (!kept->is_read && read_now(adapter, kept) != 0) return -1;
    return plain_of_value(&kept->value, plain);
}

int assay_record_read(assay_adapter *adapter, assay_record record, assay_reading *reading) {
    later *kept = record.object;
    if (!kept->is_read && read_now(adapter, kept) != 0) return -1;
    return read_value(&kept->value, reading);
}

void assay_record_free(assay_record record) {
    later *kept = record.object;
    if (kept->is_read) avro_value_decref(&kept->value);
    free(kept);
}

int assay_decode(assay_adapter *adapter, const uint8_t *data, size_t size, assay_record *record) {
    (void)adapter;
    return keep(record, data, size);
}
