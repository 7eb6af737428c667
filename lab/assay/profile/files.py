"""The files that a profile leaves: a page, an SVG, and folded stacks."""

from __future__ import annotations

from pathlib import Path

from assay.profile import page, svg
from assay.profile.graph import graphs, name
from assay.profile.sample import Profile
from assay.profile.tables import sections, whose

CAUTION = (
    "Shares are of samples, and as exact as there are many of them. Times are these shares of the time of a record, "
    "which was clocked just before sampling began."
)


def write(profile: Profile, against: Profile | None, output: Path) -> list[Path]:
    """Write beside ``output``, which is the page's name; the stacks of a second profile go to a file of their own."""
    drawn = graphs(profile, against)
    title = title_of(profile, against)
    texts = {
        output: page.render(title, notes(profile, against), drawn, sections(profile, against)),
        output.with_suffix(".svg"): svg.render(title, drawn),
        output.with_suffix(".folded"): profile.stacks.folded(),
    }
    if against is not None:
        texts[output.with_suffix(".against.folded")] = against.stacks.folded()
    output.parent.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return list(texts)


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
