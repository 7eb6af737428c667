"""Outputs that stay on disk read as those that are held in memory."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.stored import StoredFrames, Utf8
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


@given(st.lists(st.text()))
def test_texts_are_encoded_when_asked_for(texts: list[str]) -> None:
    assert list(Utf8(texts)) == [text.encode() for text in texts]
    assert Utf8(texts)[:2] == [text.encode() for text in texts[:2]]
