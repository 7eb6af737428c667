"""One contestant: its adapter, its record set, and what each request does with them."""

from __future__ import annotations

import importlib.util
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assay.data import canonical, schema
from assay.data.digest import fnv1a
from assay.errors import AssayError
from assay_kit import PROTOCOL, loop
from assay_kit.files import BadInput, frame, read_frames, read_lines

__all__ = ["BadInput", "Contestant"]

OPERATIONS = ("encode", "decode")
INSPECTED = 200  # records looked at in one round of `inspect`


class Contestant:
    def __init__(self, adapter_path: str) -> None:
        spec = importlib.util.spec_from_file_location("adapter", adapter_path)
        if spec is None or spec.loader is None:
            raise SystemExit(f"assay_kit: no adapter at {adapter_path}")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.adapter_class: Any = module.Adapter
        self.adapter: Any = None
        self.schema_text = ""
        self.records: list[Any] = []
        self.encoded: list[bytes] = []
        self.pass_ns: dict[str, float] = {}

    # --- requests -----------------------------------------------------------------------------------------

    def hello(self, protocol: int) -> dict[str, Any]:
        if protocol != PROTOCOL:
            raise BadInput(f"this kit speaks protocol {PROTOCOL}, not {protocol}")
        return {
            "protocol": PROTOCOL,
            "contestant": os.environ.get("ASSAY_CONTESTANT", ""),
            "library": self.adapter_class.library,
            "version": self.adapter_class.version,
            "runtime": f"{platform.python_implementation()} {platform.python_version()}",
            "operations": [o for o in OPERATIONS if hasattr(self.adapter_class, o)],
        }

    def load(self, schema_path: str, records: str, encoded: str | None, count: int) -> dict[str, Any]:
        try:
            self.schema_text = Path(schema_path).read_text(encoding="utf-8")
            parsed = schema.parse(self.schema_text, schema_path)
        except (OSError, UnicodeDecodeError, AssayError) as error:
            raise BadInput(str(error)) from None
        self.adapter = None
        start = time.perf_counter_ns()
        adapter = self.adapter_class(self.schema_text)
        setup_ns = time.perf_counter_ns() - start
        self.read_line = canonical.reader(parsed)
        self.write_line = canonical.writer(parsed)
        self.from_plain: Callable[[Any], Any] = getattr(adapter, "from_plain", _same)
        self.to_plain: Callable[[Any], Any] = getattr(adapter, "to_plain", _same)
        self.records, self.encoded = self._read(adapter, records, encoded, count)
        self.adapter = adapter
        self.pass_ns = {}
        return {"count": count, "setup_ns": setup_ns}

    def prove(self, operation: str, output: str) -> dict[str, Any]:
        call = self._operation(operation)
        try:
            with Path(output).open("wb") as file:
                for value in self._inputs(operation):
                    made = call(value)
                    if operation == "encode":
                        file.write(frame(_owned_bytes(made)))
                    else:
                        file.write((self.write_line(self.to_plain(made)) + "\n").encode())
        except OSError as error:
            raise BadInput(str(error)) from None
        return {"count": len(self.records)}

    def inspect(self, operation: str, rounds: int) -> dict[str, Any]:
        call = self._operation(operation)
        inputs = self._inputs(operation)[:INSPECTED]
        if not inputs:
            raise BadInput("the record set is empty")
        shared = any(_is_shared(call(value), call(value)) for value in inputs)
        if operation == "encode":
            return {"shared": shared}
        steps = {"operation_ns": [], "first_read_ns": [], "second_read_ns": [], "loaded_read_ns": []}
        loaded = self.records[:INSPECTED]
        for number in range(rounds + 2):
            values: list[Any] = []
            spans = [
                _timed(lambda made=values: made.extend(map(call, inputs))),
                _timed(lambda made=values: self._read_every_field(made)),
                _timed(lambda made=values: self._read_every_field(made)),
                _timed(lambda: self._read_every_field(loaded)),
            ]
            if number >= 2:
                for times, span in zip(steps.values(), spans, strict=True):
                    times.append(span / len(inputs))
        return {"shared": shared, **{name: min(times) for name, times in steps.items()}}

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
    ) -> dict[str, Any]:
        """`measure` (a number of batches) or `warm` (a number of seconds)."""
        self._operation(operation)
        inputs = self._inputs(operation)
        if not inputs:
            raise BadInput("the record set is empty, so there is nothing to measure")
        adapters = [self.adapter] + [self.adapter_class(self.schema_text) for _ in range(threads - 1)]
        bench = loop.Bench(
            operations=[getattr(adapter, operation) for adapter in adapters],
            inputs=inputs,
            digest=self._digest_encoded if operation == "encode" else self._digest_decoded,
            pass_ns=self.pass_ns.get(operation),
        )
        done = bench.run(batches, seconds, min_batch_ns, seed, samples)
        self.pass_ns[operation] = bench.pass_ns
        return {"batches": done, "timer_ns": loop.TIMER_NS}

    def swap(self, records: str, encoded: str | None, count: int) -> dict[str, Any]:
        self._loaded()
        if count != len(self.records):
            raise BadInput(f"swap brings {count} records, but {len(self.records)} are loaded")
        fresh, self.encoded = self._read(self.adapter, records, encoded, count)
        self.records = [_assign(old, new) for old, new in zip(self.records, fresh, strict=True)]
        return {"count": count}

    # --- helpers ------------------------------------------------------------------------------------------

    def _loaded(self) -> None:
        if self.adapter is None:
            raise BadInput("no record set is loaded; send load first")

    def _operation(self, operation: str) -> Callable[[Any], Any]:
        self._loaded()
        if operation not in OPERATIONS or not hasattr(self.adapter, operation):
            raise NotImplementedError(f'this contestant has no operation "{operation}"')
        call: Callable[[Any], Any] = getattr(self.adapter, operation)
        return call

    def _inputs(self, operation: str) -> list[Any]:
        return self.records if operation == "encode" else self.encoded

    def _read(self, adapter: Any, records: str, encoded: str | None, count: int) -> tuple[list[Any], list[bytes]]:
        values = [self.from_plain(plain) for plain in read_lines(records, count, self.read_line)]
        if encoded is not None:
            return values, read_frames(encoded, count)
        return values, [bytes(adapter.encode(value)) for value in values] if hasattr(adapter, "encode") else []

    def _read_every_field(self, values: list[Any]) -> None:
        write, to_plain = self.write_line, self.to_plain
        for value in values:
            write(to_plain(value))

    def _digest_encoded(self, made: Any) -> int:
        return fnv1a(_owned_bytes(made))

    def _digest_decoded(self, made: Any) -> int:
        return fnv1a(self.write_line(self.to_plain(made)).encode())


def _same(value: Any) -> Any:
    return value


def _owned_bytes(made: Any) -> bytes:
    """What `encode` handed over; a view of somebody else's memory is not the caller's own."""
    if isinstance(made, bytes | bytearray):
        return bytes(made)
    raise TypeError(f"encode must hand over bytes, not {type(made).__name__}")


def _is_shared(first: Any, second: Any) -> bool:
    """One object twice. None, short bytes and the like are shared by the runtime itself and do not count."""
    if first is not second or first is None or isinstance(first, bool | int | float | str):
        return False
    return not (isinstance(first, bytes) and len(first) <= 1)


def _assign(old: Any, new: Any) -> Any:
    """Give the old object the new content where its type allows it; else the new object takes its place."""
    if type(old) is type(new) and hasattr(old, "clear") and hasattr(old, "update"):
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


def _timed(step: Callable[[], None]) -> int:
    start = time.perf_counter_ns()
    step()
    return time.perf_counter_ns() - start
