"""Node's kit replaces records in place without making them slower: V8 itself says what kind of object each is."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from assay.base.checkout import KITS
from assay.base.tools import NODE, find

SWAP = """
const { replaceInPlace } = require(process.argv[1]);
class Message { constructor(fields) { for (const key of Object.keys(fields)) this[key] = fields[key]; } }
const pairs = {
  record: [{ name: 'a', age: 1 }, { name: 'b', age: 2 }],
  fewer: [{ name: 'a', age: 1, mail: 'x' }, { name: 'b', age: 2 }],
  more: [{ name: 'a' }, { name: 'b', age: 2 }],
  order: [{ name: 'a', age: 1 }, { age: 2, name: 'b' }],
  message: [new Message({ id: 1, text: 'a' }), new Message({ id: 2 })],
  prototype: [{ a: 1 }, JSON.parse('{"__proto__": 2}')],
  longer: [[1, 2], [3, 4, 5, 6]],
  shorter: [['a', 'b', 'c'], ['d']],
  empty: [[1], []],
  bytes: [Buffer.from('ab'), Buffer.from('cd')],
};
const found = {};
for (const [name, [old, fresh]] of Object.entries(pairs)) {
  const expected = JSON.stringify(fresh);
  const array = Array.isArray(fresh);
  const now = replaceInPlace(old, fresh);
  found[name] = {
    same: now === old,
    content: JSON.stringify(now) === expected,
    fast: %HasFastProperties(now),
    holes: array && %HasHoleyElements(now),
    map: array || %HaveSameMap(now, fresh),
  };
}
console.log(JSON.stringify(found));
"""
KEEP_IDENTITY = {"record", "longer", "shorter", "empty", "bytes"}


@pytest.fixture(scope="module")
def swapped() -> dict[str, Any]:
    if problem := find(NODE).problem:
        pytest.skip(problem)
    command = ["node", "--allow-natives-syntax", "-e", SWAP, str(KITS / "node" / "swap.js")]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def test_content_is_the_new_one_and_identity_stays_where_it_can(swapped: dict[str, Any]) -> None:
    assert all(one["content"] for one in swapped.values())
    assert {name for name, one in swapped.items() if one["same"]} == KEEP_IDENTITY


def test_no_object_is_slower_than_one_that_was_made_so(swapped: dict[str, Any]) -> None:
    assert all(one["fast"] and one["map"] and not one["holes"] for one in swapped.values())
