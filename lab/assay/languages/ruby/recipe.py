"""Ruby contestants: the adapter runs in place; a local library comes in by its `lib` folder on the load path."""

from __future__ import annotations

from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import Tool
from assay.catalog.catalog import Contestant
from assay.languages.ruby import runtime
from assay.languages.shared.recipe import BuildFailed, Inputs, Recipe, Start, run
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild

RUBY = Tool("ruby", ("--version",), (3, 1), "install Ruby 3.1 or newer (Debian: ruby)", ("ruby",))


class Ruby(Recipe):
    language = "ruby"
    tools = (RUBY,)
    settings = ("RUBYOPT", "RUBY_")

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        """There is nothing to compile: what can be wrong is found before the start."""
        for path in load_path(inputs.contestant):
            if not path.is_dir():
                raise BuildFailed(f"no folder {path.name} in the one that the contestant's variable names")
        run(["ruby", "-wc", str(inputs.contestant.folder / "adapter.rb")], log)

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        libraries = [word for path in load_path(contestant) for word in ("-I", str(path))]
        main = KITS / "ruby" / "main.rb"
        return Start(["ruby", *libraries, str(main), str(contestant.folder / "adapter.rb")])

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(start.command[0])


def load_path(contestant: Contestant) -> list[Path]:
    """The folders that Ruby's `require` searches besides its own."""
    library = library_folder(contestant)
    return [library / "lib"] if library else []


RECIPE = Ruby()
