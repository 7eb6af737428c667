//! Blocks on several threads, their results in the order of the file.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use ingot_codec::Codec;

use crate::block::{Block, Unpacking};
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::options::ReadOptions;
use crate::reader::Reader;
use crate::source::Source;
use crate::told::Told;

/// A block on its way to a thread.
pub(crate) struct Job {
    offset: u64,
    count: u64,
    packed: Vec<u8>,
}

/// What a thread has made of a block, and the block's room, to be used again.
pub(crate) struct Done<T> {
    job: Job,
    made: Outcome<T>,
    told: Told,
}

impl<S: Source> Reader<S> {
    /// Hands the blocks that are left to threads, which unpack them and make something of each; what they make is taken
    /// here, in the order of the file. The first error ends the reading, unless damage is skipped.
    ///
    /// Two blocks for each thread are on their way at once, so memory is bounded by their size.
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
    /// let mut all = Vec::new();
    /// let values = |block: &mut ingot_container::Block<'_>| block.values()?.collect::<Result<Vec<Value>, _>>();
    /// Reader::from_slice(&file)?.in_parallel(4, values, |values| {
    ///     all.extend(values);
    ///     Ok(())
    /// })?;
    /// assert_eq!(all, (0..10_000).map(Value::Long).collect::<Vec<_>>());
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn in_parallel<T: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(&mut Block<'_>) -> Outcome<T> + Sync,
        mut take: impl FnMut(T) -> Outcome<()>,
    ) -> Outcome<()> {
        let (codec, options, work) = (self.codec().clone(), self.options().clone(), &work);
        let unpackings = self.unpackings(threads)?;
        let (codec, options) = (&codec, &options);
        let done = thread::scope(|scope| {
            let start = |unpacking: Unpacking| {
                let ((jobs, inbox), (outbox, done)) = (sync_channel(1), sync_channel(1));
                scope.spawn(move || serve(&inbox, &outbox, unpacking, codec, options, work));
                (jobs, done)
            };
            let mut turns = Turns::new(unpackings.into_iter().map(start).collect());
            while let Some(made) = turns.next(self)? {
                take(made)?;
            }
            Ok(())
        });
        if done.is_err() {
            self.end();
        }
        done
    }

    /// What each of so many threads unpacks by.
    pub(crate) fn unpackings(&self, threads: usize) -> Outcome<Vec<Unpacking>> {
        let unpacker = || self.compression().unpacker(self.options().tolerance);
        (0..threads.max(1)).map(|_| Ok(Unpacking::new(unpacker()?, self.codec()))).collect()
    }
}

/// What a thread does: it makes something of each block that it is sent, until there are no more.
pub(crate) fn serve<T>(
    inbox: &Receiver<Job>,
    outbox: &SyncSender<Done<T>>,
    mut unpacking: Unpacking,
    codec: &Codec,
    options: &ReadOptions,
    work: &(impl Fn(&mut Block<'_>) -> Outcome<T> + ?Sized),
) {
    for job in inbox {
        let mut told = Told::default();
        let Job { offset, count, packed } = &job;
        let made = work(&mut Block {
            offset: *offset,
            count: *count,
            packed,
            codec,
            unpacking: &mut unpacking,
            options,
            told: &mut told,
        });
        if outbox.send(Done { job, made, told }).is_err() {
            return;
        }
    }
}

/// Where a thread is sent its blocks, and gives what it made.
pub(crate) type Worker<T> = (SyncSender<Job>, Receiver<Done<T>>);

/// Threads that are given blocks in turn, and asked for what they made in the same turn.
pub(crate) struct Turns<T> {
    workers: Vec<Worker<T>>,
    sent: usize,
    taken: usize,
    spare: Vec<Vec<u8>>,
    /// What is wrong with the file behind the blocks that are on their way.
    failed: Option<ContainerError>,
}

impl<T> Turns<T> {
    /// At least one thread.
    pub(crate) fn new(workers: Vec<Worker<T>>) -> Self {
        Turns { workers, sent: 0, taken: 0, spare: Vec::new(), failed: None }
    }

    /// What was made of the next block; nothing at the end.
    pub(crate) fn next<S: Source>(&mut self, reader: &mut Reader<S>) -> Outcome<Option<T>> {
        let threads = self.workers.len();
        loop {
            while self.failed.is_none() && self.sent < self.taken + 2 * threads {
                let block = match reader.next_block() {
                    Ok(Some(block)) => block,
                    Ok(None) => break,
                    Err(error) => {
                        self.failed = Some(error);
                        break;
                    }
                };
                let mut packed: Vec<u8> = self.spare.pop().unwrap_or_default();
                packed.clear();
                packed.extend_from_slice(block.packed());
                let job = Job { offset: block.offset(), count: block.count(), packed };
                self.workers[self.sent % threads].0.send(job).map_err(|_| stopped())?;
                self.sent += 1;
            }
            if self.taken == self.sent {
                return self.failed.take().map_or(Ok(None), Err);
            }
            let Done { job, made, told } = self.workers[self.taken % threads].1.recv().map_err(|_| stopped())?;
            self.taken += 1;
            reader.told.add(told);
            let Job { offset, count, packed } = job;
            self.spare.push(packed);
            match made {
                Ok(made) => return Ok(Some(made)),
                Err(error) => reader.lose_block(offset, count, error)?,
            }
        }
    }
}

/// A thread ends early only by a panic, which goes on here at once.
fn stopped() -> ContainerError {
    ContainerError::asked(ContainerClass::Io, "a thread that reads blocks has stopped")
}
