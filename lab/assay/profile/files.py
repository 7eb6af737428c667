"""The files that a profile leaves: a page, an SVG, and folded stacks; and what the page says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from assay.base.tables import Flames, Section
from assay.profile import svg
from assay.profile.graph import Graph, graphs, legend, name
from assay.profile.sample import Profile
from assay.profile.tables import sections, whose

Page = Callable[[str, Sequence[Section]], str | bytes]

BESIDE = (".svg", ".folded")  # endings of what stands beside the page

CAUTION = (
    "Shares are of samples, and as exact as there are many of them. Times are these shares of the time of a record, "
    "which was clocked just before sampling began."
)


def write(profile: Profile, against: Profile | None, output: Path, page: Page) -> list[Path]:
    """Write beside ``output``, which is the page's name; the stacks of a second profile go to a file of their own.

    ``page``: makes one of a title and sections.
    """
    drawn = graphs(profile, against)
    title = title_of(profile, against)
    texts = {
        output: page(title, said(profile, against, drawn)),
        output.with_suffix(BESIDE[0]): svg.render(title, drawn),
        output.with_suffix(BESIDE[1]): profile.stacks.folded(),
    }
    if against is not None:
        texts[output.with_suffix(".against.folded")] = against.stacks.folded()
    output.parent.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(texts)


def said(profile: Profile, against: Profile | None, drawn: Sequence[Graph]) -> list[Section]:
    """What was sampled, the flamegraphs, and the tables."""
    kinds = legend(drawn)
    flames = [Section(one.title, flames=Flames(one.root, one.said, one.colour, one.other, kinds)) for one in drawn]
    return [Section("", notes=notes(profile, against)), *flames, *sections(profile, against)]


def title_of(profile: Profile, against: Profile | None) -> str:
    if against is None:
        return f"Profile of {profile.title}"
    return f"{name(profile, against)} against {name(against, profile)}, {profile.workload} {profile.operation}"


def notes(profile: Profile, against: Profile | None) -> list[str]:
    """What was sampled, how, and whose the time is."""
    found = []
    for one in filter(None, (profile, against)):
        found.append(
            f"{one.contestant} {one.version}, {one.workload} {one.operation}, {one.records:,} records: "
            f"{one.seconds:g} s in the measuring loop after warm-up, by {one.words}. {whose(one)}"
        )
    return [*found, CAUTION]
