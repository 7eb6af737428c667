/* Avro C's generic values: one class for the schema, a fresh value for each record that is decoded. */
#include "values.h"

#include <assay_kit.h>
#include <avro.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BUFFER = 4096 };

/* The level with which the library calls zlib; it offers no other. */
enum { DEFLATE_LEVEL = 9 };

struct assay_adapter {
    avro_schema_t schema;
    avro_value_iface_t *class;
    avro_reader_t reader;
    avro_writer_t writer; /* into `buffer`, kept between calls */
    char *buffer;
    size_t buffer_size;
    avro_writer_t appender; /* to the end of `kept` */
    char *kept;
    size_t kept_size;
    size_t kept_used;
    const char *codec;
    bool level_is_odd; /* one is asked for that `write` cannot do; `read` takes any */
    size_t block_bytes;
    avro_file_reader_t file; /* the container that is being read */
    avro_value_iface_t *file_class;
};

const char assay_library[] = "avro-c";

/* The library cannot be asked when it runs. */
const char *assay_version(void) { return ASSAY_LIBRARY_VERSION; }

static avro_value_t value_of(assay_record record) {
    const avro_value_t value = {record.type, record.object};
    return value;
}

static void give(assay_record *record, const avro_value_t *value) {
    record->object = value->self;
    record->type = value->iface;
}

static bool has_codec(const char *name) {
    static const char *const codecs[] = {"null", "deflate", "snappy", "lzma"};
    for (size_t number = 0; number < sizeof codecs / sizeof *codecs; ++number) {
        if (strcmp(name, codecs[number]) == 0) return true;
    }
    return false;
}

int assay_adapter_new(const assay_setup *setup, assay_adapter **adapter) {
    if (setup->compression != NULL && !has_codec(setup->compression)) {
        return assay_unsupported("avro-c has no codec %s", setup->compression);
    }
    assay_adapter *made = calloc(1, sizeof *made);
    if (made == NULL) return assay_failed("out of memory");
    made->codec = setup->compression;
    made->level_is_odd = setup->has_level && setup->level != DEFLATE_LEVEL;
    made->block_bytes = setup->block_bytes;
    made->buffer_size = FIRST_BUFFER;
    made->buffer = malloc(made->buffer_size);
    made->kept_size = FIRST_BUFFER;
    made->kept = malloc(made->kept_size);
    if (made->buffer == NULL || made->kept == NULL ||
        avro_schema_from_json_length(setup->schema, setup->schema_size, &made->schema) != 0) {
        assay_adapter_free(made);
        return assay_failed("%s", avro_strerror());
    }
    made->class = avro_generic_class_from_schema(made->schema);
    made->reader = avro_reader_memory(NULL, 0);
    made->writer = avro_writer_memory(made->buffer, (int64_t)made->buffer_size);
    made->appender = avro_writer_memory(made->kept, (int64_t)made->kept_size);
    if (made->class == NULL || made->reader == NULL || made->writer == NULL || made->appender == NULL) {
        assay_adapter_free(made);
        return assay_failed("%s", avro_strerror());
    }
    *adapter = made;
    return 0;
}

void assay_adapter_free(assay_adapter *adapter) {
    if (adapter == NULL) return;
    if (adapter->writer != NULL) avro_writer_free(adapter->writer);
    if (adapter->appender != NULL) avro_writer_free(adapter->appender);
    if (adapter->reader != NULL) avro_reader_free(adapter->reader);
    if (adapter->class != NULL) avro_value_iface_decref(adapter->class);
    if (adapter->schema != NULL) avro_schema_decref(adapter->schema);
    free(adapter->buffer);
    free(adapter->kept);
    free(adapter);
}

int assay_record_new(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    avro_value_t value;
    if (avro_generic_value_new(adapter->class, &value) != 0) return assay_failed("%s", avro_strerror());
    const int result = fill_value(&value, plain);
    if (result != 0) {
        avro_value_decref(&value);
        return result;
    }
    give(record, &value);
    return 0;
}

int assay_record_refill(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    (void)adapter;
    avro_value_t value = value_of(*record);
    if (avro_value_reset(&value) != 0) return assay_failed("%s", avro_strerror());
    return fill_value(&value, plain);
}

int assay_record_plain(assay_adapter *adapter, assay_record record, assay_plain **plain) {
    (void)adapter;
    const avro_value_t value = value_of(record);
    return plain_of_value(&value, plain);
}

int assay_record_read(assay_adapter *adapter, assay_record record, assay_reading *reading) {
    (void)adapter;
    const avro_value_t value = value_of(record);
    return read_value(&value, reading);
}

void assay_record_free(assay_record record) {
    avro_value_t value = value_of(record);
    avro_value_decref(&value);
}

/* Doubles the buffer that records are encoded into. */
static int grow(assay_adapter *adapter) {
    char *grown = realloc(adapter->buffer, adapter->buffer_size * 2);
    if (grown == NULL) return assay_failed("out of memory");
    adapter->buffer = grown;
    adapter->buffer_size *= 2;
    avro_writer_memory_set_dest(adapter->writer, grown, (int64_t)adapter->buffer_size);
    return 0;
}

int assay_encode(assay_adapter *adapter, assay_record record, assay_bytes *bytes) {
    avro_value_t value = value_of(record);
    int result;
    avro_writer_reset(adapter->writer);
    while ((result = avro_value_write(adapter->writer, &value)) != 0) {
        if (result != ENOSPC) return assay_failed("%s", avro_strerror());
        if (grow(adapter) != 0) return -1;
    }
    bytes->size = (size_t)avro_writer_tell(adapter->writer);
    bytes->data = malloc(bytes->size);
    if (bytes->data == NULL) return assay_failed("out of memory");
    memcpy(bytes->data, adapter->buffer, bytes->size);
    return 0;
}

/* A record that finds no room is written once more, where there is twice as much. */
int assay_encode_into(assay_adapter *adapter, assay_record record) {
    avro_value_t value = value_of(record);
    for (;;) {
        avro_writer_memory_set_dest(adapter->appender, adapter->kept + adapter->kept_used,
                                    (int64_t)(adapter->kept_size - adapter->kept_used));
        const int result = avro_value_write(adapter->appender, &value);
        if (result == 0) break;
        if (result != ENOSPC) return assay_failed("%s", avro_strerror());
        char *grown = realloc(adapter->kept, adapter->kept_size * 2);
        if (grown == NULL) return assay_failed("out of memory");
        adapter->kept = grown;
        adapter->kept_size *= 2;
    }
    adapter->kept_used += (size_t)avro_writer_tell(adapter->appender);
    return 0;
}

const uint8_t *assay_buffer(const assay_adapter *adapter, size_t *size) {
    *size = adapter->kept_used;
    return (const uint8_t *)adapter->kept;
}

void assay_buffer_empty(assay_adapter *adapter) { adapter->kept_used = 0; }

int assay_decode(assay_adapter *adapter, const uint8_t *data, size_t size, assay_record *record) {
    avro_value_t value;
    avro_reader_memory_set_source(adapter->reader, (const char *)data, (int64_t)size);
    if (avro_generic_value_new(adapter->class, &value) != 0) return assay_failed("%s", avro_strerror());
    if (avro_value_read(adapter->reader, &value) != 0) {
        avro_value_decref(&value);
        return assay_failed("%s", avro_strerror());
    }
    give(record, &value);
    return 0;
}

/* Writes what is read in the writer's schema into a value of the reader's. */
static int read_resolved(assay_adapter *adapter, avro_value_iface_t *resolver, avro_value_t *value) {
    avro_value_t resolved;
    if (avro_resolved_writer_new_value(resolver, &resolved) != 0) return assay_failed("%s", avro_strerror());
    avro_resolved_writer_set_dest(&resolved, value);
    const int result = avro_value_read(adapter->reader, &resolved) == 0 ? 0 : assay_failed("%s", avro_strerror());
    avro_value_decref(&resolved);
    return result;
}

int assay_resolve(assay_adapter *adapter, const char *writer, size_t writer_size, const uint8_t *data, size_t size,
                  assay_record *record) {
    avro_schema_t written;
    avro_value_t value;
    if (avro_schema_from_json_length(writer, writer_size, &written) != 0) return assay_failed("%s", avro_strerror());
    avro_value_iface_t *resolver = avro_resolved_writer_new(written, adapter->schema);
    avro_schema_decref(written);
    if (resolver == NULL) return assay_failed("%s", avro_strerror());
    avro_reader_memory_set_source(adapter->reader, (const char *)data, (int64_t)size);
    int result = -1;
    if (avro_generic_value_new(adapter->class, &value) != 0) {
        assay_failed("%s", avro_strerror());
    } else if ((result = read_resolved(adapter, resolver, &value)) != 0) {
        avro_value_decref(&value);
    } else {
        give(record, &value);
    }
    avro_value_iface_decref(resolver);
    return result;
}

/* Appends all records to an open container and closes it. */
static int append_all(avro_file_writer_t writer, const assay_record *records, size_t count) {
    for (size_t number = 0; number < count; ++number) {
        avro_value_t value = value_of(records[number]);
        if (avro_file_writer_append_value(writer, &value) != 0) {
            const int result = assay_failed("record %zu: %s", number, avro_strerror());
            avro_file_writer_close(writer);
            return result;
        }
    }
    return avro_file_writer_close(writer) == 0 ? 0 : assay_failed("%s", avro_strerror());
}

int assay_write(assay_adapter *adapter, const assay_record *records, size_t count, assay_bytes *bytes) {
    if (adapter->level_is_odd) return assay_unsupported("avro-c does deflate with level %d only", DEFLATE_LEVEL);
    char *data = NULL;
    FILE *memory = open_memstream(&data, &bytes->size);
    if (memory == NULL) return assay_failed("open_memstream: %s", strerror(errno));
    avro_file_writer_t writer;
    int result = avro_file_writer_create_with_codec_fp(memory, "memory", 1, adapter->schema, &writer, adapter->codec,
                                                       adapter->block_bytes);
    result = result == 0 ? append_all(writer, records, count) : assay_failed("%s", avro_strerror());
    if (result != 0) {
        free(data);
        return result;
    }
    bytes->data = (uint8_t *)data;
    return 0;
}

int assay_read_begin(assay_adapter *adapter, const uint8_t *data, size_t size) {
    FILE *memory = fmemopen((void *)data, size, "rb");
    if (memory == NULL) return assay_failed("fmemopen: %s", strerror(errno));
    if (avro_file_reader_fp(memory, "memory", 1, &adapter->file) != 0) return assay_failed("%s", avro_strerror());
    avro_schema_t schema = avro_file_reader_get_writer_schema(adapter->file);
    adapter->file_class = avro_generic_class_from_schema(schema);
    avro_schema_decref(schema);
    if (adapter->file_class == NULL) {
        avro_file_reader_close(adapter->file);
        return assay_failed("%s", avro_strerror());
    }
    return 0;
}

int assay_read_next(assay_adapter *adapter, assay_record *record) {
    avro_value_t value;
    if (avro_generic_value_new(adapter->file_class, &value) != 0) return assay_failed("%s", avro_strerror());
    const int result = avro_file_reader_read_value(adapter->file, &value);
    if (result != 0) {
        avro_value_decref(&value);
        return result == EOF ? 0 : assay_failed("%s", avro_strerror());
    }
    give(record, &value);
    return 1;
}

void assay_read_end(assay_adapter *adapter) {
    avro_file_reader_close(adapter->file);
    avro_value_iface_decref(adapter->file_class);
}
