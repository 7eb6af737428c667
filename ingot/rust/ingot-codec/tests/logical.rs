//! What values of logical types stand for.

use std::fs;
use std::path::Path;

use ingot_codec::logical::{Date, DateTime, Decimal, Duration, Time, Unit, Uuid};
use ingot_codec::{Codec, Json, Schema, Value};
use ingot_schema::{Data, Logical};

/// The text that a row has for a value, and the value that is made of what it stands for.
fn meaning(logical: Logical, value: &Value) -> (String, Value) {
    use Logical as L;
    let unit = match logical {
        L::TimeMillis | L::TimestampMillis | L::LocalTimestampMillis => Unit::Millis,
        L::TimeMicros | L::TimestampMicros | L::LocalTimestampMicros => Unit::Micros,
        _ => Unit::Nanos,
    };
    match (logical, value) {
        (L::Decimal { scale, .. }, Value::Bytes(bytes)) => {
            let number = Decimal::from_bytes(bytes, scale).unwrap();
            let again: Decimal = number.to_string().parse().unwrap();
            assert_eq!(again, number);
            // A row has more bytes than needed.
            let more = bytes.len() - number.to_bytes().len();
            (number.to_string(), Value::Bytes([&bytes[..more], &number.to_bytes()].concat()))
        }
        (L::Decimal { scale, .. }, Value::Fixed(bytes)) => {
            let number = Decimal::from_bytes(bytes, scale).unwrap();
            (number.to_string(), Value::Fixed(number.to_fixed(bytes.len()).unwrap()))
        }
        (L::BigDecimal, Value::Bytes(bytes)) => {
            let number = Decimal::from_big_decimal(bytes).unwrap();
            (number.to_string(), Value::Bytes(number.to_big_decimal()))
        }
        (L::Uuid, Value::String(text)) => {
            let id: Uuid = text.parse().unwrap();
            assert!(id.to_string().eq_ignore_ascii_case(text));
            (id.to_string(), value.clone())
        }
        (L::Uuid, Value::Fixed(bytes)) => {
            let id = Uuid(bytes[..].try_into().unwrap());
            assert_eq!(id.to_string().parse::<Uuid>().unwrap(), id);
            (id.to_string(), value.clone())
        }
        (L::Duration, Value::Fixed(bytes)) => {
            let it = Duration::from_bytes(bytes[..].try_into().unwrap());
            let Duration { months, days, millis } = it;
            (format!("{months} months, {days} days, {millis} ms"), Value::Fixed(it.to_bytes().to_vec()))
        }
        (L::Date, Value::Int(days)) => {
            let date = Date::from_days(*days);
            (date.to_string(), Value::Int(date.days().unwrap()))
        }
        (L::TimeMillis, Value::Int(count)) => {
            let time = Time::from_count((*count).into(), unit).unwrap();
            (time.text(unit), Value::Int(time.count(unit).try_into().unwrap()))
        }
        (L::TimeMicros, Value::Long(count)) => {
            let time = Time::from_count(*count, unit).unwrap();
            (time.text(unit), Value::Long(time.count(unit)))
        }
        (_, Value::Long(count)) => {
            let time = DateTime::from_count(*count, unit);
            let zone = matches!(logical, L::TimestampMillis | L::TimestampMicros | L::TimestampNanos);
            (time.text(unit) + if zone { "Z" } else { "" }, Value::Long(time.count(unit).unwrap()))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_mean_what_the_rows_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../conformance/avro/rows/logical.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let mut count = 0;
    for row in text.lines().map(|line| Json::parse(line).unwrap()) {
        let (Some(means), Some(value)) = (row.get("means"), row.get("value")) else { continue };
        let codec = Codec::new(Schema::parse_lenient(&row.get("schema").unwrap().to_string()).unwrap());
        let logical = codec.schema()[codec.schema().root()].logical;
        if means.data == Data::Null {
            assert_eq!(logical, None, "{row}");
            continue;
        }
        let value = codec.from_json(value).unwrap();
        let (found, again) = meaning(logical.unwrap(), &value);
        assert_eq!(Some(found.as_str()), means.as_str(), "{row}");
        assert_eq!(again, value, "{row}");
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn days_and_dates_are_one_to_one() {
    let mut day = Date::from_days(-1_000_000);
    for days in -999_999..1_000_000 {
        let next = Date::from_days(days);
        assert!(day < next);
        assert_eq!(next.days().unwrap(), days);
        assert_eq!(Date::new(next.year(), next.month(), next.day()).unwrap(), next);
        day = next;
    }
    for days in [i32::MIN, i32::MAX] {
        assert_eq!(Date::from_days(days).days().unwrap(), days);
    }
    assert_eq!(Date::from_days(i32::MAX).to_string(), "5881580-07-11");
    assert_eq!(Date::from_days(-719_529).to_string(), "-0001-12-31");
    assert!(Date::new(i32::MAX, 1, 1).unwrap().days().is_err());
}

#[test]
fn times_at_the_ends_are_whole_or_an_error() {
    for unit in [Unit::Millis, Unit::Micros, Unit::Nanos] {
        for count in [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX] {
            assert_eq!(DateTime::from_count(count, unit).count(unit).unwrap(), count);
        }
    }
    let long_ago = DateTime::from_count(i64::MIN, Unit::Millis);
    assert!(long_ago.count(Unit::Micros).is_err());
    // Rounded down, not towards 0.
    assert_eq!(DateTime::from_count(-1, Unit::Nanos).count(Unit::Millis).unwrap(), -1);
    assert!(Time::from_count(-1, Unit::Micros).is_err());
    assert!(Time::new(24, 0, 0, 0).is_err() && Time::new(23, 59, 60, 0).is_err());
}

#[test]
fn decimals_have_the_fewest_bytes_and_all_digits() {
    let powers = (0..127).flat_map(|power| [1_i128 << power, (1 << power) - 1, -(1 << power), -(1 << power) - 1]);
    for unscaled in powers.chain([i128::MAX, i128::MIN]) {
        let bytes = Decimal::new(unscaled, 0).unwrap().to_bytes();
        assert_eq!(Decimal::from_bytes(&bytes, 0).unwrap().unscaled(), unscaled);
        assert!(bytes.len() == 1 || i128::from(i8::MIN) > unscaled || unscaled > i128::from(i8::MAX));
        let mut more = vec![if unscaled < 0 { 0xff } else { 0 }; 20 - bytes.len()];
        more.extend(&bytes);
        assert_eq!(Decimal::from_bytes(&more, 0).unwrap().unscaled(), unscaled);
        if bytes.len() > 1 {
            assert!(Decimal::new(unscaled, 0).unwrap().to_fixed(bytes.len() - 1).is_err());
            assert_ne!(Decimal::from_bytes(&bytes[1..], 0).unwrap().unscaled(), unscaled);
        }
    }
    assert!(Decimal::from_bytes(&[], 0).is_err());
    assert!(Decimal::from_bytes(&[1; 17], 0).is_err());
    assert!(Decimal::new(1, 65_537).is_err());
    for text in ["", "-", ".", "1.2.3", "1e5", "170141183460469231731687303715884105728", "--1", "+-1"] {
        assert!(text.parse::<Decimal>().is_err(), "{text}");
    }
    let half: Decimal = "-0.50".parse().unwrap();
    assert_eq!((half.unscaled(), half.scale(), half.to_string().as_str()), (-50, 2, "-0.50"));
    assert_eq!(half.rescaled(1).unwrap().unscaled(), -5);
    assert!(half.rescaled(0).is_err() && half.rescaled(60_000).is_err());
}
