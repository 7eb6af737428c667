"""Values of logical types as Python's own objects: exact, or refused."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import pickle
import uuid
from datetime import UTC, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

import ingot

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402


def schema(kind: str, logical: str, **more: Any) -> ingot.Schema:
    return ingot.Schema({"type": kind, "logicalType": logical, **more})


DATE = schema("int", "date")
TIME_MILLIS, TIME_MICROS = schema("int", "time-millis"), schema("long", "time-micros")
MILLIS, MICROS, NANOS = (schema("long", f"timestamp-{unit}") for unit in ("millis", "micros", "nanos"))
LOCAL_MILLIS, LOCAL_MICROS, LOCAL_NANOS = (
    schema("long", f"local-timestamp-{unit}") for unit in ("millis", "micros", "nanos")
)
MONEY = schema("bytes", "decimal", precision=6, scale=2)
FIXED_MONEY = schema("fixed", "decimal", precision=6, scale=2, name="Money", size=4)
BIG = schema("bytes", "big-decimal")
UUID, UUID_BYTES = schema("string", "uuid"), schema("fixed", "uuid", name="Key", size=16)
DURATION = schema("fixed", "duration", name="Span", size=12)
U32 = st.integers(0, 2**32 - 1)
MOMENTS = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30)), timezone.min]))


def floor(moment: Any) -> Any:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@given(st.dates())
def test_dates(value: datetime.date) -> None:
    assert DATE.decode(DATE.encode(value)) == value
    assert DATE.encode((value - datetime.date(1970, 1, 1)).days) == DATE.encode(value)


@given(st.times())
def test_times(value: datetime.time) -> None:
    assert TIME_MICROS.decode(TIME_MICROS.encode(value)) == value
    assert TIME_MILLIS.decode(TIME_MILLIS.encode(value)) == floor(value)


@given(st.datetimes(datetime.datetime(1, 1, 3), datetime.datetime(9999, 12, 30)), st.integers(-1439, 1439))
def test_moments(value: datetime.datetime, minutes: int) -> None:
    moment = value.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    found = MICROS.decode(MICROS.encode(moment))
    assert found == moment and found.tzinfo is UTC
    assert MILLIS.decode(MILLIS.encode(moment)) == floor(moment)
    count = (moment - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 1000
    if -(2**63) <= count < 2**63:
        assert NANOS.decode(NANOS.encode(moment)) == count
    else:
        with pytest.raises(ingot.EncodeError, match="beyond"):
            NANOS.encode(moment)


@given(st.datetimes())
def test_local_times(value: datetime.datetime) -> None:
    found = LOCAL_MICROS.decode(LOCAL_MICROS.encode(value))
    assert found == value and found.tzinfo is None
    assert LOCAL_MILLIS.decode(LOCAL_MILLIS.encode(value)) == floor(value)
    if 1678 < value.year < 2262:
        assert LOCAL_NANOS.decode(LOCAL_NANOS.encode(value)) == int(LOCAL_MICROS.encode(value) and _count(value)) * 1000


def _count(value: datetime.datetime) -> int:
    return (value - datetime.datetime(1970, 1, 1)) // timedelta(microseconds=1)


@given(st.integers(-999_999, 999_999))
def test_decimals(cents: int) -> None:
    value = Decimal(cents).scaleb(-2)
    for one in (MONEY, FIXED_MONEY):
        found = one.decode(one.encode(value))
        assert found == value and found.as_tuple().exponent == -2
    # Digits that are 0 count for nothing.
    assert MONEY.encode(Decimal(f"{value}000")) == MONEY.encode(value)
    assert len(MONEY.encode(value)) - 1 == max(1, ((cents + (cents < 0)).bit_length() + 8) // 8)


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_with_their_own_scale(value: Decimal) -> None:
    hypothesis.assume(abs(int(value.as_tuple().exponent)) <= 65_536)
    found = BIG.decode(BIG.encode(value))
    assert found == value and found.as_tuple().exponent == value.as_tuple().exponent


@given(st.uuids())
def test_uuids(value: uuid.UUID) -> None:
    assert UUID.decode(UUID.encode(value)) == value and hash(UUID.decode(UUID.encode(value))) == hash(value)
    assert UUID.encode(str(value)) == UUID.encode(value)
    assert UUID_BYTES.encode(value) == value.bytes == UUID_BYTES.encode(value.bytes)
    assert UUID_BYTES.decode(value.bytes) == value


@given(U32, U32, U32)
def test_durations(months: int, days: int, millis: int) -> None:
    value = ingot.Duration(months, days, millis)
    assert DURATION.decode(DURATION.encode(value)) == value == pickle.loads(pickle.dumps(value))
    assert DURATION.encode(DURATION.encode(value)) == DURATION.encode(value)
    assert hash(value) == hash(ingot.Duration(months, days, millis))
    assert (value.months, value.days, value.millis) == (months, days, millis)


def test_what_a_duration_is() -> None:
    assert repr(ingot.Duration(days=3)) == "Duration(months=0, days=3, millis=0)"
    with pytest.raises(OverflowError):
        ingot.Duration(-1)
    assert ingot.Duration(1) != ingot.Duration(2) and ingot.Duration(1) != 1


ALL = ingot.Schema(
    {
        "type": "record",
        "name": "All",
        "fields": [
            {"name": f"f{place}", "type": ["null", json.loads(str(one))], "default": None}
            for place, one in enumerate(
                (DATE, TIME_MILLIS, MICROS, LOCAL_MILLIS, MONEY, FIXED_MONEY, BIG, UUID, UUID_BYTES, DURATION)
            )
        ],
    }
)


@settings(max_examples=25)
@given(st.integers(0, 2**63))
def test_values_at_random_are_written_again(seed: int) -> None:
    plain = ingot.Schema(str(ALL), logical=False)
    for value in ALL.random(20, seed):
        data = ALL.encode(value)
        assert ALL.decode(ALL.with_options(lenient=True).encode(value), fields=["f4"]) is not None
        assert plain.encode(plain.decode(data)) == data


@pytest.mark.parametrize(
    ("one", "value", "said"),
    [
        (DATE, datetime.datetime(2024, 1, 1), "datetime, not a date (or an int)"),
        (DATE, "2024-01-01", "str, not a date (or an int)"),
        (DATE, True, "bool, not an int"),
        (DATE, 2**31, "2147483648 is beyond an int's 32 bits"),
        (TIME_MILLIS, datetime.time(1, tzinfo=UTC), "a time with a zone: a time of day has none"),
        (TIME_MILLIS, 86_400_000, "a time of day is from 0 to less than 24 hours"),
        (TIME_MICROS, timedelta(1), "timedelta, not a time (or an int)"),
        (MILLIS, datetime.datetime(2024, 1, 1), "a datetime without a zone: a timestamp is a moment"),
        (MILLIS, datetime.date(2024, 1, 1), "date, not a datetime with a zone (or an int)"),
        (MILLIS, 1.5, "float, not a datetime with a zone (or an int)"),
        (LOCAL_MICROS, datetime.datetime(2024, 1, 1, tzinfo=UTC), "a datetime with a zone: a local timestamp has none"),
        (MONEY, Decimal("1.505"), "1.505 has more digits behind the point than the scale 2"),
        (MONEY, Decimal("10000"), "a decimal has more digits than its precision"),
        (MONEY, Decimal("1E+9000000"), "a decimal of more than 10000 digits"),
        (MONEY, Decimal("NaN"), "NaN is no number that a decimal holds"),
        (MONEY, Decimal("-Infinity"), "-Infinity is no number that a decimal holds"),
        (MONEY, 1.5, "float, not a Decimal (or bytes)"),
        (FIXED_MONEY, b"abc", "3 bytes, not 4"),
        (BIG, Decimal("1E-70000"), "a big decimal of scale 70000, the limit is 65536"),
        (UUID, "f81d4fae", "a uuid has 36 characters"),
        (UUID, 3, "int, not a UUID (or a string)"),
        (UUID_BYTES, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "str, not a UUID (or bytes)"),
        (DURATION, timedelta(1), "timedelta, not an ingot.Duration (or bytes)"),
    ],
)
def test_what_is_no_value_is_told(one: ingot.Schema, value: Any, said: str) -> None:
    with pytest.raises(ingot.EncodeError) as raised:
        one.encode(value)
    assert said in str(raised.value)
    assert raised.value.kind in ("value-invalid", "logical-invalid", "limit-decimal")


def test_what_python_has_no_object_for() -> None:
    for one, plain in [(DATE, 2**31 - 1), (MILLIS, 2**60), (MICROS, -(2**62)), (LOCAL_MILLIS, -(2**50))]:
        data = ingot.Schema(str(one), logical=False).encode(plain)
        with pytest.raises(ingot.DecodeError, match="Python's dates have those from 1 to 9999") as raised:
            one.decode(data)
        assert (raised.value.kind, raised.value.offset) == ("logical-invalid", 0)
        assert one.with_options(lenient=True).decode(data) == plain


def test_leniently_a_datetime_may_lack_its_zone() -> None:
    naive = datetime.datetime(2024, 1, 1)
    assert MICROS.with_options(lenient=True).encode(naive) == MICROS.encode(naive.replace(tzinfo=UTC))


def test_plain_values() -> None:
    for one, value, plain in [
        (DATE, datetime.date(1970, 1, 2), 1),
        (MICROS, datetime.datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC), 1_000_000),
        (MONEY, Decimal("0.07"), b"\x07"),
        (UUID, uuid.UUID(int=1), str(uuid.UUID(int=1))),
        (UUID_BYTES, uuid.UUID(int=1), uuid.UUID(int=1).bytes),
    ]:
        without = ingot.Schema(str(one), logical=False)
        assert without.decode(one.encode(value)) == plain and one.decode(without.encode(plain)) == value
        assert without != one and pickle.loads(pickle.dumps(without)) == without
        assert without.with_options(depth=5).decode(one.encode(value)) == plain
        with pytest.raises(ingot.EncodeError):
            without.encode(value)


def test_branches_by_logical_types() -> None:
    kinds = ["null", "string", DATE, MICROS, MONEY, UUID_BYTES, DURATION, {"type": "array", "items": "int"}]
    union = ingot.Schema([json.loads(str(kind)) if isinstance(kind, ingot.Schema) else kind for kind in kinds])
    for value, branch in [
        ("x", 1),
        (datetime.date(2024, 1, 1), 2),
        (datetime.datetime(2024, 1, 1, tzinfo=UTC), 3),
        (Decimal("1.5"), 4),
        (uuid.UUID(int=3), 5),
        (ingot.Duration(1), 6),
        ([1], 7),
        (7, 2),
    ]:
        data = union.encode(value)
        assert data[0] == 2 * branch
        if value != 7:
            assert union.decode(data) == value


def test_files_and_readers() -> None:
    record = ingot.Schema(
        {
            "type": "record",
            "name": "R",
            "fields": [{"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}}],
        }
    )
    moment = datetime.datetime(2024, 2, 29, tzinfo=UTC)
    out = io.BytesIO()
    ingot.write(out, record, [{"at": moment}])
    assert list(ingot.open(out.getvalue())) == [{"at": moment}]
    assert list(ingot.open(out.getvalue(), fields=["at"])) == [{"at": moment}]
    assert list(ingot.open(out.getvalue(), logical=False)) == [{"at": 1_709_164_800_000_000}]
    plain = ingot.Schema({"type": "record", "name": "R", "fields": [{"name": "at", "type": "long"}]})
    assert list(ingot.open(out.getvalue(), reader=plain)) == [{"at": 1_709_164_800_000_000}]
    # The reader's logical type counts.
    assert plain.decode(plain.encode({"at": 0}), reader=record) == {"at": datetime.datetime(1970, 1, 1, tzinfo=UTC)}


class Fault(Exception):
    """What the objects below raise."""


def test_what_objects_raise_is_what_the_caller_sees() -> None:
    class Zone(datetime.tzinfo):
        def utcoffset(self, when: datetime.datetime | None) -> timedelta:
            raise Fault

        dst = tzname = utcoffset  # type: ignore[assignment]

    class Number(Decimal):
        def as_tuple(self) -> decimal.DecimalTuple:
            raise Fault

    for one, value in [(MICROS, datetime.datetime(2024, 1, 1, tzinfo=Zone())), (MONEY, Number(1)), (BIG, Number(1))]:
        with pytest.raises(Fault):
            one.encode(value)

    class Lying:
        @property  # type: ignore[misc]
        def __class__(self) -> Any:
            raise Fault

    with pytest.raises(ingot.EncodeError):
        MONEY.encode(Lying())


def test_derived_objects() -> None:
    class Moment(datetime.datetime):
        nanosecond = 7

    moment = Moment(1970, 1, 1, tzinfo=UTC)
    assert NANOS.decode(NANOS.encode(moment)) == 7 and MICROS.encode(moment) == b"\0"

    class Key(uuid.UUID):
        pass

    assert UUID.encode(Key(int=1)) == UUID.encode(uuid.UUID(int=1))
