"""mitata: both programs in one process, and its summary."""

from __future__ import annotations

import json
import re
from pathlib import Path

from assay.base.checkout import KITS
from assay.base.errors import AssayError
from assay.languages.node.packages import LOCK, installed
from assay.measure.harnesses.peer import keys, run
from assay.results.deciding import Verdict
from studies.deciding.tools.tool import REFERENCE, VARIANT, Answer, Pair, Tool

PEER = KITS / "node" / "peer"
SUMMARY = re.compile(r"^summary\n\s+(\w+)\n\s+([\d.]+)x (faster|slower) than (\w+)", re.MULTILINE)


class Mitata(Tool):
    name = "mitata"
    languages = ("node",)
    rule = (
        "a `summary` of both in one process, run with `--expose-gc`, as its documentation recommends. It has no rule: "
        "different where the ratio that the summary prints, with two digits after the point, is not 1."
    )

    def version(self) -> str:
        return str(json.loads((PEER / LOCK[0]).read_text(encoding="utf-8"))["dependencies"]["mitata"])

    def prepare(self, pair: Pair) -> None:
        _module()

    def decide(self, pair: Pair, folder: Path) -> Answer:
        adapters = {}
        for name, built in pair.both.items():
            assert built.start is not None
            adapters[name] = built.start.command[-1]
        asked = {**keys(pair.task), **adapters, "mitata": str(_module())}
        command = ["node", "--expose-gc", str(PEER / "compare.js")]
        return answer(run(command, {"ASSAY_PEER": json.dumps(asked)}, folder))


def answer(text: str) -> Answer:
    """What mitata printed of a `reference` and a `variant`. AssayError where it compared nothing."""
    found = SUMMARY.search(text)
    if found is None:
        raise AssayError("mitata compared nothing")
    first, ratio, word, _ = found.groups()
    said = f"{first} {ratio}x {word}"
    if float(ratio) == 1:
        return Answer("same", said)
    faster = first if word == "faster" else {REFERENCE: VARIANT, VARIANT: REFERENCE}[first]
    verdict: Verdict = "faster" if faster == VARIANT else "slower"
    return Answer(verdict, said)


def _module() -> Path:
    return installed(PEER) / "node_modules" / "mitata" / "src" / "main.mjs"
