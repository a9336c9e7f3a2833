"""Where the voices of users are kept."""

from pathlib import Path

from assistant.backup.model.contents import belongs
from assistant.sync.documents.model.document_name import DocumentName
from assistant.voice.speaker_verification.voice_profile_store import FOLDER, VoiceProfileStore
from tests.helpers.voice.voices import profile


def test_what_is_written_is_read_until_it_is_deleted(tmp_path: Path) -> None:
    store = VoiceProfileStore(tmp_path)
    assert store.read_all() == ()
    store.write(profile(1))
    store.write(profile(2, "안녕 컴퓨터"))
    assert [each.phrase for each in store.read_all()] == ["hey computer", "안녕 컴퓨터"]
    store.delete("hey computer")
    assert store.phrases() == ("안녕 컴퓨터",)


def test_it_is_in_no_backup_and_travels_to_no_device(tmp_path: Path) -> None:
    VoiceProfileStore(tmp_path).write(profile(1))
    (file,) = (tmp_path / FOLDER).iterdir()
    path = file.relative_to(tmp_path).as_posix()
    assert not belongs(path)
    assert DocumentName.of(path) is None
