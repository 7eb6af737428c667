"""Parquet and Arrow files, read by a database: it asks all rows what the schema has to know, and gives some."""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from assay.base.errors import AssayError, reason
from assay.data.intake.columns import Column, Conversion, answered, column, conditions, quoted
from assay.data.intake.reader import Reader, opened

ARROW = b"ARROW1"
ARROW_STREAM = b"\xff\xff\xff\xff"
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}  # nothing from the network
NO_ARROW = (
    "Arrow files are read by pyarrow, which is not installed: .venv/bin/python -m pip install pyarrow==26.0.1 "
    "in the checkout; or write the file as Parquet"
)
ROWS = 1000  # fetched at once
NUMBER = '"number of the row"'


class _Table(Reader):
    carries_schema = True

    _columns: list[tuple[str, Column]] | None = None
    _stored: list[str]  # what the database calls the columns

    def schema_text(self) -> str:
        conversion = Conversion(self.keep_names)
        schema, _ = conversion.record(self._all_columns(), "Document")
        self.doubts += conversion.doubts
        return json.dumps(schema, ensure_ascii=False, indent=1)

    def count(self) -> int:
        with self._asked(lambda table: f"select count(*) from {table}") as asked:
            held: int = asked.fetchone()[0]
        return held

    def documents(self, wanted: Sequence[int] | None = None) -> Iterator[tuple[str, Any]]:
        columns = self._all_columns()
        conversion = Conversion(self.keep_names)
        _, names = conversion.record(columns, "Document")
        stored = zip(columns, self._stored, strict=True)
        values = ", ".join(conversion.expression(place, quoted(name)) for (_, place), name in stored)

        def query(table: str) -> str:
            if wanted is None:
                return f"select {values} from {table}"
            rows = f"(select *, row_number() over () - 1 as {NUMBER} from {table})"
            return f"select {values} from {rows} where {NUMBER} in (select unnest(?)) order by {NUMBER}"

        number = 0
        with self._asked(query, *([list(wanted)] if wanted is not None else [])) as asked:
            while rows := asked.fetchmany(ROWS):
                for row in rows:
                    yield f"{self.path}: record {number}", dict(zip(names.values(), row, strict=True))
                    number += 1

    def _all_columns(self) -> list[tuple[str, Column]]:
        """The columns, with what all rows say of them."""
        if self._columns is None:
            with self._asked(lambda table: f"select * from {table} limit 0") as asked:
                described = [(name, type_) for name, type_, *_ in asked.description]
            if not described:
                raise AssayError(f"{self.path}: a table without columns")
            self._stored = [name for name, _ in described]
            names = self._names()
            if len(set(names)) < len(described):  # two of one name: the database tells them apart
                names = self._stored
            try:
                named = zip(names, described, strict=True)
                columns = [(name, column(name, type_, stored)) for name, (stored, type_) in named]
            except AssayError as error:
                raise AssayError(f"{self.path}: {error}") from None
            places = [place for _, top in columns for place in top.all()]
            questions = ", ".join(f"coalesce(bool_or({condition}), false)" for condition in conditions(places))
            with self._asked(lambda table: f"select {questions} from {table}") as asked:
                answered(places, list(asked.fetchone()))
            self._columns = columns
        return self._columns

    @contextmanager
    def _asked(self, query: Callable[[str], str], *values: Any) -> Iterator[Any]:
        """The answer to a query of the table, which gets what the table is called."""
        import duckdb  # late: it takes long, and few files need it

        self.watch.say()
        with opened(self.path), duckdb.connect(config=CONFIG) as connection:
            try:
                with self._source(connection) as source:
                    yield connection.execute(query(source), list(values))
            except AssayError:
                raise
            except Exception as error:  # a damaged file may fail in any way
                said = reason(error).partition(": ")[2].partition(" LINE ")[0]
                raise AssayError(f"{self.path}: not {self.kind}, damaged, or cut off: {said[:200]}") from None

    @abstractmethod
    def _names(self) -> list[str]:
        """The names of the columns in the file: to the database, two that differ in case only are one."""

    @abstractmethod
    def _source(self, connection: Any) -> Any:
        """A context that gives what stands for the table in a query."""


class Parquet(_Table):
    kind = "Parquet"

    def _names(self) -> list[str]:
        names = []
        with self._asked(lambda _: f"select name, num_children from parquet_schema({self._file()})") as asked:
            parts = iter(asked.fetchall())
            _, columns = next(parts)
            for _ in range(columns):
                name, left = next(parts)
                names.append(name)
                while left := left or 0:  # what is inside stands before the next column
                    left += (next(parts)[1] or 0) - 1
        return names

    @contextmanager
    def _source(self, connection: Any) -> Iterator[str]:
        # A folder that is called year=2024 says nothing of what is in the file.
        yield f"read_parquet({self._file()}, hive_partitioning = false)"

    def _file(self) -> str:
        """The path as the database takes it: of this file, not of all that it might be a pattern of."""
        path = re.sub(r"[*?[]", r"[\g<0>]", str(self.path))
        return "'" + path.replace("'", "''") + "'"


class Arrow(_Table):
    """In the form of files or that of streams. The library that reads them is large, so it is not always there."""

    kind = "Arrow"

    def _names(self) -> list[str]:
        with self._batches() as reader:
            names: list[str] = reader.schema.names
        return names

    @contextmanager
    def _source(self, connection: Any) -> Iterator[str]:
        with self._batches() as reader:
            from pyarrow import float16, float32, schema

            # The database has no floats of 16 bits.
            columns = [one.with_type(float32()) if one.type == float16() else one for one in reader.schema]
            connection.register("arrow", reader.cast(schema(columns)))
            yield "arrow"

    @contextmanager
    def _batches(self) -> Iterator[Any]:
        try:
            from pyarrow import RecordBatchReader, ipc, memory_map
        except ImportError:
            raise AssayError(f"{self.path}: {NO_ARROW}") from None
        with memory_map(str(self.path)) as file:
            if file.read(len(ARROW)) == ARROW:
                whole = ipc.open_file(file)
                batches = (whole.get_batch(number) for number in range(whole.num_record_batches))
                reader = RecordBatchReader.from_batches(whole.schema, batches)
            else:
                file.seek(0)
                reader = ipc.open_stream(file)
            yield reader
