"""Where the voices of users are kept."""

import stat
import sys
from pathlib import Path

import pytest

from assistant.backup.model.contents import belongs
from assistant.sync.documents.model.document_name import DocumentName
from assistant.voice.speaker_verification.voice_profile_store import FOLDER, VoiceProfileStore
from tests.helpers.voice.voices import profile


def test_what_is_written_is_read_until_it_is_deleted(tmp_path: Path) -> None:
    store = VoiceProfileStore(tmp_path)
    assert store.read_all() == ()
    store.write(profile(1))
    store.write(profile(2, "안녕 컴퓨터"))
    assert store.phrases() == ("hey computer", "안녕 컴퓨터")
    assert [each.phrase for each in store.read_all()] == ["hey computer", "안녕 컴퓨터"]
    store.delete("Hey  Computer!")
    store.delete("hey computer")
    assert store.phrases() == ("안녕 컴퓨터",)


@pytest.mark.skipif(sys.platform == "win32", reason="has no modes")
def test_only_the_user_may_read_it(tmp_path: Path) -> None:
    VoiceProfileStore(tmp_path).write(profile(1))
    (file,) = (tmp_path / FOLDER).iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_file_is_left_out_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = VoiceProfileStore(tmp_path)
    store.write(profile(1))
    store.write(profile(2, "hello house"))
    (tmp_path / FOLDER / "hello house.npz").write_bytes(b"not a voice")
    assert [each.phrase for each in store.read_all()] == ["hey computer"]
    assert "damaged" in caplog.text
    assert store.phrases() == ("hello house", "hey computer"), "it is not deleted"


def test_it_is_in_no_backup_and_travels_to_no_device(tmp_path: Path) -> None:
    VoiceProfileStore(tmp_path).write(profile(1))
    (file,) = (tmp_path / FOLDER).iterdir()
    path = file.relative_to(tmp_path).as_posix()
    assert not belongs(path)
    assert DocumentName.of(path) is None
