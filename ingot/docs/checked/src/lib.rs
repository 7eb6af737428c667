//! Nothing but the pages, whose examples are tests.
#![cfg(doctest)]

#[doc = include_str!("../../from-apache-avro.md")]
struct FromApacheAvro;

#[doc = include_str!("../../from-serde_avro_fast.md")]
struct FromSerdeAvroFast;
