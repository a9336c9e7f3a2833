"""A spoken question answered aloud, by the program as it is started."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.bench.model.error_rate import word_errors
from assistant.home import Home
from assistant.voice.devices.simulated.wav import read_wav
from assistant.voice.listening.resampler import Resampler
from assistant.voice.stt.whisper import WhisperRecogniser
from tests.helpers.llm.messages_server import MessagesServer

pytestmark = pytest.mark.models
REPLY = "Your latte will be ready in five minutes."


@pytest.mark.parametrize("pace", ["--realtime", "--as-fast-as-possible"])
def test_a_spoken_request_is_answered_aloud(
    pace: str, served: Home, server: MessagesServer, said: Callable[..., Path], tmp_path: Path
) -> None:
    server.reply(REPLY, chunks=6)
    heard = said(2.0, "hey_jarvis_splice09.flac", 0.2, "order_14.flac", 4.0)
    reply = tmp_path / "reply.wav"
    ran = listen(
        *("--audio-in", str(heard), "--audio-out", str(reply)),
        *(["--realtime"] if pace == "--realtime" else []),
        home=served,
    )
    report = json.loads(ran.stdout)
    assert [state["to"] for state in report["states"]] == [
        "listening",
        "processing",
        "speaking",
        "listening",
        "idle",
    ]
    (turn,) = report["turns"]
    assert word_errors("i want a light roast double shot latte", turn["transcript"]).errors <= 1
    assert turn["reply"] == REPLY
    for stages in (
        ("speech_end", "turn_end", "first_audio"),
        ("speech_end", "transcript", "first_audio"),
        # Sent ahead, perhaps before the turn was over.
        ("speech_end", "request", "first_token", "first_clause", "first_synthesis", "first_audio"),
    ):
        moments = [turn["timeline"][stage] for stage in stages]
        assert None not in moments
        assert moments == sorted(moments), stages
    assert 0 < turn["latency_ms"]["first_audio"]
    asked = server.requests[0].body["messages"][-1]["content"]
    assert asked[-1]["text"] == turn["transcript"]
    assert word_errors(REPLY, transcribed(reply, served)).errors <= 1


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
    server.reply("At once.")
    heard = said(2.0, "hey_jarvis_splice09.flac", "order_14.flac", 3.0)
    ran = listen("--audio-in", str(heard), home=served)
    (turn,) = json.loads(ran.stdout)["turns"]
    assert word_errors("i want a light roast double shot latte", turn["transcript"]).errors <= 1
