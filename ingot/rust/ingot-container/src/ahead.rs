//! Blocks made into something ahead of who asks for it, by threads that are not waited for.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::block::{Block, Unpacking};
use crate::error::{ContainerError, Outcome};
use crate::parallel::{Turns, Worker, serve};
use crate::reader::Reader;
use crate::source::Source;
use crate::unpacked::Unpacked;

type Work<T> = dyn Fn(&mut Block<'_>) -> Outcome<T> + Send + Sync;

/// What is made of a file's blocks, in their order, some of them ahead of who asks.
pub struct Ahead<S, T> {
    reader: Reader<S>,
    work: Arc<Work<T>>,
    threads: usize,
    /// How many blocks were made here: a file of few blocks is read before a thread has begun.
    here: usize,
    turns: Option<Turns<T>>,
}

/// So many blocks are made without threads.
const FIRST: usize = 2;

impl<S: Source> Reader<S> {
    /// Hands the blocks that are left to threads as [`in_parallel`](Reader::in_parallel) does, but as they are asked for.
    /// They begin with the third block; with one thread, all is made by the thread that asks.
    ///
    /// ```
    /// use ingot_container::{Reader, Schema, Value, WriteOptions, Writer};
    ///
    /// let options = WriteOptions { block_bytes: 1 << 10, ..WriteOptions::default() };
    /// let mut writer = Writer::new(Vec::new(), Schema::parse("\"long\"").unwrap(), &options)?;
    /// for n in 0..10_000 {
    ///     writer.write(&Value::Long(n))?;
    /// }
    /// let file = writer.finish()?;
    ///
    /// let mut counts = Reader::new(&file[..])?.ahead(4, |block| Ok(block.count()));
    /// let mut all = 0;
    /// while let Some(count) = counts.next_made()? {
    ///     all += count;
    /// }
    /// assert_eq!(all, 10_000);
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn ahead<T: Send + 'static>(
        self,
        threads: usize,
        work: impl Fn(&mut Block<'_>) -> Outcome<T> + Send + Sync + 'static,
    ) -> Ahead<S, T> {
        Ahead { reader: self, work: Arc::new(work), threads, here: 0, turns: None }
    }
}

impl<S: Source, T: Send + 'static> Ahead<S, T> {
    /// The reader of the file: it may be ahead of what was made, and so may be what it tells.
    #[must_use]
    pub const fn reader(&self) -> &Reader<S> {
        &self.reader
    }

    /// What was made of the next block; nothing at the end, and after an error.
    pub fn next_made(&mut self) -> Outcome<Option<T>> {
        if self.turns.is_none() && self.threads > 1 && self.here == FIRST {
            let unpackings = self.reader.unpackings(self.threads)?;
            self.turns = Some(Turns::new(unpackings.into_iter().map(|one| self.start(one)).collect()));
        }
        let made = match &mut self.turns {
            Some(turns) => turns.next(&mut self.reader),
            None => self.make(),
        };
        if made.is_err() {
            self.end();
        }
        made
    }

    fn make(&mut self) -> Outcome<Option<T>> {
        loop {
            let Some(mut block) = self.reader.next_block()? else { return Ok(None) };
            let (offset, count) = (block.offset(), block.count());
            match (self.work)(&mut block) {
                Ok(made) => {
                    self.here += 1;
                    return Ok(Some(made));
                }
                Err(error) => self.reader.lose_block(offset, count, error)?,
            }
        }
    }

    fn start(&self, unpacking: Unpacking) -> Worker<T> {
        let ((jobs, inbox), (outbox, done)) = (sync_channel(1), sync_channel(1));
        let (codec, options) = (self.reader.codec().clone(), self.reader.options().clone());
        let work = Arc::clone(&self.work);
        // It ends with the channel, which it is not waited for.
        thread::spawn(move || serve(&inbox, &outbox, unpacking, &codec, &options, &*work));
        (jobs, done)
    }

    /// What is wrong with a record of a block, or behind its last, ends the reading, or loses the records that are left.
    pub fn give_up(&mut self, block: &mut Unpacked, error: ContainerError) -> Outcome<()> {
        let left = block.leave();
        self.reader.lose_block(block.offset(), left, error).inspect_err(|_| self.end())
    }

    fn end(&mut self) {
        self.turns = None;
        self.threads = 1;
        self.reader.end();
    }
}

impl<S, T> fmt::Debug for Ahead<S, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Ahead").field("reader", &self.reader).field("threads", &self.threads).finish_non_exhaustive()
    }
}
