"""The protocol: one request line in, one reply line out."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, TextIO

from assay_kit import conform as conformance
from assay_kit.contestant import BadInput, Contestant, load_adapter
from assay_kit.stores import Setting, StoreContestant

COMPRESSIONS = ("null", "deflate", "snappy", "zstandard")


def serve(adapter_path: str, requests: BinaryIO, replies: TextIO) -> None:
    """Answer requests until `bye` or the end of input."""
    module = load_adapter(adapter_path)
    is_store = hasattr(module, "Store")
    contestant = StoreContestant(module.Store) if is_store else Contestant(module.Adapter)
    known = STORE_REQUESTS if is_store else REQUESTS
    for line in requests:
        name, reply = answer(contestant, known, line)
        replies.write(json.dumps(reply, ensure_ascii=False) + "\n")
        replies.flush()
        if name == "bye" and "ok" in reply:
            return


def answer(contestant: Any, known: Requests, line: bytes) -> tuple[Any, dict[str, Any]]:
    """The name of the request (None where there is none) and the reply to it."""
    name = None
    try:
        request = parse(line, known)
        name = request["request"]
        return name, {"ok": known[name](contestant, Keys(request))}
    except BadInput as error:
        return name, failure("bad_input", str(error))
    except NotImplementedError as error:
        return name, failure("unsupported", str(error) or "the library does not support this")
    except Exception as error:  # whatever an adapter raises is its reply, and the process goes on
        traceback.print_exc(file=sys.stderr)
        return name, failure("failed", f"{type(error).__name__}: {error}")


def failure(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": " ".join(message.split())}}


def parse(line: bytes, known: Requests) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except ValueError as error:
        raise BadInput(f"the request is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadInput("a request is a JSON object")
    name = request.get("request")
    if not isinstance(name, str):
        raise BadInput('the key "request" is missing or no string')
    if name not in known:
        raise BadInput(f'unknown request "{name}"; known: {", ".join(known)}')
    return request


class Keys:
    """The keys of a request, with their types checked."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request

    def _get(self, key: str, types: type | tuple[type, ...], what: str) -> Any:
        if key not in self.request:
            raise BadInput(f'the key "{key}" is missing')
        value = self.request[key]
        if not isinstance(value, types) or isinstance(value, bool):
            raise BadInput(f'the key "{key}" must be {what}')
        return value

    def text(self, key: str) -> str:
        value: str = self._get(key, str, "a string")
        return value

    def text_or_none(self, key: str) -> str | None:
        value: str | None = self._get(key, (str, type(None)), "a string or null")
        return value

    def optional_text(self, key: str) -> str | None:
        return self.text_or_none(key) if key in self.request else None

    def settings(self) -> dict[str, Any] | None:
        """Those of a container; None where none is asked for."""
        found = self.request.get("settings")
        if found is None:
            return None
        if not isinstance(found, dict):
            raise BadInput('the key "settings" must be an object or null')
        keys = Keys(found)
        compression = keys.text("compression")
        if compression not in COMPRESSIONS:
            raise BadInput(f'the key "compression" must be one of {", ".join(COMPRESSIONS)}')
        level: int | None = keys._get("level", (int, type(None)), "a whole number or null")
        return {"compression": compression, "level": level, "block_bytes": keys.number("block_bytes", minimum=1)}

    def store(self) -> Setting:
        """How a store is to be used."""
        found = self.request.get("store")
        if not isinstance(found, dict):
            raise BadInput('the key "store" must be an object')
        keys = Keys(found)
        return Setting(keys.text("key"), keys.text("durability"), keys.text("boundary"))

    def number(self, key: str, minimum: int = 0) -> int:
        value: int = self._get(key, int, "a whole number")
        if value < minimum:
            raise BadInput(f'the key "{key}" must be at least {minimum}')
        return value

    def seconds(self, key: str) -> float:
        value: float = self._get(key, (int, float), "a number")
        return value


def hello(contestant: Contestant | StoreContestant, keys: Keys) -> dict[str, Any]:
    return contestant.hello(keys.number("protocol"))


def load(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    keys.text("workload")
    return contestant.load(
        keys.text("schema"),
        keys.text("resolved"),
        keys.text("records"),
        keys.text_or_none("encoded"),
        keys.number("count"),
        keys.optional_text("container"),
        keys.settings(),
    )


def prove(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    return contestant.prove(keys.text("operation"), keys.text("output"))


def inspect(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    return contestant.inspect(keys.text("operation"), keys.number("rounds", minimum=1))


def warm(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    seconds = keys.seconds("seconds")
    return contestant.run(keys.text("operation"), batches=None, seconds=seconds, **batch_keys(keys))


def measure(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    batches = keys.number("batches", minimum=1)
    return contestant.run(keys.text("operation"), batches=batches, seconds=None, **batch_keys(keys))


def once(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    return contestant.once(keys.text("operation"), **sample_keys(keys))


def batch_keys(keys: Keys) -> dict[str, Any]:
    return {
        "min_batch_ns": keys.number("min_batch_ns"),
        "threads": keys.number("threads", minimum=1),
        **sample_keys(keys),
    }


def sample_keys(keys: Keys) -> dict[str, Any]:
    return {
        "seed": keys.number("seed"),
        "samples": keys.number("samples"),
        "output": keys.optional_text("output"),
    }


def swap(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    return contestant.swap(
        keys.text("records"), keys.text_or_none("encoded"), keys.number("count"), keys.optional_text("container")
    )


def conform(contestant: Contestant, keys: Keys) -> dict[str, Any]:
    return conformance.conform(contestant.adapter_class, keys)


def load_documents(contestant: StoreContestant, keys: Keys) -> dict[str, Any]:
    keys.text("workload")
    return contestant.load(
        keys.text("resolved"), keys.text("records"), keys.text("encoded"), keys.number("count"), keys.store()
    )


def step(contestant: StoreContestant, keys: Keys) -> dict[str, Any]:
    return contestant.step(keys.text("step"), keys.request)


def bye(contestant: Any, keys: Keys) -> dict[str, Any]:
    return {}


Requests = dict[str, Callable[[Any, Keys], dict[str, Any]]]

REQUESTS: Requests = {
    "hello": hello,
    "load": load,
    "prove": prove,
    "inspect": inspect,
    "warm": warm,
    "measure": measure,
    "once": once,
    "swap": swap,
    "conform": conform,
    "bye": bye,
}

STORE_REQUESTS: Requests = {"hello": hello, "load": load_documents, "step": step, "bye": bye}
