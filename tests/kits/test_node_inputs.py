"""Node's kit: a timed pass gets new inputs, the proof the same ones again and again."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from assay.base.checkout import KITS
from assay.base.tools import NODE, find

PASSES = """
const { Session } = require(`${process.argv[1]}/session`);
const { operationsOf } = require(`${process.argv[1]}/operations`);
const [encode, decode] = operationsOf({ encode() {}, decode() {} });
const session = Object.create(Session.prototype);
session.records = [{ a: 1 }, { a: 2 }];
session.inputs = [Buffer.from('ab'), Buffer.from('cd')];
session.newInputs = [...session.inputs];
const again = (take) => {
  const first = [...take()];
  const second = [...take()];
  return { same: first.every((one, i) => one === second[i]), content: second.map(String) };
};
console.log(JSON.stringify({
  timed: again(() => session.newItemsOf(decode)),
  proved: again(() => session.itemsOf(decode)),
  records: again(() => session.newItemsOf(encode)),
  holes: %HasHoleyElements(session.newItemsOf(decode)),
}));
"""


@pytest.fixture(scope="module")
def passes() -> dict[str, Any]:
    if problem := find(NODE).problem:
        pytest.skip(problem)
    command = ["node", "--allow-natives-syntax", "-e", PASSES, str(KITS / "node")]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def test_a_timed_pass_meets_no_input_again(passes: dict[str, Any]) -> None:
    assert passes["timed"] == {"same": False, "content": ["ab", "cd"]}
    assert not passes["holes"]


def test_the_proof_shows_the_same_inputs_again(passes: dict[str, Any]) -> None:
    assert passes["proved"] == {"same": True, "content": ["ab", "cd"]}
    assert passes["records"]["same"]
