"""The workflow that users copy is one that GitHub can read, and calls the gate with options that there are."""

from __future__ import annotations

import re

import yaml
from click.testing import CliRunner

from assay.base.checkout import CHECKOUT
from assay.cli.gate import command


def test_the_workflow_calls_the_gate_as_it_is() -> None:
    found = yaml.safe_load((CHECKOUT / "docs" / "workflows" / "gate.yml").read_text(encoding="utf-8"))
    (step,) = [one for one in found["jobs"]["gate"]["steps"] if "assay gate" in one.get("run", "")]
    options = set(re.findall(r"(--[a-z]+)", step["run"]))
    assert {"--contestant", "--old", "--new", "--summary"} <= options
    known = CliRunner().invoke(command, ["--help"]).output
    assert not [option for option in options if option not in known]
