"""What the bench makes of recordings, timelines and what was spoken."""

from pathlib import Path

import numpy as np
import pytest

from assistant.bench.clips import MANIFEST, Clip, Placed, assemble, load_clips, quiet, write_wav
from assistant.bench.voice import latency_s, pick, stage_means_ms, word_error_rate
from assistant.conversation.events import Timeline
from assistant.errors import DeviceError
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ


def tone(seconds: float, amplitude: float = 0.3) -> Samples:
    """Return a 440 Hz sine."""
    at = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return (amplitude * np.sin(2 * np.pi * 440 * at)).astype(np.float32)


def clip(
    folder: Path, name: str, kind: str, label: str, *, note: str = "", language: str = "en"
) -> Clip:
    """Write half a second of tone and half a second of quiet; return it as a clip."""
    write_wav(folder / name, np.concatenate([tone(0.5), quiet(0.5)]))
    return Clip(path=folder / name, kind=kind, label=label, language=language, note=note)


def test_a_manifest_names_the_recordings(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(
        "file\tkind\tlabel\tlanguage\tnote\n"
        "a.wav\tturn\tgo on\ten\tspeech from 0.60 s to 2.78 s, then silence\n",
        encoding="utf-8",
    )
    (found,) = load_clips(tmp_path)
    assert (found.path, found.label, found.speech_end_s) == (tmp_path / "a.wav", "go on", 2.78)


@pytest.mark.parametrize("text", [None, "no columns\n1\n"])
def test_a_folder_without_a_manifest_is_explained(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(DeviceError, match="no recordings") as refused:
        load_clips(tmp_path)
    assert "--clips" in refused.value.hint


def test_a_recording_that_is_none_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"nothing")
    broken = Clip(path=path, kind="turn", label="", language="en", note="")
    with pytest.raises(DeviceError, match="a.wav"):
        broken.samples()


def test_the_wake_phrase_and_complete_english_utterances_are_picked(tmp_path: Path) -> None:
    wake = clip(tmp_path, "w.wav", "wake", "hey jarvis")
    speech = clip(tmp_path, "s.wav", "speech", "hello")
    turn = clip(tmp_path, "t.wav", "turn", "go", note="speech from 0.1 s to 0.5 s, then silence")
    other = [
        clip(tmp_path, "k.wav", "speech", "안녕", language="ko"),
        clip(tmp_path, "i.wav", "turn", "i would like a ...", note="unfinished"),
        clip(tmp_path, "n.wav", "noise", "kitchen"),
    ]
    assert pick([speech, *other, turn, wake], wake_word="hey_jarvis") == (wake, (turn, speech))
    with pytest.raises(DeviceError, match="alexa"):
        pick([speech, wake], wake_word="alexa")


def test_clips_are_laid_out_with_time_to_answer(tmp_path: Path) -> None:
    wake = clip(tmp_path, "w.wav", "wake", "hey jarvis")
    said = clip(tmp_path, "s.wav", "speech", "hello")
    samples, (placed,) = assemble(wake, [said], lead_s=1.0, gap_s=2.0)
    assert placed.begins_at == pytest.approx(1.0 + 0.5 + 0.2, abs=0.05)
    assert placed.speech_end == pytest.approx(placed.begins_at + 0.5, abs=0.05)
    assert len(samples) / SAMPLE_RATE_HZ == pytest.approx(placed.ends_at, abs=0.01)


def test_latency_is_the_time_to_the_first_audible_sample_after_speech(tmp_path: Path) -> None:
    said = clip(tmp_path, "s.wav", "speech", "hello")
    placed = Placed(clip=said, begins_at=1.0, speech_end=2.0, ends_at=5.0)
    spoken = np.concatenate([np.zeros(round(2.6 * SAMPLE_RATE_HZ), np.float32), tone(0.5)])
    assert latency_s(spoken, SAMPLE_RATE_HZ, placed) == pytest.approx(0.6, abs=0.001)
    assert latency_s(spoken[: 2 * SAMPLE_RATE_HZ], SAMPLE_RATE_HZ, placed) is None


def test_stages_are_means_over_the_turns_in_which_they_happened() -> None:
    whole = Timeline(speech_end=0.0, turn_end=0.3, transcript=0.5, request=0.5, first_token=0.6)
    short = Timeline(speech_end=1.0, turn_end=1.5)
    assert stage_means_ms([whole, short]) == {
        "endpointing": 400,
        "transcription": 200,
        "request": 0,
        "model": 100,
    }


def test_the_word_error_rate_needs_a_transcript_for_each_utterance() -> None:
    assert word_error_rate(["go home", "make tea"], ["go home", "make me tea"]) == 0.25
    assert word_error_rate(["one"], []) is None
