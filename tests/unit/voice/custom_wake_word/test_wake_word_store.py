"""The files of wake words of the user's own."""

import stat
from pathlib import Path

import pytest

from assistant.errors import ModelLoadError
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from assistant.voice.turn_taking.wake_phrase import phrase_of
from tests.helpers.voice.custom_wake_words import wake_word


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("  Hey,  Computer! ", "hey computer"),
        ("컴퓨터야", "컴퓨터야"),
        ("小助手，你好", "小助手 你好"),
        ("../../etc/passwd", "etc passwd"),
        ("l'ami", "l'ami"),
        ("--- !!", ""),
        ("", ""),
        ("x" * 41, ""),
    ],
)
def test_a_phrase_is_a_name_for_settings_and_files(text: str, phrase: str) -> None:
    assert phrase_of(text) == phrase


def test_wake_words_are_kept_listed_and_deleted(tmp_path: Path) -> None:
    store = WakeWordStore(tmp_path)
    assert store.phrases() == ()
    assert store.read("hey computer") is None
    store.write(wake_word("hey computer"))
    store.write(wake_word("컴퓨터야"))
    assert store.phrases() == ("hey computer", "컴퓨터야")
    read = store.read("hey computer")
    assert read is not None
    assert read.estimate.heard_in_noise == 3
    store.delete("hey computer")
    store.delete("hey computer")
    assert [word.phrase for word in store.read_all()] == ["컴퓨터야"]


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    store = WakeWordStore(tmp_path)
    store.write(wake_word("hey computer"))
    assert stat.S_IMODE(store.file("hey computer").stat().st_mode) == 0o600


def test_a_damaged_file_is_told_and_left_out_of_all(tmp_path: Path) -> None:
    store = WakeWordStore(tmp_path)
    store.write(wake_word("hey computer"))
    store.file("broken").write_bytes(b"PK")
    with pytest.raises(ModelLoadError):
        store.read("broken")
    assert [word.phrase for word in store.read_all()] == ["hey computer"]
