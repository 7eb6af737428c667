//! Blocks on several threads, their results in the order of the file.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::block::{Block, Unpacking};
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::options::Tolerance;
use crate::reader::Reader;
use crate::source::Source;
use crate::told::{Loss, Told};

/// A block on its way to a thread.
struct Job {
    offset: u64,
    count: u64,
    packed: Vec<u8>,
}

/// What a thread has made of a block, and the block's room, to be used again.
struct Done<T> {
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
        let threads = threads.max(1);
        let (codec, options, work) = (self.codec().clone(), self.options().clone(), &work);
        let mut unpackings = Vec::new();
        for _ in 0..threads {
            unpackings.push(Unpacking::new(self.compression().unpacker(options.tolerance)?, &codec));
        }
        let (codec, options) = (&codec, &options);
        let done = thread::scope(|scope| {
            let start = |mut unpacking: Unpacking| {
                let ((jobs, inbox), (outbox, done)) = (sync_channel::<Job>(1), sync_channel(1));
                scope.spawn(move || {
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
                });
                (jobs, done)
            };
            let workers: Vec<(SyncSender<Job>, Receiver<Done<T>>)> = unpackings.into_iter().map(start).collect();
            let (mut sent, mut taken) = (0, 0);
            let mut spare = Vec::new();
            loop {
                while sent < taken + 2 * threads {
                    let Some(block) = self.next_block()? else { break };
                    let mut packed: Vec<u8> = spare.pop().unwrap_or_default();
                    packed.clear();
                    packed.extend_from_slice(block.packed());
                    let job = Job { offset: block.offset(), count: block.count(), packed };
                    workers[sent % threads].0.send(job).map_err(|_| stopped())?;
                    sent += 1;
                }
                if taken == sent {
                    return Ok(());
                }
                let Done { job, made, told } = workers[taken % threads].1.recv().map_err(|_| stopped())?;
                taken += 1;
                self.told.add(told);
                match made {
                    Ok(made) => take(made)?,
                    Err(error) if options.tolerance == Tolerance::Damage => {
                        let Job { offset, count, .. } = job;
                        self.told.lose(Loss { offset, bytes: 0, records: Some(count), error });
                    }
                    Err(error) => return Err(error),
                }
                spare.push(job.packed);
            }
        });
        if done.is_err() {
            self.end();
        }
        done
    }
}

/// A thread ends early only by a panic, which goes on here at once.
fn stopped() -> ContainerError {
    ContainerError::asked(ContainerClass::Io, "a thread that reads blocks has stopped")
}
