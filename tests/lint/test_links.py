"""The hook that checks links: those to files and headings are followed, and what is code is not a link."""

from __future__ import annotations

from pathlib import Path

import pytest

from links import findings

OTHER = """# Other

## What `a` is: of 3, one

### Twice

### Twice

    # no heading
"""


@pytest.fixture
def found(tmp_path: Path, request: pytest.FixtureRequest) -> list[str]:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "other.md").write_text(OTHER, encoding="utf-8")
    (tmp_path / "data.json").touch()
    (tmp_path / "page.md").write_text(f"# Page\n\nText.\n\n{request.param}\n", encoding="utf-8")
    return findings(tmp_path, ["page.md", "docs/other.md"])


@pytest.mark.parametrize(
    "found",
    [
        "[a](docs/other.md) [b](docs) [c](data.json) [d](#page)",
        "[a](docs/other.md#what-a-is-of-3-one) [b](docs/other.md#twice) [c](docs/other.md#twice-1)",
        "[a](https://example.org/nothing.md#here) <mailto:somebody@example.org>",
        "`[a](nothing.md)`\n\n    [b](nothing.md)\n\n```\n[c](nothing.md)\n```",
        "[a]\n\n[a]: docs/other.md",
    ],
    indirect=True,
)
def test_links_that_lead_somewhere(found: list[str]) -> None:
    assert found == []


@pytest.mark.parametrize(
    ("found", "target", "reason"),
    [
        ("[a](nothing.md)", "nothing.md", "no such file"),
        ("![a](nothing.svg)", "nothing.svg", "no such file"),
        ("[a](#nothing)", "#nothing", "no such heading"),
        ("[a](docs/other.md#no-heading)", "docs/other.md#no-heading", "no such heading"),
        ("[a](docs/other.md#twice-2)", "docs/other.md#twice-2", "no such heading"),
        ("[a]\n\n[a]: nothing.md", "nothing.md", "no such file"),
        ("[a](../outside.md)", "../outside.md", "leaves the repository"),
    ],
    indirect=["found"],
)
def test_links_that_lead_nowhere(found: list[str], target: str, reason: str) -> None:
    (line,) = found
    assert line.startswith(f"page.md:5: {target}: ")
    assert reason in line
