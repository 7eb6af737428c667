"""Of a dying runtime's last words, the line that says why; the texts are what the runtimes print."""

from __future__ import annotations

import pytest

from assay.runner.last_words import LONGEST, last_words

RUBY = """<internal:/usr/lib/ruby/kernel_require.rb>:85:in `require': cannot load such file -- avro (LoadError)
\tfrom <internal:/usr/lib/ruby/kernel_require.rb>:85:in `require'
\tfrom main.rb:13:in `<main>'
"""
PYTHON = """Traceback (most recent call last):
  File "adapter.py", line 3, in <module>
    import fastavro
ModuleNotFoundError: No module named 'fastavro'
"""
NODE = """file:///adapter.mjs:3
throw new Error('no such schema');
      ^

Error: no such schema
    at file:///adapter.mjs:3:7
    at ModuleJob.run (node:internal/modules/esm/module_job:345:25)

Node.js v22.12.0
"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: no reader
\tat assay.kit.Main.main(Main.java:40)
Caused by: java.io.FileNotFoundException: schema.avsc
\tat java.base/java.io.FileInputStream.open0(Native Method)
\t... 1 more
"""
RUST = """thread 'main' panicked at src/main.rs:3:5:
no such field
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
GO = """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
\t/adapter/main.go:9 +0x1d
exit status 2
"""


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (RUBY, "<internal:/usr/lib/ruby/kernel_require.rb>:85:in `require': cannot load such file -- avro (LoadError)"),
        (PYTHON, "ModuleNotFoundError: No module named 'fastavro'"),
        (NODE, "Error: no such schema"),
        (JAVA, "Caused by: java.io.FileNotFoundException: schema.avsc"),
        (RUST, "no such field"),
        (GO, "panic: runtime error: index out of range [5] with length 3"),
        ("terminate called without an active exception\n", "terminate called without an active exception"),
        ("  indented alone\n", "indented alone"),
        ("\n\n", ""),
        ("", ""),
    ],
)
def test_the_line_that_says_why(log: str, words: str) -> None:
    assert last_words(log) == words


def test_long_words_are_cut() -> None:
    assert len(last_words("x" * 1000)) == LONGEST
