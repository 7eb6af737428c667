//! What asynchronous readers and writers do is what the others do, whatever the pieces that bytes come in.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use futures_io::{AsyncRead, AsyncWrite};
use ingot_container::{
    AsyncReader, AsyncWriter, Compression, ReadOptions, Reader, Schema, Tolerance, Value, WriteOptions,
};

/// Runs a future that wakes nothing: it is asked until it is done.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

/// Bytes in pieces of seven, each asked for twice.
struct Slow<T> {
    inner: T,
    asked: bool,
}

impl<T> Slow<T> {
    const fn new(inner: T) -> Self {
        Slow { inner, asked: false }
    }

    fn ready(&mut self) -> bool {
        self.asked = !self.asked;
        !self.asked
    }
}

impl AsyncRead for Slow<&[u8]> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, room: &mut [u8]) -> Poll<io::Result<usize>> {
        if !self.ready() {
            return Poll::Pending;
        }
        let count = room.len().min(7);
        Poll::Ready(io::Read::read(&mut self.inner, &mut room[..count]))
    }
}

impl AsyncWrite for Slow<Vec<u8>> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if !self.ready() {
            return Poll::Pending;
        }
        let count = bytes.len().min(7);
        self.inner.extend_from_slice(&bytes[..count]);
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

fn file(compression: Compression) -> Vec<u8> {
    wait(async {
        let options = WriteOptions { compression, block_bytes: 100, ..WriteOptions::default() };
        let schema = Schema::parse("\"string\"").unwrap();
        let mut writer = AsyncWriter::new(Slow::new(Vec::new()), schema, &options).await.unwrap();
        for n in 0..100 {
            writer.write(&Value::String(format!("text {n}"))).await.unwrap();
        }
        writer.finish().await.unwrap().inner
    })
}

#[test]
fn records_written_and_read_are_the_same() {
    for codec in ["null", "deflate", "snappy", "zstandard", "bzip2", "xz"] {
        let file = file(Compression::named(codec).unwrap());
        let all: Vec<Value> = Reader::from_slice(&file).unwrap().values().map(Result::unwrap).collect();
        assert_eq!(all.len(), 100);
        let found: Vec<Value> = wait(async {
            let mut reader = AsyncReader::new(Slow::new(&file[..]), ReadOptions::default()).await.unwrap();
            let mut found = Vec::new();
            while let Some(value) = reader.next_value().await {
                found.push(value.unwrap());
            }
            found
        });
        assert_eq!(found, all, "{codec}");
        let count = wait(async {
            let mut reader = AsyncReader::new(Slow::new(&file[..]), ReadOptions::default()).await.unwrap();
            let mut count = 0;
            while let Some(block) = reader.next_block().await.unwrap() {
                count += block.count();
            }
            count
        });
        assert_eq!(count, 100, "{codec}");
    }
}

#[test]
fn cut_and_damaged_files_are_read_as_from_a_slice() {
    let whole = file(Compression::Snappy);
    let cuts = (0..whole.len()).step_by(13).map(|end| whole[..end].to_vec());
    let damaged = (0..whole.len()).step_by(11).map(|place| {
        let mut changed = whole.clone();
        changed[place] ^= 0xff;
        changed
    });
    for bytes in cuts.chain(damaged) {
        for options in [Tolerance::Nothing, Tolerance::Odd, Tolerance::Cut, Tolerance::Damage].map(ReadOptions::from) {
            let told = |value: Result<Value, ingot_container::ContainerError>| value.map_err(|error| error.to_string());
            let expected = Reader::from_slice_with(&bytes, options.clone()).map(|mut reader| {
                let values: Vec<_> = reader.values().map(told).collect();
                let lost: Vec<_> = reader.lost().iter().map(|loss| (loss.offset, loss.bytes)).collect();
                (values, lost)
            });
            let found = wait(async {
                let mut reader = AsyncReader::new(Slow::new(&bytes[..]), options.clone()).await?;
                let mut values = Vec::new();
                while let Some(value) = reader.next_value().await {
                    values.push(told(value));
                }
                let lost = reader.lost().iter().map(|loss| (loss.offset, loss.bytes)).collect();
                Ok((values, lost))
            });
            let text = |error: ingot_container::ContainerError| error.to_string();
            assert_eq!(found.map_err(text), expected.map_err(text));
        }
    }
}
