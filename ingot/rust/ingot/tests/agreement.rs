//! Types and values of any schema are written and read alike: the same bytes, the same errors at the same places.

mod alike;
mod kinds;

use std::fmt::Debug;

use ingot::schema::Random;
use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Codec, Typed};

use alike::read_alike;
use kinds::{Job, each};

struct Alike {
    seed: u64,
    values: usize,
}

impl Job for Alike {
    fn run<T>(&mut self, typed: &Typed<T>)
    where
        T: Shaped + Encode + Debug + PartialEq,
        for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
    {
        let codec = Codec::new(typed.schema().clone());
        self.seed += 1;
        let mut mix = self.seed;
        let mut below = |bound: usize| {
            mix = mix.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(mix >> 33).unwrap() % bound
        };
        let all: Vec<_> = Random::new(codec.schema(), self.seed).take(self.values).collect();
        let encoded: Vec<_> = all.iter().map(|value| codec.encode(value).unwrap()).collect();
        let mut before = String::new();
        for (value, bytes) in all.iter().zip(&encoded) {
            read_alike(typed, &codec, bytes);
            // The same bytes again, where maps have at most one entry.
            let found = typed.decode(bytes).unwrap_or_else(|error| panic!("{error}: {value:?}"));
            let mut again = b"before".to_vec();
            ingot::typed::encode_into(&found, &mut again).unwrap();
            assert_eq!(&again[..6], b"before");
            assert_eq!(codec.decode(&again[6..]).unwrap(), *value);

            // Into another value, whatever that is.
            let mut other = typed.decode(&encoded[below(encoded.len())]).unwrap();
            typed.decode_into(bytes, &mut other).unwrap();
            let again = ingot::typed::encode(&other).unwrap();
            assert_eq!(codec.decode(&again).unwrap(), *value);
            before = format!("{other:?}");

            let (_, taken) = typed.decode_first(&[&bytes[..], b"more"].concat()).unwrap();
            assert_eq!(taken, bytes.len());

            for cut in 0..bytes.len().min(100) {
                read_alike(typed, &codec, &bytes[..cut]);
            }
            for _ in 0..20 {
                let mut spoiled = bytes.clone();
                for _ in 0..=below(3) {
                    if spoiled.is_empty() {
                        break;
                    }
                    let at = below(spoiled.len());
                    match below(4) {
                        0 => spoiled[at] ^= 1 << below(8),
                        1 => spoiled[at] = 0xff,
                        2 => spoiled.insert(at, below(256).to_le_bytes()[0]),
                        _ => {
                            spoiled.remove(at);
                        }
                    }
                }
                read_alike(typed, &codec, &spoiled);
            }
        }
        assert!(!before.is_empty() || self.values == 0);
    }
}

#[test]
fn types_and_values_are_read_and_written_alike() {
    each(&mut Alike { seed: 42, values: 25 });
}

/// Bytes that claim much.
#[test]
fn hostile_bytes_are_refused_alike() {
    struct Hostile;

    impl Job for Hostile {
        fn run<T>(&mut self, typed: &Typed<T>)
        where
            T: Shaped + Encode + Debug + PartialEq,
            for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
        {
            let codec = Codec::new(typed.schema().clone());
            let parts: [&[u8]; 12] = [
                &[0],
                &[2],
                &[4],
                &[1, 0],
                &[1, 6],
                &[1, 1],
                &[0x80, 0x80, 0x80, 0x01],
                &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
                &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
                &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
                &[0xff, 0xff, 0xff, 0xff, 0x1f],
                &[0x02, 0xc3],
            ];
            for a in parts {
                for b in parts {
                    for rest in [&[][..], &[2; 40], &[0; 300], &[4; 2000]] {
                        read_alike(typed, &codec, &[a, b, rest].concat());
                    }
                }
            }
        }
    }

    each(&mut Hostile);
}
