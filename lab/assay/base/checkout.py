"""Where the checkout is that this lab runs from."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
KITS = CHECKOUT / "kits"
LAB = CHECKOUT / "lab" / "assay"
