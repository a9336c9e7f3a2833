"""A spoken question answered aloud, by the program as it is started."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from assistant.home import Home
from assistant.voice.devices.files.wav import read_wav
from assistant.voice.listening.resampler import Resampler
from assistant.voice.stt.whisper import WhisperRecogniser
from benchmarks.model.error_rate import word_errors
from tests.e2e.conftest import recording
from tests.helpers.llm.messages_server import MessagesServer, RecordedRequest, Reply

pytestmark = pytest.mark.models

REQUESTS: Final = ("order_14", "order_12", "order_22", "order_23", "order_21")
"""What is said: eight or so words each without a pause, all of which the base model hears, or all
but one.
"""
REPLIES: Final = (
    "Your latte will be ready in five minutes.",
    "One large latte is coming at once.",
    "The iced coffee is on the table.",
    "I have put the sweetener beside it.",
    "Here is your coffee with a little milk.",
)


@pytest.mark.parametrize("pace", ["--realtime", "--as-fast-as-possible"])
def test_spoken_requests_are_answered_aloud(
    pace: str, served: Home, server: MessagesServer, said: Callable[..., Path], tmp_path: Path
) -> None:
    server.default = answer
    reply = tmp_path / "reply.wav"
    spoken = [part for name in REQUESTS for part in (f"{name}.flac", 6.0)]
    heard = said(2.0, "hey_jarvis_splice09.flac", 0.2, *spoken)
    ran = listen(
        *("--audio-in", str(heard), "--audio-out", str(reply)),
        *(["--realtime"] if pace == "--realtime" else []),
        home=served,
    )
    report = json.loads(ran.stdout)
    assert [state["to"] for state in report["states"]] == [
        *["listening", "processing", "speaking"] * len(REQUESTS),
        *["listening", "idle"],
    ]
    turns = report["turns"]
    assert [turn["reply"] for turn in turns] == list(REPLIES)
    for turn in turns:
        for stages in (
            ("speech_end", "turn_end", "first_audio"),
            ("speech_end", "transcript", "first_audio"),
            # Sent ahead, perhaps before the turn was over.
            (
                *("speech_end", "request", "first_token", "first_clause", "first_synthesis"),
                "first_audio",
            ),
        ):
            moments = [turn["timeline"][stage] for stage in stages]
            assert None not in moments
            assert moments == sorted(moments), stages
        assert 0 < turn["latency_ms"]["first_audio"]
    transcripts = [turn["transcript"] for turn in turns]
    assert set(transcripts) <= asked(server)
    assert_heard(transcripts)
    assert wrong_share([" ".join(REPLIES)], [transcribed(reply, served)]) <= 0.1


def answer(request: RecordedRequest) -> Reply:
    """Answer the first request of the user's by the first reply, whether it was guessed or not."""
    said = [message for message in request.body["messages"] if message["role"] == "user"]
    return Reply().text(REPLIES[len(said) - 1], chunks=6)


def asked(server: MessagesServer) -> set[str]:
    """Return the last words of each request; some may have been guesses."""
    return {request.body["messages"][-1]["content"][-1]["text"] for request in server.requests}


def assert_heard(transcripts: Sequence[str]) -> None:
    """Hold what was heard of the requests against what was said, all of them together.

    Which single word is misheard depends on the width of the processor's vectors.
    """
    said = [recording(f"{name}.flac").label for name in REQUESTS]
    assert wrong_share(said, transcripts) <= 0.1, transcripts


def wrong_share(said: Sequence[str], heard: Sequence[str]) -> float:
    """Return errors a word."""
    found = [word_errors(*pair) for pair in zip(said, heard, strict=True)]
    return sum(each.errors for each in found) / sum(each.words for each in found)


def listen(*options: str, home: Home) -> subprocess.CompletedProcess[str]:
    """Run `parley listen --json` as people start it."""
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "assistant.cli", "--debug", "listen", "--json"),
            *("--home", str(home.root), "--models", str(home.models), *options),
        ],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran


def transcribed(wav: Path, home: Home) -> str:
    """Return what a recording says."""
    samples, rate_hz = read_wav(wav)
    resampler = Resampler(rate_hz)
    heard = np.concatenate([resampler.convert(samples), resampler.flush()])
    recogniser = WhisperRecogniser(folder=home.models / "whisper-base", language="en")
    return recogniser.recognise(heard).text


def test_no_word_is_lost_when_call_and_request_come_in_one_breath(
    served: Home, server: MessagesServer, said: Callable[..., Path]
) -> None:
    server.default = lambda _request: Reply().text("At once.")
    breaths = [
        part
        for name in REQUESTS
        for part in (2.0, "hey_jarvis_splice09.flac", f"{name}.flac", 28.0)
    ]
    ran = listen("--audio-in", str(said(*breaths)), home=served)
    report = json.loads(ran.stdout)
    assert [state["to"] for state in report["states"]].count("idle") == len(REQUESTS)
    assert_heard([turn["transcript"] for turn in report["turns"]])
