/* Plain values to and from Avro C's values, and the reading of one. The functions return what assay_failed returns
 * where they cannot. */
#ifndef VALUES_H
#define VALUES_H

#include <assay_kit.h>
#include <avro.h>

int fill_value(avro_value_t *value, const assay_plain *plain);
int plain_of_value(const avro_value_t *value, assay_plain **plain);
int read_value(const avro_value_t *value, assay_reading *reading);

#endif
