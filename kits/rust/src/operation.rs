//! The operations, each as a type, so that the measuring loop is compiled for each adapter and operation by itself.

use std::fmt::Display;

use crate::adapter::Adapter;
use crate::canonical_write;
use crate::error::Error;
use crate::loaded::Loaded;

/// One operation of an adapter, on inputs that the kit holds.
pub trait Operation<A: Adapter> {
    const NAME: &'static str;
    type Input: Sync;
    type Output: Send;
    type Failure: Display + Send;

    /// The inputs of a pass, in order, and the adapter that works on them.
    fn parts(loaded: &mut Loaded<A>) -> (&mut [A], &[Self::Input]);

    fn apply(adapter: &mut A, input: &Self::Input) -> Result<Self::Output, Self::Failure>;

    /// The output as the lab compares it: encoded bytes, or canonical text without a line end.
    fn proof(loaded: &Loaded<A>, output: Self::Output) -> Result<Vec<u8>, Error>;
}

pub struct Encode;

impl<A: Adapter> Operation<A> for Encode {
    const NAME: &'static str = "encode";
    type Input = A::Record;
    type Output = Vec<u8>;
    type Failure = A::EncodeError;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [A], &[A::Record]) {
        (&mut loaded.adapters, &loaded.records)
    }

    #[inline(always)]
    fn apply(adapter: &mut A, input: &A::Record) -> Result<Vec<u8>, A::EncodeError> {
        adapter.encode(input)
    }

    fn proof(_: &Loaded<A>, output: Vec<u8>) -> Result<Vec<u8>, Error> {
        Ok(output)
    }
}

pub struct Decode;

impl<A: Adapter> Operation<A> for Decode {
    const NAME: &'static str = "decode";
    type Input = Vec<u8>;
    type Output = A::Record;
    type Failure = A::DecodeError;

    fn parts(loaded: &mut Loaded<A>) -> (&mut [A], &[Vec<u8>]) {
        (&mut loaded.adapters, &loaded.encoded)
    }

    #[inline(always)]
    fn apply(adapter: &mut A, input: &Vec<u8>) -> Result<A::Record, A::DecodeError> {
        adapter.decode(input)
    }

    fn proof(loaded: &Loaded<A>, output: A::Record) -> Result<Vec<u8>, Error> {
        let mut text = String::new();
        read_fields(loaded, &output, &mut text)?;
        Ok(text.into_bytes())
    }
}

/// Reads every field of a domain value: appends its canonical text.
pub fn read_fields<A: Adapter>(loaded: &Loaded<A>, record: &A::Record, text: &mut String) -> Result<(), Error> {
    let plain = loaded.adapters[0].to_plain(record)?;
    canonical_write::write(&loaded.schema, &plain, text).map_err(Error::failed)
}
