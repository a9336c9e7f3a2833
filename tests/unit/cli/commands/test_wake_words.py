"""`parley wake-words` as a user uses it: made of recordings, tried, listed and deleted."""

import json
from pathlib import Path

import numpy as np
import pytest

from assistant.cli import main
from assistant.home import Home
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from tests.helpers.audio.signals import RECORDED, noise, pcm16, write_wav
from tests.helpers.voice.custom_wake_words import wake_word

SAID = [RECORDED / "custom" / f"smart_mirror_a{number}.flac" for number in range(5)]


def parley(home: Home, *arguments: str | Path) -> int:
    return main([*map(str, arguments), "--home", str(home.root)])


def test_there_is_none_at_first_and_the_way_to_one_is_told(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "wake-words", "list") == 0
    assert "parley wake-words make" in capsys.readouterr().out
    assert parley(home, "wake-words", "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_one_is_listed_and_deleted(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    WakeWordStore(home.root).write(wake_word("green tea"))
    assert parley(home, "wake-words", "list") == 0
    assert "green tea" in capsys.readouterr().out
    assert parley(home, "wake-words", "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {"phrase": "green tea", "used": False, "recordings": 4, "heard": 4, "heard_in_noise": 3}
    ]
    assert parley(home, "wake-words", "delete", "Green Tea") == 0
    assert WakeWordStore(home.root).phrases() == ()
    assert parley(home, "wake-words", "delete", "green tea") == 2
    assert "is not known" in capsys.readouterr().err


def test_one_that_is_in_use_is_not_deleted(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    WakeWordStore(home.root).write(wake_word("green tea"))
    assert parley(home, "config", "set", "voice.wake_word", "green tea") == 0
    assert parley(home, "wake-words", "delete", "green tea") == 2
    assert "voice.wake_word" in capsys.readouterr().err
    assert WakeWordStore(home.root).phrases() == ("green tea",)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["?!", *SAID[:3]], "phrase", id="no phrase"),
        pytest.param(["Hey, Jarvis", *SAID[:3]], "there already", id="one that comes along"),
        pytest.param(["smart mirror", *SAID[:2]], "3 to 8", id="too few"),
        pytest.param(["smart mirror", *SAID, *SAID], "3 to 8", id="too many"),
        pytest.param(["smart mirror", *SAID[:2], "none.wav"], "none.wav", id="no such file"),
    ],
)
def test_what_cannot_be_made_is_told(
    home: Home, arguments: list[str | Path], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "wake-words", "make", *arguments) == 2
    assert told in capsys.readouterr().err
    assert WakeWordStore(home.root).phrases() == ()


@pytest.mark.models
@pytest.mark.timeout(120)
def test_recordings_of_no_use_are_all_named(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quiet = write_wav(tmp_path / "quiet.wav", pcm16(noise(1.5, 0.0005)), rate_hz=16_000)
    short = write_wav(tmp_path / "short.wav", pcm16(np.zeros(100, np.float32)), rate_hz=16_000)
    assert parley(home, "wake-words", "make", "smart mirror", *SAID[:3], quiet, short) == 2
    said = capsys.readouterr().err
    assert "quiet.wav" in said
    assert "short.wav" in said
    assert WakeWordStore(home.root).phrases() == ()


@pytest.mark.models
@pytest.mark.timeout(120)
def test_four_recordings_make_one_that_hears_the_fifth(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "wake-words", "make", "Smart mirror", *SAID[:4]) == 0
    said = capsys.readouterr().out
    assert "“smart mirror” is learned" in said
    assert 'parley config set voice.wake_word "hey_jarvis, smart mirror"' in said
    assert parley(home, "wake-words", "try", "smart mirror", SAID[4]) == 0
    assert "Heard at" in capsys.readouterr().out
    other = RECORDED / "custom" / "snowboy_a1.flac"
    assert parley(home, "wake-words", "try", "smart mirror", other) == 1
    assert "Not heard" in capsys.readouterr().out
