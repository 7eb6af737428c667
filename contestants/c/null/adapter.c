/* Does nothing. Run on the schema "null", it shows what the measuring loop itself takes. */
#include <assay_kit.h>

#include <string.h>

const char assay_library[] = "null";

const char *assay_version(void) { return assay_kit_version(); }

int assay_adapter_new(const assay_setup *setup, assay_adapter **adapter) {
    *adapter = NULL;
    const char *text = setup->schema + strspn(setup->schema, " \t\r\n");
    const bool is_null = strncmp(text, "\"null\"", 6) == 0;
    if (!is_null || text[6 + strspn(text + 6, " \t\r\n")] != '\0') {
        return assay_unsupported("the null contestant takes the schema \"null\" only");
    }
    return 0;
}

void assay_adapter_free(assay_adapter *adapter) { (void)adapter; }

static int nothing(assay_record *record) {
    record->object = NULL;
    record->type = NULL;
    return 0;
}

int assay_record_new(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    (void)adapter, (void)plain;
    return nothing(record);
}

int assay_record_refill(assay_adapter *adapter, const assay_plain *plain, assay_record *record) {
    (void)adapter, (void)plain;
    return nothing(record);
}

int assay_record_plain(assay_adapter *adapter, assay_record record, assay_plain **plain) {
    (void)adapter, (void)record;
    *plain = assay_plain_new(ASSAY_NULL);
    return 0;
}

int assay_record_read(assay_adapter *adapter, assay_record record, assay_reading *reading) {
    (void)adapter, (void)record;
    assay_read_null(reading);
    return 0;
}

void assay_record_free(assay_record record) { (void)record; }

int assay_encode(assay_adapter *adapter, assay_record record, assay_bytes *bytes) {
    (void)adapter, (void)record;
    bytes->data = NULL;
    bytes->size = 0;
    return 0;
}

int assay_encode_into(assay_adapter *adapter, assay_record record) {
    (void)adapter, (void)record;
    return 0;
}

const uint8_t *assay_buffer(const assay_adapter *adapter, size_t *size) {
    (void)adapter;
    *size = 0;
    return NULL;
}

void assay_buffer_empty(assay_adapter *adapter) { (void)adapter; }

int assay_decode(assay_adapter *adapter, const uint8_t *data, size_t size, assay_record *record) {
    (void)adapter, (void)data, (void)size;
    return nothing(record);
}
