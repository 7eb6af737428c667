"""One contestant: its adapter, its record set, and what each request does with them."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from assay_kit import inspection, into, loop, reading
from assay_kit.files import BadInput, read_container, read_frames, read_lines, read_resolved, read_schema, write_output
from assay_kit.greeting import greet
from assay_kit.operations import OPERATIONS, method
from assay_plain import canonical
from assay_plain.digest import fnv1a
from assay_plain.framing import frame
from assay_plain.reading import digits

__all__ = ["BadInput", "Contestant"]


@runtime_checkable
class Encodes(Protocol):
    def encode(self, record: Any) -> bytes: ...


@runtime_checkable
class ReadsFields(Protocol):
    @property
    def read_fields(self) -> reading.Read: ...


@runtime_checkable
class Refilled(Protocol):
    """What can get new content and stay the same object, as a dict."""

    def clear(self) -> None: ...

    def update(self, other: Any) -> None: ...


def load_adapter(path: str) -> Any:
    """The adapter's module."""
    spec = importlib.util.spec_from_file_location("adapter", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"assay_kit: no adapter at {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Contestant:
    def __init__(self, adapter_class: Any) -> None:
        self.adapter_class = adapter_class
        self.adapter: Any = None
        self.schema_text = ""
        self.settings: dict[str, Any] | None = None
        self.records: list[Any] = []
        self.plain: list[Any] = []  # the first records as plain values, where domain values are something else
        self.encoded: list[bytes] = []
        self.met: dict[bytes, bytes] = {}  # every input that was loaded, since the adapter was made
        self.container: bytes | None = None
        self.pass_ns: dict[str, float] = {}
        self.appending: into.Appending | None = None  # the adapter's, made when it is first asked for

    # --- requests -----------------------------------------------------------------------------------------

    def hello(self, protocol: int) -> dict[str, Any]:
        return greet(protocol, self.adapter_class, [o for o in OPERATIONS if hasattr(self.adapter_class, method(o))])

    def load(
        self,
        schema_path: str,
        resolved_path: str,
        records: str,
        encoded: str | None,
        count: int,
        container: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        self.schema_text = read_schema(schema_path)
        self.schema = read_resolved(resolved_path)
        self.adapter = None
        self.settings = settings
        start = time.perf_counter_ns()
        adapter = self._make_adapter()
        setup_ns = time.perf_counter_ns() - start
        self.read_line = canonical.reader(self.schema)
        self.write_line = canonical.writer(self.schema)
        self.from_plain: Callable[[Any], Any] = getattr(adapter, "from_plain", _same)
        self.to_plain: Callable[[Any], Any] = getattr(adapter, "to_plain", _same)
        self.read_plain = reading.reader(self.schema)
        self.read = self._reader(adapter)
        self.met = {}
        self.records = list(self._values(records, count))
        self.plain = self._plain(records, count)
        self.encoded = self._as_met(self._encoded(adapter, encoded, self.records, count))
        self.container = None if container is None else read_container(container)
        self.adapter = adapter
        self.appending = None
        self.pass_ns = {}
        return {"count": count, "setup_ns": setup_ns}

    def prove(self, operation: str, output: str) -> dict[str, Any]:
        call = self._operation(operation)
        inputs = self._inputs(operation)
        row = OPERATIONS[operation]
        match row.takes, row.gives:
            case _, "encoded" if row.appends:
                write_output(output, map(frame, into.outputs(self._appending(), inputs)))
            case _, "encoded":
                write_output(output, (frame(_owned_bytes(call(value))) for value in inputs))
            case _, "container":
                write_output(output, [_owned_bytes(call(inputs))])
            case "container", _:
                count = write_output(output, (self._line(record) for record in call(inputs)))
                if count != len(self.records):
                    raise ValueError(f"read handed over {count} records, but the container holds {len(self.records)}")
            case _, "readings":
                write_output(output, ((self._digits(call(data)) + "\n").encode() for data in inputs))
            case _:
                write_output(output, (self._line(call(data)) for data in inputs))
        return {"count": len(self.records)}

    def inspect(self, operation: str, rounds: int) -> dict[str, Any]:
        call = self._operation(operation)
        inputs = self._inputs(operation)
        if not self.records:
            raise BadInput("the record set is empty")
        row = OPERATIONS[operation]
        match row.takes, row.gives:
            case _ if row.appends:
                return {"shared": False}  # an output is a part of the kit's buffer, and no object
            case _, "readings":
                return {"shared": False}  # a number
            case _, "container":
                return {"shared": inspection.is_shared(lambda: [call(inputs)])}
            case "container", _:
                make, done = inspection.first_records(call, inputs), len(self.records)
            case _:
                make, done = inspection.record_outputs(call, inputs), min(len(inputs), inspection.MAX_RECORDS)
        shared = inspection.is_shared(make)
        if row.gives != "values":
            return {"shared": shared}
        loaded = self.records[: inspection.MAX_RECORDS]
        finished = {"loaded_read_ns": (loaded, self.read)}
        if self.plain:
            finished["plain_read_ns"] = (self.plain, self.read_plain)
        times = inspection.read_times(make, done, self.read, finished, rounds)
        return {"shared": shared, **times}

    def run(
        self,
        operation: str,
        *,
        batches: int | None,
        seconds: float | None,
        min_batch_ns: int,
        threads: int,
        seed: int,
        samples: int,
        output: str | None,
    ) -> dict[str, Any]:
        """`measure` (a number of batches) or `warm` (a number of seconds). ``output``: for the container of `write`."""
        bench = self._bench(operation, threads, output, self.pass_ns.get(operation))
        done = bench.run(batches, seconds, min_batch_ns, seed, samples)
        if bench.pass_ns is not None:
            self.pass_ns[operation] = bench.pass_ns
        self._keep_container(operation, bench, output)
        return {"batches": done, "timer_ns": loop.TIMER_NS}

    def once(self, operation: str, *, seed: int, samples: int, output: str | None) -> dict[str, Any]:
        bench = self._bench(operation, 1, output, None)
        batch = bench.once(seed, samples)
        self._keep_container(operation, bench, output)
        return {"batch": batch}

    def swap(self, records: str, encoded: str | None, count: int, container: str | None = None) -> dict[str, Any]:
        self._loaded()
        if count != len(self.records):
            raise BadInput(f"swap brings {count} records, but {len(self.records)} are loaded")
        assign = getattr(self.adapter, "assign", _assign)
        # One by one, so that what a record's old content leaves free goes to the next: read all at once, records lie on
        # twice as many pages as those that were loaded, and fastavro encodes them 5 to 9% slower.
        for number, new in enumerate(self._values(records, count)):
            self.records[number] = assign(self.records[number], new)
        self.plain = self._plain(records, count)
        self.encoded = self._as_met(self._encoded(self.adapter, encoded, self._values(records, count), count))
        self.container = None if container is None else read_container(container)
        return {"count": count}

    # --- helpers ------------------------------------------------------------------------------------------

    def _loaded(self) -> None:
        if self.adapter is None:
            raise BadInput("no record set is loaded; send load first")

    def _make_adapter(self) -> Any:
        adapter = self.adapter_class(self.schema_text)
        if hasattr(adapter, "resolved"):
            adapter.resolved(self.schema)
        if self.settings is not None and hasattr(adapter, "configure"):
            adapter.configure(self.settings)
        return adapter

    def _bench(self, operation: str, threads: int, output: str | None, pass_ns: float | None) -> loop.Bench:
        self._operation(operation)
        row = OPERATIONS[operation]
        if row.gives == "container" and output is None:
            raise BadInput('the key "output" is missing')
        if not self.records:
            raise BadInput("the record set is empty, so there is nothing to measure")
        adapters = [self.adapter] + [self._make_adapter() for _ in range(threads - 1)]
        digests = {
            "encoded": self._digest_encoded,
            "values": self._digest_decoded,
            "readings": lambda made: fnv1a(self._digits(made).encode()),
            "container": None,
        }
        work = loop.Work(
            operations=self._appendings(adapters) if row.appends else [self._call(a, operation) for a in adapters],
            inputs=self._inputs(operation),
            count=len(self.records),
            passes=row.passes,
            digest=digests[row.gives],
        )
        return loop.Bench(work, pass_ns)

    def _appending(self) -> into.Appending:
        if self.appending is None:
            self.appending = into.Appending(self.adapter)
        return self.appending

    def _appendings(self, adapters: list[Any]) -> list[Any]:
        return [self._appending(), *map(into.Appending, adapters[1:])]

    def _keep_container(self, operation: str, bench: loop.Bench, output: str | None) -> None:
        if OPERATIONS[operation].gives == "container" and output is not None:
            write_output(output, [_owned_bytes(made) for made in bench.kept])

    def _operation(self, operation: str) -> Callable[[Any], Any]:
        self._loaded()
        if operation not in OPERATIONS or not hasattr(self.adapter, method(operation)):
            raise NotImplementedError(f'this contestant has no operation "{operation}"')
        row = OPERATIONS[operation]
        lacks_file = row.takes == "container" and self.container is None
        if row.about_containers and (self.settings is None or lacks_file):
            raise NotImplementedError(f"{operation}: no container was asked for when the records were loaded")
        return self._call(self.adapter, operation)

    def _call(self, adapter: Any, operation: str) -> Callable[[Any], Any]:
        call: Callable[[Any], Any] = getattr(adapter, method(operation))
        return reading.access(call, self.read) if OPERATIONS[operation].gives == "readings" else call

    def _inputs(self, operation: str) -> Any:
        inputs = {"records": self.records, "encoded": self.encoded, "container": self.container}
        return inputs[OPERATIONS[operation].takes]

    def _values(self, records: str, count: int) -> Iterator[Any]:
        """Domain values, each made when it is asked for."""
        return map(self.from_plain, read_lines(records, count, self.read_line))

    def _plain(self, records: str, count: int) -> list[Any]:
        if self.to_plain is _same:
            return []
        return list(islice(read_lines(records, count, self.read_line), inspection.MAX_RECORDS))

    def _encoded(self, adapter: Any, path: str | None, values: Iterable[Any], count: int) -> list[bytes]:
        """What `decode` reads: of a file, or where there is none, as the adapter encodes the values."""
        if path is not None:
            return read_frames(path, count)
        return [bytes(adapter.encode(value)) for value in values] if isinstance(adapter, Encodes) else []

    def _as_met(self, encoded: list[bytes]) -> list[bytes]:
        """The same inputs, as the objects that they were when they were met before.

        Bytes cannot get new content, so who remembers outputs by the input's identity never gives stale ones. But known
        inputs come back as known objects, and so such a contestant takes far longer over new ones.
        """
        return [self.met.setdefault(data, data) for data in encoded]

    def _line(self, made: Any) -> bytes:
        return (self.write_line(self.to_plain(made)) + "\n").encode()

    def _digits(self, made: Any) -> str:
        return digits(self.schema, self.to_plain(made))

    def _reader(self, adapter: Any) -> reading.Read:
        """Reads every field of a domain value: as the adapter does it, or of the plain value that it makes."""
        if isinstance(adapter, ReadsFields):
            return adapter.read_fields
        to_plain, read = self.to_plain, self.read_plain
        return read if to_plain is _same else lambda value: read(to_plain(value))

    def _digest_encoded(self, made: Any) -> int:
        return fnv1a(_owned_bytes(made))

    def _digest_decoded(self, made: Any) -> int:
        return fnv1a(self.write_line(self.to_plain(made)).encode())


def _same(value: Any) -> Any:
    return value


def _owned_bytes(made: Any) -> bytes:
    """What `encode` or `write` handed over; a view of somebody else's memory is not the caller's own."""
    if isinstance(made, bytes | bytearray):
        return bytes(made)
    raise TypeError(f"the adapter must hand over bytes, not {type(made).__name__}")


def _assign(old: Any, new: Any) -> Any:
    """Give the old object the new content where its type allows it; else the new object takes its place."""
    if type(old) is type(new) and isinstance(old, Refilled):
        old.clear()
        old.update(new)
        return old
    if type(old) is list and type(new) is list:
        old[:] = new
        return old
    if type(old) is type(new) and hasattr(old, "__dict__"):
        old.__dict__.clear()
        old.__dict__.update(new.__dict__)
        return old
    return new
