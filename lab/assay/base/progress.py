"""How long work reports what it does, on standard error: a moving line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.spinner import Spinner


SILENCE = 30.0  # seconds after which what is being done is told where no moving line shows it


class Progress:
    """``say`` is for what stays on the screen, ``now`` for what is being done, ``show`` for how things stand.

    ``detail`` is for what only those want to read who asked for more (``verbose``). ``clock`` gives seconds.
    """

    def __init__(self, quiet: bool = False, verbose: bool = False, clock: Callable[[], float] = monotonic) -> None:
        self.quiet = quiet
        self.verbose = verbose
        self._clock = clock
        self._said = clock()
        self._live: Live | None = None
        self._spinner: Spinner | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and not self.quiet:
            from rich.console import Console
            from rich.live import Live
            from rich.spinner import Spinner

            self._spinner = Spinner("line")
            # What is shown stays drawn over itself, and goes when the work is done.
            self._live = Live(self._spinner, console=Console(stderr=True), transient=True, vertical_overflow="crop")
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = self._spinner = None

    def say(self, text: str) -> None:
        if self.quiet:
            return
        self._said = self._clock()
        if self._live is not None:
            self._live.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def detail(self, text: str) -> None:
        if self.verbose:
            self.say(text)

    def now(self, text: str) -> None:
        if self._spinner is not None:
            from rich.text import Text

            self._spinner.update(text=Text(text))
        elif self._clock() - self._said >= SILENCE:
            self.say(f"  {text}")

    def show(self, standing: RenderableType) -> None:
        """Draw this under what is being done; on a terminal only."""
        if self._live is not None and self._spinner is not None:
            from rich.console import Group

            self._live.update(Group(self._spinner, standing))


def duration(seconds: float) -> str:
    """Seconds in the words of a clock: 45 s, 3 min 20 s, 1 h 5 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
