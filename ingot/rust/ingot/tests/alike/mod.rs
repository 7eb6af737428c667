//! Whether a type and a value of its schema are read alike.

use std::fmt::Debug;

use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Codec, DataError, Typed};

/// Bytes are read as a type and as a value: with the same outcome, or else it is told which.
pub(crate) fn read_alike<T>(typed: &Typed<T>, codec: &Codec, bytes: &[u8])
where
    T: Shaped,
    for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
{
    let place = |error: DataError| (error.class, error.offset, error.path.clone(), error.message.clone());
    let wanted = codec.decode(bytes).and_then(|value| codec.encode(&value)).map_err(place);
    let found = typed.decode(bytes).and_then(|value| ingot::typed::encode(&value)).map_err(place);
    match (&wanted, &found) {
        // A map may write its entries in another order.
        (Ok(wanted), Ok(found)) => {
            assert_eq!(codec.decode(found).unwrap(), codec.decode(wanted).unwrap(), "{bytes:?}");
        }
        _ => assert_eq!(found, wanted, "{bytes:?} as {}", codec.schema()),
    }
}
