"""A page's file is written whole or not at all, and only where it would change."""

from pathlib import Path

import pytest

from pbem.archive import files


def test_a_new_page_gets_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "page.html"
    assert files.write(file, "é")
    assert file.read_bytes() == "é".encode()


def test_the_same_text_is_not_written_again(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    files.write(file, "one")
    before = file.stat()
    assert not files.write(file, "one")
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert files.write(file, "two")
    assert file.read_text() == "two"


def test_a_write_that_fails_leaves_the_old_page_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "page.html"
    files.write(file, "old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        files.write(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
