//! Files read and written block by block over asynchronous inputs and outputs.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;

use futures_io::{AsyncRead, AsyncWrite};
use ingot_codec::{DataError, Options, Schema, Value};

use crate::block::Block;
use crate::error::{ContainerError, Outcome};
use crate::header::{Header, Parser};
use crate::options::{ReadOptions, WriteOptions};
use crate::reader::Reader;
use crate::source::{Fed, Source};
use crate::told::Loss;
use crate::writer::Writer;

/// Reads a container file from an asynchronous input. It waits for whole blocks only; what a block holds is then there.
///
/// ```
/// # use std::{future::Future, pin::pin, task::{Context, Poll, Waker}};
/// # fn wait<T>(future: impl Future<Output = T>) -> T {
/// #     match pin!(future).poll(&mut Context::from_waker(Waker::noop())) { Poll::Ready(value) => value, Poll::Pending => panic!() }
/// # }
/// use ingot_container::{AsyncReader, AsyncWriter, ReadOptions, Schema, Value, WriteOptions};
///
/// # wait(async {
/// let schema = Schema::parse("\"long\"").unwrap();
/// let mut writer = AsyncWriter::new(Vec::new(), schema, &WriteOptions::default()).await?;
/// writer.write(&Value::Long(1)).await?;
/// let file = writer.finish().await?;
///
/// let mut reader = AsyncReader::new(&file[..], ReadOptions::default()).await?;
/// while let Some(value) = reader.next_value().await {
///     assert_eq!(value?, Value::Long(1));
/// }
/// # Ok::<(), ingot_container::ContainerError>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct AsyncReader<R> {
    input: R,
    reader: Reader<Fed>,
}

impl<R: AsyncRead + Unpin> AsyncReader<R> {
    /// Begins to read a file; an error if its header is wrong.
    pub async fn new(mut input: R, options: ReadOptions) -> Outcome<Self> {
        let (mut fed, mut parser) = (Fed::default(), Parser::default());
        while let Some(due) = parser.step(fed.held(), &options)? {
            fed.due = due;
            feed(&mut input, &mut fed).await?;
            if fed.ended {
                Parser::look(fed.held(), due)?;
            }
        }
        let header = parser.finish()?;
        fed.skip(header.length());
        Ok(AsyncReader { input, reader: Reader::behind(fed, header, options)? })
    }

    /// The head of the file, and in it its schema.
    #[must_use]
    pub const fn header(&self) -> &Header {
        self.reader.header()
    }

    /// What was odd so far about the file, as [`Reader::warnings`] tells it.
    #[must_use]
    pub fn warnings(&self) -> &[ContainerError] {
        self.reader.warnings()
    }

    /// What was lost so far, as [`Reader::lost`] tells it.
    #[must_use]
    pub fn lost(&self) -> &[Loss] {
        self.reader.lost()
    }

    /// The next block; nothing at the end. What is left of the records of the block before is skipped.
    pub async fn next_block(&mut self) -> Outcome<Option<Block<'_>>> {
        loop {
            match self.reader.find_block() {
                Ok(found) => return Ok(found.then(|| self.reader.block())),
                Err(error) if error.would_block() => feed(&mut self.input, &mut self.reader.source).await?,
                Err(error) => return Err(error),
            }
        }
    }

    /// The next record; nothing at the end.
    pub async fn next_value(&mut self) -> Option<Outcome<Value>> {
        self.next_of(Reader::next_value).await
    }

    /// The next record, made by a function as [`Reader::next_by`] calls it; nothing at the end.
    pub async fn next_by<T>(
        &mut self,
        decode: &mut impl FnMut(&[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        self.next_of(|reader| reader.next_by(decode)).await
    }

    async fn next_of<T>(&mut self, mut next: impl FnMut(&mut Reader<Fed>) -> Option<Outcome<T>>) -> Option<Outcome<T>> {
        loop {
            match next(&mut self.reader) {
                Some(Err(error)) if error.would_block() => {
                    if let Err(error) = feed(&mut self.input, &mut self.reader.source).await {
                        return Some(Err(error.into()));
                    }
                }
                found => return found,
            }
        }
    }
}

/// Reads until there are as many bytes as are due, or the input ends.
async fn feed<R: AsyncRead + Unpin>(input: &mut R, fed: &mut Fed) -> io::Result<()> {
    while fed.held().len() < fed.due && !fed.ended {
        let room = fed.window.room(fed.due);
        match poll_fn(|context| Pin::new(&mut *input).poll_read(context, room)).await {
            Ok(0) => fed.ended = true,
            Ok(count) => fed.window.filled(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes a container file to an asynchronous output, which it waits for when a block is full.
///
/// A call that is given up while it waits has added its record; the rest of the block is written by the next call.
#[derive(Debug)]
pub struct AsyncWriter<W> {
    out: W,
    writer: Writer<Vec<u8>>,
    /// How much is written of what the writer has made.
    sent: usize,
}

impl<W: AsyncWrite + Unpin> AsyncWriter<W> {
    /// Begins a file: writes its header; an error if the codec is not in this build or has not the level.
    pub async fn new(out: W, schema: Schema, options: &WriteOptions) -> Outcome<Self> {
        let mut made = AsyncWriter { out, writer: Writer::new(Vec::new(), schema, options)?, sent: 0 };
        made.send().await?;
        Ok(made)
    }

    /// Writes a record; an error if it is none of the schema, or if a block cannot be written.
    pub async fn write(&mut self, value: &Value) -> Outcome<()> {
        self.writer.write(value)?;
        self.send().await
    }

    /// Writes a record whose bytes a function adds to the block, as [`Writer::write_by`] calls it.
    pub async fn write_by(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> Result<(), DataError>) -> Outcome<()> {
        self.writer.write_by(encode)?;
        self.send().await
    }

    /// Writes the records so far as a block, and hands on all that the output keeps back.
    pub async fn flush(&mut self) -> Outcome<()> {
        self.writer.flush()?;
        self.send().await?;
        poll_fn(|context| Pin::new(&mut self.out).poll_flush(context)).await?;
        Ok(())
    }

    /// Writes the last block, and gives back the output, which is not closed.
    pub async fn finish(mut self) -> Outcome<W> {
        self.flush().await?;
        Ok(self.out)
    }

    async fn send(&mut self) -> Outcome<()> {
        let Some(made) = self.writer.out() else { return Ok(()) };
        while self.sent < made.len() {
            match poll_fn(|context| Pin::new(&mut self.out).poll_write(context, &made[self.sent..])).await {
                Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        made.clear();
        self.sent = 0;
        Ok(())
    }
}
