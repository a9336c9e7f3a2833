"""What `parley listen` prints."""

from pathlib import Path

import pytest

from assistant.cli import main
from assistant.cli.commands.listen import TimelineTextReport, breakdown, latencies_ms
from assistant.locale import use_language
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.turns import Timeline, TurnFailed, TurnFinished, TurnTimed
from assistant.protocol.voice import SentenceSpoken, TranscriptFinal
from tests.helpers.audio.signals import pcm16, tone, write_wav
from tests.helpers.english_words import english_words

TIMELINE = Timeline(speech_end=10.0, turn_end=10.2, transcript=10.3, first_audio=10.65)


def test_latencies_count_from_the_end_of_speech() -> None:
    assert latencies_ms(TIMELINE) == {"turn_end": 200, "transcript": 300, "first_audio": 650}


def test_without_an_end_of_speech_there_is_no_latency() -> None:
    assert latencies_ms(Timeline(first_audio=1.0)) == {}


def test_the_breakdown_has_a_line_for_each_stage_that_happened() -> None:
    lines = breakdown(TIMELINE).splitlines()
    assert [line.split(" ms ")[0].strip() for line in lines[1:]] == ["200", "300", "650"]


def test_states_are_shown_as_a_person_sees_them(capsys: pytest.CaptureFixture[str]) -> None:
    report = TimelineTextReport()
    report.began_at = lambda: 100.0
    idle, listening = (
        DialogueState(),
        DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
    )
    streaming = DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE)
    tools = DialogueState(ConversationPhase.TOOL_CALLING, VoiceSessionState.ACTIVE)
    for old, new, at in (
        (idle, listening, 101.5),
        (listening, streaming, 103.0),
        (streaming, tools, 104.0),
    ):
        report(StateChanged(old=old, new=new, at=at))
    report(TranscriptFinal(text="hello", language="en"))
    report(SentenceSpoken(turn_id="t", text="Hi."))
    report(TurnFinished(turn_id="t", text="Hi.", stop_reason="end_turn", spoken=True))
    report(TurnFailed(turn_id="t", text="", reason="Network error"))
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "1.50 s  idle → listening",
        "3.00 s  listening → processing",
        "heard: hello",
        "says: Hi.",
        "reply: Hi.",
        "failed: Network error",
    ]


def test_the_timeline_is_in_the_interfaces_language(capsys: pytest.CaptureFixture[str]) -> None:
    use_language("ko")
    report = TimelineTextReport()
    report(TranscriptFinal(text="여보세요", language="ko"))
    report(TurnTimed(turn_id="t", timeline=TIMELINE))
    told = capsys.readouterr().out
    assert "들음: 여보세요" in told
    assert english_words(told) == set()


def test_a_missing_file_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["listen", "--audio-in", str(tmp_path / "none.wav")]) == 1
    assert "none.wav" in capsys.readouterr().err


def test_without_a_display_the_window_says_what_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert main(["run"]) == 1
    assert "parley chat" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["out.wav", "no/such/folder/out.wav"])
def test_a_file_that_is_no_audio_or_cannot_be_written_ends_the_command(
    tmp_path: Path, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    heard = tmp_path / "in.wav"
    if said == "out.wav":
        heard.write_text("These are words.\n")
        told = f"The audio file {heard} cannot be read"
    else:
        write_wav(heard, pcm16(tone(440, 0.1)), rate_hz=16_000)
        told = f"The audio file {tmp_path / said} cannot be written"
    home = str(tmp_path / "home")
    given = ["listen", "--audio-in", str(heard), "--audio-out", str(tmp_path / said)]
    assert main([*given, "--home", home]) == 1
    assert told in capsys.readouterr().err
