//! What each operation costs, for so many documents: `cargo run --release --example cost -- 100000 1000000`. Times are of
//! a document, but for flush and open; `threads`: how many times as many gets all cores do in a time as one does.
#![expect(clippy::cast_precision_loss, reason = "times and sizes are rounded")]

use std::time::Instant;

use ingot_store::{Collection, Options, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let counts: Vec<u64> = std::env::args().skip(1).map(|count| count.parse()).collect::<Result<_, _>>()?;
    println!(
        "documents  bytes each  put ns  flush ms  open us  get ns  threads  scan ns  update ns  compact ns  space"
    );
    for count in counts {
        let folder = ingot_store::Scratch::new();
        let document = |number: u64, fill: u64| {
            format!(
                r#"{{"id":"record_{number:08}","name":"Ada Haddad","email":"ada.haddad{number}@example.com","age":{},"score":71.25,"active":true,"tags":["gamma","zeta"],"metadata":{{"created":"2024-05-17T11:22:33Z","source":"{}"}}}}"#,
                18 + number % 70,
                if fill == 0 { "web" } else { "partner" },
            )
        };
        let documents: Vec<_> = (0..count).map(|number| (format!("record_{number:08}"), document(number, 0))).collect();
        let bytes: usize = documents.iter().map(|(_, text)| text.len()).sum();
        let each = |start: Instant, count: u64| start.elapsed().as_secs_f64() * 1e9 / count as f64;
        let store = Store::open(&folder, &Options::default())?;
        let mut own = store.collection("own")?;
        let start = Instant::now();
        own.put_many(documents.iter().map(|(key, text)| (key.as_str(), text.as_bytes())))?;
        own.commit()?;
        let put = each(start, count);
        let start = Instant::now();
        own.flush()?;
        let flush = each(start, 1) / 1e6;
        drop((own, store));
        let mut opened = Vec::new();
        for _ in 0..20 {
            let start = Instant::now();
            let store = Store::open(&folder, &Options::default())?;
            let own = store.collection("own")?;
            opened.push(each(start, 1) / 1e3);
            drop((own, store));
        }
        opened.sort_by(f64::total_cmp);
        let open = opened[opened.len() / 2];
        let store = Store::open(&folder, &Options::default())?;
        let mut own = store.collection("own")?;
        let gets = 100_000;
        let look_up = |own: &Collection, mut number: u64| {
            for _ in 0..gets {
                number = (number + 7_919_993) % count;
                let key = &documents[usize::try_from(number).expect("a place in a vector")].0;
                assert!(own.get_raw(key).expect("it is whole").map(<[u8]>::to_vec).is_some());
            }
        };
        let start = Instant::now();
        look_up(&own, 12345 % count);
        let get = each(start, gets);
        let cores = std::thread::available_parallelism()?.get() as u64;
        let start = Instant::now();
        std::thread::scope(|scope| {
            for core in 0..cores {
                let (own, look_up) = (&own, &look_up);
                scope.spawn(move || look_up(own, (12345 + core * 1009) % count));
            }
        });
        let threads = get / each(start, gets * cores);
        let start = Instant::now();
        let mut read = 0;
        for text in own.documents()? {
            read += text?.to_vec().len();
        }
        let scan = each(start, count);
        assert_eq!(read, bytes);
        let stats = own.stats()?;
        let space = (stats.line_bytes + stats.log_bytes + stats.index_bytes) as f64 / bytes as f64;
        let updates = count / 10;
        let start = Instant::now();
        for number in 0..updates {
            own.put_raw(
                &documents[usize::try_from(number * 7 % count)?].0,
                document(number * 7 % count, 1).as_bytes(),
            )?;
        }
        own.commit()?;
        let update = each(start, updates);
        let start = Instant::now();
        own.compact()?;
        let compact = each(start, count);
        println!(
            "{count:9}  {:10}  {put:6.0}  {flush:8.1}  {open:7.0}  {get:6.0}  {threads:7.2}  {scan:7.0}  {update:9.0}  {compact:10.0}  {space:.3}",
            bytes as u64 / count
        );
        drop((own, store));
    }
    Ok(())
}
