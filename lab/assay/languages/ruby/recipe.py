"""Ruby contestants: the adapter runs in place, with a local library and generated code on the load path."""

from __future__ import annotations

from pathlib import Path

from assay.base.checkout import KITS
from assay.base.tools import Tool
from assay.catalog.catalog import Contestant
from assay.languages.ruby import runtime
from assay.languages.shared.flavours import Making
from assay.languages.shared.recipe import BuildFailed, Inputs, Recipe, Start, run
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild

TYPES = "types"  # where the code of a schema lies in what is built

RUBY = Tool("ruby", ("--version",), (3, 1), "install Ruby 3.1 or newer (Debian: ruby)", ("ruby",))


class Ruby(Recipe):
    language = "ruby"
    tools = (RUBY,)
    settings = ("RUBYOPT", "RUBY_")

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        """Only code of a schema is made: what else can be wrong is found before the start."""
        for path in load_path(inputs.contestant):
            if not path.is_dir():
                raise BuildFailed(f"no folder {path.name} in the one that the contestant's variable names")
        run(["ruby", "-wc", str(inputs.contestant.folder / "adapter.rb")], log)
        if inputs.schema_text is not None:
            types = folder / TYPES
            types.mkdir()
            self.generate(inputs.contestant, Making(inputs.schema_text, types, log))

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        generated = [folder / TYPES] if contestant.manifest.types != "none" else []
        libraries = [word for path in (*load_path(contestant), *generated) for word in ("-I", str(path))]
        main = KITS / "ruby" / "main.rb"
        return Start(["ruby", *libraries, str(main), str(contestant.folder / "adapter.rb")])

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(start.command[0])


def load_path(contestant: Contestant) -> list[Path]:
    """The folders of a local library that Ruby's `require` searches besides its own."""
    library = library_folder(contestant)
    return [library / "lib"] if library else []


RECIPE = Ruby()
