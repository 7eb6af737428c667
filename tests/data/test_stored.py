"""What stays on disk reads as what is held in memory."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.stored import Made, StoredFrames, StoredLines, Texts
from assay_plain.framing import frame


@given(st.lists(st.binary(max_size=40)))
def test_stored_frames_are_what_was_framed(frames: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "frames"
        path.write_bytes(b"".join(map(frame, frames)))
        stored = StoredFrames(path)
        assert list(stored) == frames
        assert [stored[n] for n in range(len(stored))] == frames
        assert stored[1:3] == frames[1:3]
        if frames:
            assert stored[-1] == frames[-1]
        with pytest.raises(IndexError):
            stored[len(frames)]


@pytest.mark.parametrize("cut", [1, 3, 4, 6])
def test_a_frame_that_is_cut_off_is_an_error(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "frames"
    path.write_bytes(frame(b"whole") + frame(b"second")[:cut])
    with pytest.raises(ValueError, match="ends inside frame 1"):
        StoredFrames(path)


@given(st.binary())
def test_stored_lines_are_those_of_the_file(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        path.write_bytes(content)
        stored, held = StoredLines(path), content.split(b"\n")[:-1]
        assert list(stored) == held
        assert [stored[n] for n in range(len(stored))] == held
        assert stored[1:3] == held[1:3]


@given(st.lists(st.text()))
def test_texts_are_decoded_when_asked_for(texts: list[str]) -> None:
    asked = Texts([text.encode() for text in texts])
    assert list(asked) == texts
    assert asked[:2] == texts[:2]


def test_what_is_made_is_made_when_asked_for() -> None:
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    squares = Made(3, square)
    assert len(squares) == 3 and not asked
    assert squares[2] == 4 and list(squares) == [0, 1, 4]
    assert asked == [2, 0, 1, 2]
    with pytest.raises(IndexError):
        squares[3]
