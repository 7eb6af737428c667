// The reading of a record for adapters in C: the C++ kit's, behind functions.
#include "assay_kit.h"

#include <assay/reading.hpp>

static_assert(sizeof(assay::Reading) == sizeof(assay_reading));

namespace {

assay::Reading &in(assay_reading *reading) { return *reinterpret_cast<assay::Reading *>(reading); }

} // namespace

extern "C" {

assay_reading assay_reading_new(void) { return {assay::Reading().value()}; }

void assay_read_null(assay_reading *reading) { in(reading).null(); }

void assay_read_boolean(assay_reading *reading, bool value) { in(reading).boolean(value); }

void assay_read_integer(assay_reading *reading, int64_t value) { in(reading).integer(value); }

void assay_read_real(assay_reading *reading, double value) { in(reading).real(value); }

void assay_read_text(assay_reading *reading, const char *text, size_t size) { in(reading).text({text, size}); }

void assay_read_bytes(assay_reading *reading, const uint8_t *data, size_t size) { in(reading).bytes({data, size}); }

void assay_read_end_array(assay_reading *reading, size_t count) { in(reading).end_array(count); }

void assay_read_map(assay_reading *reading, uint64_t sum, size_t count) { in(reading).map(sum, count); }

} // extern "C"
