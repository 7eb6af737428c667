"""Makes the rows from rules: every byte is written out by the specification's letter, by no Avro library."""
