"""Plain classes for libraries that read them as they are."""

from assay.languages.java import pojos
from assay.languages.java.making import Making


def make(making: Making) -> None:
    making.write(pojos.PACKAGE, pojos.generate(making.record))
