//! What holds for files of every schema, codec and size of blocks.

#[path = "../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;

use std::io::Cursor;

use ingot_container::{Compression, Reader, Schema, Value, WriteOptions, Writer};
use ingot_schema::Random;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kinds::schema_text;

fn compression() -> impl Strategy<Value = Compression> {
    prop_oneof![
        Just(Compression::Null),
        (0..=10).prop_map(Compression::Deflate),
        Just(Compression::Snappy),
        (-7..=19).prop_map(Compression::Zstandard),
        (1..=9).prop_map(Compression::Bzip2),
        (0..=9).prop_map(Compression::Xz),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn records_written_and_read_are_the_same(
        text in schema_text(),
        seed in any::<u64>(),
        count in 0_usize..40,
        compression in compression(),
        block_bytes in prop_oneof![Just(0_usize), 1_usize..300, Just(1 << 20)],
        appended in any::<bool>(),
    ) {
        let schema = Schema::parse(&text).unwrap();
        let values: Vec<Value> = Random::new(&schema, seed).take(count).collect();
        let options = WriteOptions { compression, block_bytes, ..WriteOptions::default() };
        let mut writer = Writer::new(Cursor::new(Vec::new()), schema, &options).unwrap();
        for (place, value) in values.iter().enumerate() {
            if appended && place == count / 2 {
                writer = Writer::append(writer.finish().unwrap(), &options).unwrap();
            }
            writer.write(value).unwrap();
        }
        let file = writer.finish().unwrap().into_inner();

        let found: Vec<Value> = Reader::from_slice(&file).unwrap().values().map(Result::unwrap).collect();
        prop_assert_eq!(&found, &values);
        let found: Vec<Value> = Reader::new(&file[..]).unwrap().values().map(Result::unwrap).collect();
        prop_assert_eq!(&found, &values);

        let mut reader = Reader::new(&file[..]).unwrap();
        let mut blocks = 0;
        while let Some(block) = reader.next_block().unwrap() {
            blocks += block.count();
        }
        prop_assert_eq!(blocks, count as u64);
    }
}
