"""What is said of a document that is checked."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Finding:
    """``rule``: its name in docs/commands.md. ``place``: in the document. ``note``: worth knowing, and no obstacle."""

    rule: str
    place: str
    words: str
    note: bool = False

    def as_note(self, why: str) -> Finding:
        return replace(self, words=f"{self.words} ({why})", note=True)

    @property
    def line(self) -> str:
        return f"{'note' if self.note else 'finding'}: {self.place}: {self.words} [{self.rule}]"
