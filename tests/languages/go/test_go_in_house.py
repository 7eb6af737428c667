"""An engine of the checkout is a module that the contestant's go.mod replaces by its folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from languages.in_house import MANIFEST, expect_changes_are_built, lay_checkout

from assay.base.checkout import KITS
from assay.data.recordset import RecordSet
from assay.languages.go.module import GO
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

ENGINE = "engine/go"
MAIN = """\
package main

import (
	"assay/kit"

	"example.org/engine"
)

type adapter struct{}

func (adapter) Encode(any) ([]byte, error)       { return []byte(engine.Word), nil }
func (adapter) Decode([]byte) (any, error)       { return nil, nil }
func (adapter) FromPlain(value any) (any, error) { return value, nil }
func (adapter) ToPlain(record any) (any, error)  { return record, nil }

func main() {
	kit.Main("example.org/engine", func(kit.Schema) (adapter, error) { return adapter{}, nil })
}
"""
MODULE = f"""\
module mine

go 1.25

require (
	assay/kit v0.0.0
	example.org/engine v0.1.0
)

replace (
	assay/kit => {KITS}/go
	example.org/engine => ../../../{ENGINE}
)
"""
FILES = {
    "contestants/go/engine/contestant.toml": MANIFEST.format(path=ENGINE).replace(
        'library = "engine"', 'library = "example.org/engine"'
    ),
    "contestants/go/engine/go.mod": MODULE,
    "contestants/go/engine/main.go": MAIN,
    f"{ENGINE}/go.mod": "module example.org/engine\n\ngo 1.25\n",
    f"{ENGINE}/engine.go": 'package engine\n\nconst Word = "one"\n',
}


def test_a_change_of_the_engine_is_built(
    people: RecordSet, limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_checkout(tmp_path, monkeypatch, FILES, [GO])
    expect_changes_are_built("go/engine", tmp_path, f"{ENGINE}/engine.go", people, limits)
