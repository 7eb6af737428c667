"""The methods of unions for libraries whose methods give and take the bytes of a value."""

from __future__ import annotations

from assay.languages.go.unions import Branch, Lines, Methods, block


class OfBytes(Methods):
    """``package``: the library's name in the file; in capital letters it is in those of the methods."""

    package: str
    null: str

    def lines(self) -> Lines:
        word = self.package.upper()
        empty = "return nil, wire.ErrEmpty"
        return [
            "",
            *block(
                f"func (u {self.name}) Marshal{word}() ([]byte, error) {{",
                self.written(self.write, [f"return {self.null}, nil"], empty),
            ),
            "",
            *block(
                f"func (u *{self.name}) Unmarshal{word}(data []byte) error {{",
                [f"*u = {self.name}{{}}", *self.read(f"wire.{word}(data)")],
            ),
        ]

    def write(self, branch: Branch) -> Lines:
        return [f"return {self.package}.Marshal(u.{branch.field})"]

    def scan(self, variable: str, type_: str) -> Lines:
        return [
            f"var {variable} {type_}",
            *block(f"if err := {self.package}.Unmarshal(data, &{variable}); err != nil {{", [self.failed]),
        ]

    def into(self, branch: Branch) -> Lines:
        return [f"return {self.package}.Unmarshal(data, &u.{branch.field})"]
