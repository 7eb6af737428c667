//! What memory a compaction takes, for so many megabytes of documents: `cargo run --release --example memory -- 100 300`.
//!
//! It is the memory of the process that is no file's (`RssAnon` of Linux), looked at every five milliseconds.
#![expect(clippy::cast_precision_loss, reason = "sizes are rounded")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ingot_store::{Options, Store};

/// Kilobytes in memory that are no file's.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
}

/// What a job takes at most, in kilobytes.
fn peak(job: impl FnOnce()) -> u64 {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let mut most = 0;
            while !is_over.load(Ordering::Relaxed) {
                most = most.max(resident());
                std::thread::sleep(Duration::from_millis(5));
            }
            most
        });
        job();
        is_over.store(true, Ordering::Relaxed);
        looking.join().unwrap_or(0)
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("documents  their MB  before, MiB  at most, MiB  seconds");
    for megabytes in std::env::args().skip(1) {
        let wanted = megabytes.parse::<u64>()? * 1_000_000;
        let folder = ingot_store::Scratch::new();
        let store = Store::open(&folder, &Options::default())?;
        let mut own = store.collection("own")?;
        let (mut number, mut bytes) = (0_u64, 0);
        // A tenth is replaced once.
        while bytes < wanted {
            let key = format!("record_{:08}", if number % 10 == 9 { number / 2 } else { number });
            let text = format!(r#"{{"id":"{key}","text":"{}","number":{number}}}"#, "account balance ".repeat(10));
            own.put_raw(&key, text.as_bytes())?;
            bytes += text.len() as u64;
            number += 1;
            if number % 10_000 == 0 {
                own.commit()?;
            }
        }
        own.commit()?;
        let (before, start) = (resident(), Instant::now());
        let mut done = Ok(());
        let most = peak(|| done = own.compact());
        done?;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:9}  {:8}  {:11.1}  {:12.1}  {seconds:7.1}",
            own.len(),
            bytes / 1_000_000,
            before as f64 / 1024.0,
            most as f64 / 1024.0
        );
    }
    Ok(())
}
