//! Canonical forms and fingerprints, as fastavro makes them (the forms: avro, too, where the specification is clear).

use ingot_schema::{Form, Schema};

struct Vector {
    text: &'static str,
    form: &'static str,
    /// The CRC-64-AVRO as a number.
    crc: u64,
    md5: &'static str,
    sha256: &'static str,
}

const VECTORS: &[Vector] = &[
    Vector {
        text: r#""null""#,
        form: r#""null""#,
        crc: 0x63dd_24e7_cc25_8f8a,
        md5: "9b41ef67651c18488a8b08bb67c75699",
        sha256: "f072cbec3bf8841871d4284230c5e983dc211a56837aed862487148f947d1a1f",
    },
    Vector {
        text: r#""boolean""#,
        form: r#""boolean""#,
        crc: 0x9f42_fc78_a4d4_f764,
        md5: "01f692b30d4a1c8a3e600b1440637f8f",
        sha256: "a5b031ab62bc416d720c0410d802ea46b910c4fbe85c50a946ccc658b74e677e",
    },
    Vector {
        text: r#""int""#,
        form: r#""int""#,
        crc: 0x7275_d51a_3f39_5c8f,
        md5: "ef524ea1b91e73173d938ade36c1db32",
        sha256: "3f2b87a9fe7cc9b13835598c3981cd45e3e355309e5090aa0933d7becb6fba45",
    },
    Vector {
        text: r#""long""#,
        form: r#""long""#,
        crc: 0xd054_e144_93f4_1db7,
        md5: "e1dd9a1ef98b451b53690370b393966b",
        sha256: "c32c497df6730c97fa07362aa5023f37d49a027ec452360778114cf427965add",
    },
    Vector {
        text: r#""float""#,
        form: r#""float""#,
        crc: 0x4d7c_02cb_3ea8_d790,
        md5: "50a6b9db85da367a6d2df400a41758a6",
        sha256: "1e71f9ec051d663f56b0d8e1fc84d71aa56ccfe9fa93aa20d10547a7abeb5cc0",
    },
    Vector {
        text: r#""double""#,
        form: r#""double""#,
        crc: 0x8e75_35c0_32ab_957e,
        md5: "bfc71a62f38b99d6a93690deeb4b3af6",
        sha256: "730a9a8c611681d7eef442e03c16c70d13bca3eb8b977bb403eaff52176af254",
    },
    Vector {
        text: r#""bytes""#,
        form: r#""bytes""#,
        crc: 0x4fc0_16da_c320_1965,
        md5: "b462f06cb909be57c85008867784cde6",
        sha256: "9ae507a9dd39ee5b7c7e285da2c0846521c8ae8d80feeae5504e0c981d53f5fa",
    },
    Vector {
        text: r#""string""#,
        form: r#""string""#,
        crc: 0x8f01_4872_6345_03c7,
        md5: "095d71cf12556b9d5e330ad575b3df5d",
        sha256: "e9e5c1c9e4f6277339d1bcde0733a59bd42f8731f449da6dc13010a916930d48",
    },
    Vector {
        text: r#"{"type": "long", "logicalType": "timestamp-millis"}"#,
        form: r#""long""#,
        crc: 0xd054_e144_93f4_1db7,
        md5: "e1dd9a1ef98b451b53690370b393966b",
        sha256: "c32c497df6730c97fa07362aa5023f37d49a027ec452360778114cf427965add",
    },
    Vector {
        text: r#"{"type": "array", "items": "int", "default": []}"#,
        form: r#"{"type":"array","items":"int"}"#,
        crc: 0x522b_814f_c963_b4be,
        md5: "a901ce8fe88c47c334864eb891421052",
        sha256: "991448eb74891d7852e6c87ce6a773bc59745c418dae5451a25dca6d1d7ed692",
    },
    Vector {
        text: r#"{"type": "map", "values": {"type": "bytes"}}"#,
        form: r#"{"type":"map","values":"bytes"}"#,
        crc: 0x73c5_ef09_ae7f_f01b,
        md5: "16968b6be3504c707fd605c83ce91529",
        sha256: "832b38d6b35349e7eaea375e39e49a69b1bb322ee5b489842d32c45ea8ea464d",
    },
    Vector {
        text: r#"["null", "string", {"type": "array", "items": "long"}]"#,
        form: r#"["null","string",{"type":"array","items":"long"}]"#,
        crc: 0xdb92_917e_4335_84ba,
        md5: "ed664a62a8618469230b2abb0f6e89d6",
        sha256: "ab7d6b262d686873bd54710d5114f67b62f05c4222a1d7cceb785b65d360292b",
    },
    Vector {
        text: r#"{"type": "fixed", "name": "Md5", "namespace": "a.b", "size": 16, "aliases": ["Hash"], "doc": "sixteen"}"#,
        form: r#"{"name":"a.b.Md5","type":"fixed","size":16}"#,
        crc: 0x0661_cf6e_94c1_f82c,
        md5: "3f3ed65143b07f08b007d5470a129c52",
        sha256: "e485333fa20a21a364d88ddf57bd27acbdc35df53cedaac0980656b91ffeff83",
    },
    Vector {
        text: r#"{"type": "enum", "name": "a.Suit", "namespace": "b", "symbols": ["CLUBS", "hearts"], "default": "CLUBS"}"#,
        form: r#"{"name":"a.Suit","type":"enum","symbols":["CLUBS","hearts"]}"#,
        crc: 0xe705_69a9_cf8c_5429,
        md5: "148ed0804ee0aecc6572a5fba3057545",
        sha256: "63a161bb404eb9e1b201ca0feee0fc22a0c82d6bed43074c2d267caf9d94a7b8",
    },
    Vector {
        text: r#"{"type": "error", "name": "Oops", "fields": []}"#,
        form: r#"{"name":"Oops","type":"record","fields":[]}"#,
        crc: 0xa041_8112_0e23_29cf,
        md5: "aba3074f688ac818a9f68cc5b1842cd5",
        sha256: "1eaa2810b850d9df78611d3d0697611c709c16c06bedf62b73f0bcab37d8c846",
    },
    Vector {
        text: r#"{"type": "record", "name": "Node", "namespace": "t", "doc": "a list", "fields": [{"name": "value", "type": "int", "default": 1, "order": "ignore", "doc": "?"}, {"name": "next", "type": ["null", "Node"], "default": null}]}"#,
        form: r#"{"name":"t.Node","type":"record","fields":[{"name":"value","type":"int"},{"name":"next","type":["null","t.Node"]}]}"#,
        crc: 0x15a4_3b59_4ebb_d0d7,
        md5: "928371f2076d7d037f2e34b12e4efada",
        sha256: "9866416e866d7d0646590407120d0cde7613221e528a674dd3c7d49b95eb0b41",
    },
    Vector {
        text: r#"{"type": "record", "name": "x.Out", "fields": [{"name": "in", "type": {"type": "record", "name": "In", "fields": [{"name": "e", "type": {"type": "enum", "name": "y.E", "symbols": ["A"]}}]}}, {"name": "again", "type": "In"}, {"name": "other", "type": "y.E"}, {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}]}"#,
        form: r#"{"name":"x.Out","type":"record","fields":[{"name":"in","type":{"name":"x.In","type":"record","fields":[{"name":"e","type":{"name":"y.E","type":"enum","symbols":["A"]}}]}},{"name":"again","type":"x.In"},{"name":"other","type":"y.E"},{"name":"price","type":"bytes"}]}"#,
        crc: 0x5ea5_97bb_c024_f60b,
        md5: "f9dae2ad323c4866acffa0b1ff71e27a",
        sha256: "1596212581e457e63ba4ad0beffdafced435ad4d151af8c888b8ec1cdf72e9fc",
    },
    Vector {
        text: r#"{"type": "record", "name": "x.R", "fields": [{"name": "e", "type": {"type": "enum", "name": "E", "namespace": "", "symbols": ["A"]}}]}"#,
        form: r#"{"name":"x.R","type":"record","fields":[{"name":"e","type":{"name":"E","type":"enum","symbols":["A"]}}]}"#,
        crc: 0x452a_5a19_7ebe_0253,
        md5: "f59574b406397f9203fcb02f3d87fe50",
        sha256: "20056e718fb8c0a2fe2224a68051423a4a30316b6547966ea1249e996fda3005",
    },
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn forms_and_fingerprints_are_those_of_others() {
    for vector in VECTORS {
        let schema = Schema::parse(vector.text).unwrap();
        assert_eq!(schema.canonical_form(), vector.form);
        assert_eq!(schema.fingerprint(), vector.crc, "{}", vector.text);
        assert_eq!(hex(&schema.fingerprint_md5()), vector.md5, "{}", vector.text);
        assert_eq!(hex(&schema.fingerprint_sha256()), vector.sha256, "{}", vector.text);
    }
}

/// But not where a name without a namespace is defined within one: the form has no word for that.
#[test]
fn a_primitive_type_is_the_same_alone_and_in_an_object() {
    let schema = |first: &str, second: &str| {
        let text = format!(
            r#"{{"type":"record","name":"A","fields":[{{"name":"a","type":{first}}},{{"name":"b","type":{second}}}]}}"#
        );
        Schema::parse(&text).unwrap()
    };
    let expected = schema(r#""string""#, r#"["null","string"]"#);
    for (first, second) in
        [(r#"{"type":"string"}"#, r#"["null","string"]"#), (r#""string""#, r#"["null",{"type":"string"}]"#)]
    {
        let found = schema(first, second);
        assert_eq!(found.nodes(), expected.nodes());
        assert_eq!(Schema::parse(&found.to_string()).unwrap().nodes(), expected.nodes());
    }
}

#[test]
fn a_canonical_form_is_its_own() {
    for vector in VECTORS.iter().filter(|vector| !vector.text.contains(r#""namespace": """#)) {
        let again = Schema::parse(vector.form).unwrap();
        assert_eq!(again.canonical_form(), vector.form);
        assert!(again.incompatibilities(&Schema::parse(vector.text).unwrap()).is_empty());
    }
}

#[test]
fn other_forms_keep_what_other_libraries_keep() {
    let text = r#"["null", {"type": "string", "unit": "m"}, {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}]"#;
    let schema = Schema::parse(text).unwrap();
    assert_eq!(schema.canonical_form(), r#"["null","string","bytes"]"#);
    assert_eq!(schema.canonical_form_as(Form::Objects), r#"["null",{"type":"string"},{"type":"bytes"}]"#);
    assert_eq!(
        schema.canonical_form_as(Form::Logical),
        r#"["null","string",{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}]"#
    );
}

#[test]
fn names_are_written_raw_but_for_what_json_forbids() {
    let schema = Schema::parse_lenient(r#"{"type": "fixed", "name": "<\"\u00f1\\\u0001>", "size": "016"}"#).unwrap();
    assert_eq!(schema.canonical_form(), "{\"name\":\"<\\\"ñ\\\\\\u0001>\",\"type\":\"fixed\",\"size\":16}");
}
