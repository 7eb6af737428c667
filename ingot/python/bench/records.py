"""The records that are timed: what a shop knows of its teas."""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {
    "type": "record",
    "name": "Tea",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "name", "type": "string"},
        {"name": "grams", "type": ["null", "int"]},
        {"name": "price", "type": "double"},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK", "WHITE"]}},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {
            "name": "garden",
            "type": {
                "type": "record",
                "name": "Garden",
                "fields": [{"name": "place", "type": "string"}, {"name": "metres", "type": "int"}],
            },
        },
    ],
}
KINDS = ["GREEN", "BLACK", "WHITE"]


def record(number: int) -> dict[str, Any]:
    """A record like no other; one text of four is not ASCII."""
    return {
        "id": number * 2_654_435_761 % (1 << 40),
        "name": f"{'té' if number % 4 == 0 else 'tea'} {number:x}",
        "grams": None if number % 5 == 0 else number % 1000,
        "price": number / 7,
        "kind": KINDS[number % 3],
        "tags": [f"tag{number % 13}", "new"][: number % 3],
        "garden": {"place": f"hill {number % 97}", "metres": number % 3000},
    }
