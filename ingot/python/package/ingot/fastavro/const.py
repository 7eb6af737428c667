"""Numbers and names that others rely on."""

from __future__ import annotations

from datetime import date

MLS_PER_SECOND = 1000
MLS_PER_MINUTE = 60 * MLS_PER_SECOND
MLS_PER_HOUR = 60 * MLS_PER_MINUTE
MCS_PER_SECOND = 1000 * MLS_PER_SECOND
MCS_PER_MINUTE = 60 * MCS_PER_SECOND
MCS_PER_HOUR = 60 * MCS_PER_MINUTE

DAYS_SHIFT = date(1970, 1, 1).toordinal()

INT_MIN_VALUE, INT_MAX_VALUE = -(2**31), 2**31 - 1
LONG_MIN_VALUE, LONG_MAX_VALUE = -(2**63), 2**63 - 1

PRIMITIVES = {"boolean", "bytes", "double", "float", "int", "long", "null", "string"}
NAMED_TYPES = {"record", "enum", "fixed", "error"}
AVRO_TYPES = PRIMITIVES | NAMED_TYPES | {"array", "map", "union", "request", "error_union"}
