"""Node's kit: a batch ends in bearable time, whatever is done outside of the clock."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from assay.base.checkout import KITS
from assay.base.tools import NODE, find

BATCHES = """
const { measure } = require(`${process.argv[1]}/measure`);
const { operationsOf } = require(`${process.argv[1]}/operations`);
const until = (end) => { while (process.hrtime.bigint() < end); };
const session = {
  records: [1, 2, 3],
  lastBatch: new Map(),
  adapter: { decode: (input) => input },
  actorOf() {
    return this.adapter;
  },
  newItemsOf() {
    until(process.hrtime.bigint() + 1_000_000n);
    return this.records;
  },
};
const options = { batches: 3, min_batch_ns: 10_000_000, seed: 1, samples: 0 };
const [decode] = operationsOf(session.adapter);
measure(session, decode, options).then((reply) => console.log(JSON.stringify(reply)));
"""


def test_inputs_that_take_long_to_make_do_not_make_batches_long() -> None:
    """A decoder that does nothing had a thousand passes for a batch of 10 ms, at a millisecond of new inputs each."""
    if problem := find(NODE).problem:
        pytest.skip(problem)
    command = ["node", "-e", BATCHES, str(KITS / "node")]
    reply: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for batch in reply["batches"]:
        assert 1 <= batch["passes"] <= 1000  # else there are some 50,000
