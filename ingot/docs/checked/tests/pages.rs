//! The pages' examples come in pairs, and the bytes that both have are the same: each is a test for itself.

const PAGES: [(&str, &str, usize); 2] = [
    ("apache_avro", include_str!("../../from-apache-avro.md"), 6),
    ("serde_avro_fast", include_str!("../../from-serde_avro_fast.md"), 4),
];

/// The examples in Rust of a part of a page.
fn examples(part: &str) -> Vec<&str> {
    part.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

/// The line that says what the bytes are, for all to see.
fn bytes(example: &str) -> &str {
    let says = |line: &&str| {
        line.contains("b\"") && (line.starts_with("assert_eq!(bytes, ") || line.starts_with("let bytes = "))
    };
    let mut lines = example.lines().map(str::trim).filter(says);
    match (lines.next(), lines.next()) {
        (Some(line), None) => line,
        _ => panic!("one line has to say what the bytes are:\n{example}"),
    }
}

#[test]
fn both_of_each_pair_say_the_same_bytes() {
    for (library, page, count) in PAGES {
        let pairs: Vec<_> = page.split("\n## ").map(examples).filter(|examples| !examples.is_empty()).collect();
        assert_eq!(pairs.len(), count, "{library}");
        for pair in pairs {
            let [before, after] = pair[..] else { panic!("{} examples under one heading", pair.len()) };
            assert!(before.contains(library) && !before.contains("ingot"), "{before}");
            assert!(after.contains("use ingot::") && !after.contains(library), "{after}");
            assert_eq!(bytes(before), bytes(after));
        }
    }
}
