/* Plain values to and from Avro C's values. Both functions return what assay_failed returns where they cannot. */
#ifndef VALUES_H
#define VALUES_H

#include <assay_kit.h>
#include <avro.h>

int fill_value(avro_value_t *value, const assay_plain *plain);
int plain_of_value(const avro_value_t *value, assay_plain **plain);

#endif
