"""The files of what was learned of phrases."""

import stat
import sys
from pathlib import Path

import pytest

from assistant.errors import ModelLoadError
from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.phrase_files import PhraseFiles
from tests.helpers.voice.custom_wake_words import wake_word


@pytest.fixture
def files(tmp_path: Path) -> PhraseFiles[CustomWakeWord]:
    return PhraseFiles(tmp_path / "kept", decode=CustomWakeWord.from_bytes)


def test_what_is_written_is_read_until_it_is_deleted(files: PhraseFiles[CustomWakeWord]) -> None:
    assert files.phrases() == ()
    assert files.read("hey computer") is None
    files.write(wake_word("hey computer"))
    files.write(wake_word("컴퓨터야"))
    assert files.phrases() == ("hey computer", "컴퓨터야")
    read = files.read("hey computer")
    assert read is not None
    assert read.estimate.heard_in_noise == 3
    files.delete("Hey  Computer!")
    files.delete("hey computer")
    assert [learned.phrase for learned in files.read_all()] == ["컴퓨터야"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no modes")
def test_only_the_user_may_read_them(files: PhraseFiles[CustomWakeWord]) -> None:
    files.write(wake_word("hey computer"))
    assert stat.S_IMODE(files.file("hey computer").stat().st_mode) == 0o600


def test_a_damaged_file_is_told_logged_and_left_out_of_all(
    files: PhraseFiles[CustomWakeWord], caplog: pytest.LogCaptureFixture
) -> None:
    files.write(wake_word("hey computer"))
    files.file("hello house").write_bytes(b"PK")
    with pytest.raises(ModelLoadError):
        files.read("hello house")
    assert [learned.phrase for learned in files.read_all()] == ["hey computer"]
    assert "damaged" in caplog.text
    assert files.phrases() == ("hello house", "hey computer"), "it is not deleted"
