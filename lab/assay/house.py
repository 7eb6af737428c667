"""Where the house stands: the checkout that this lab runs from."""

from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
KITS = HOUSE / "kits"
LAB = HOUSE / "lab" / "assay"
