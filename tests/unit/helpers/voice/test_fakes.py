"""The fakes of the voice loop keep the contracts they stand in for."""

import asyncio

import numpy as np
import pytest

from assistant.voice.events import (
    ClipFinished,
    ClipStarted,
    ListenerEvent,
    NoSpeech,
    PlaybackEvent,
    TurnEnded,
    VoicePaused,
)
from assistant.voice.protocols import (
    AudioInput,
    AudioOutput,
    Clip,
    ClipProgress,
    ListeningMode,
    Synthesiser,
)
from assistant.voice.protocols import Transcriber as TranscriberProtocol
from tests.helpers.voice.fakes import (
    RATE_HZ,
    FakeListener,
    FakePlayer,
    FakeSynthesiser,
    FakeTranscriber,
    audio_that_says,
)

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


def _clip(clip_id: int, seconds: float) -> Clip:
    samples = np.zeros(round(seconds * RATE_HZ), np.float32)
    return Clip(clip_id=clip_id, text=str(clip_id), samples=samples, sample_rate_hz=RATE_HZ)


@pytest.mark.requirement("APP-02")
async def test_the_fakes_are_what_they_stand_for() -> None:
    listener: AudioInput = FakeListener()
    player: AudioOutput = FakePlayer()
    transcriber: TranscriberProtocol = FakeTranscriber()
    synthesiser: Synthesiser = FakeSynthesiser()
    assert listener
    assert player
    assert transcriber
    assert synthesiser


async def test_the_listener_counts_silence_until_speech_begins() -> None:
    events: list[ListenerEvent] = []
    listener = FakeListener()
    listener.start(events.append)
    listener.hear(ListeningMode.TURN, no_speech_after_s=2)
    await asyncio.sleep(2.5)
    assert [type(event) for event in events] == [NoSpeech]
    listener.hear(ListeningMode.TURN, no_speech_after_s=2)
    await asyncio.sleep(1)
    listener.begin()
    await asyncio.sleep(5)
    assert NoSpeech not in [type(event) for event in events[1:]]


async def test_the_end_of_a_turn_carries_the_pause_it_came_from() -> None:
    events: list[ListenerEvent] = []
    listener = FakeListener()
    listener.start(events.append)
    listener.pause("one")
    listener.end("one")
    listener.end("two")
    ids = [event.pause_id for event in events if isinstance(event, VoicePaused | TurnEnded)]
    assert ids == [1, 1, 2]


async def test_the_transcriber_reads_what_the_listener_wrote() -> None:
    transcript = await FakeTranscriber().transcribe(audio_that_says("둘, SQLite"))
    assert transcript.text == "둘, SQLite"


async def test_the_player_plays_in_order_and_says_when() -> None:
    events: list[PlaybackEvent] = []
    player = FakePlayer(latency_s=0.5)
    player.start(events.append)
    begin = asyncio.get_running_loop().time()
    player.play(_clip(1, 1.0))
    player.play(_clip(2, 2.0))
    await asyncio.sleep(4)
    assert player.is_idle
    told = [
        (type(event).__name__, event.clip_id, round(event.at - begin, 2))
        for event in events
        if isinstance(event, ClipStarted | ClipFinished)
    ]
    assert told == [
        ("ClipStarted", 1, 0.5),
        ("ClipFinished", 1, 1.5),
        ("ClipStarted", 2, 1.5),
        ("ClipFinished", 2, 3.5),
    ]


async def test_the_player_stops_and_says_how_much_was_heard() -> None:
    events: list[PlaybackEvent] = []
    player = FakePlayer(latency_s=0.0)
    player.start(events.append)
    assert player.stop_now() is None
    player.play(_clip(7, 4.0))
    await asyncio.sleep(1.0)
    assert player.stop_now() == ClipProgress(clip_id=7, fraction=0.25)
    await asyncio.sleep(10)
    assert [type(event) for event in events] == [ClipStarted]


async def test_the_player_gives_back_what_it_has_not_begun() -> None:
    events: list[PlaybackEvent] = []
    player = FakePlayer()
    player.start(events.append)
    for clip_id in (1, 2, 3):
        player.play(_clip(clip_id, 1.0))
    await asyncio.sleep(0.5)
    assert (player.withdraw(1), player.withdraw(2), player.withdraw(2)) == (False, True, False)
    await asyncio.sleep(5)
    assert [text for _at, text in player.played] == ["1", "3"]
    player.play(_clip(4, 1.0))
    assert player.withdraw(4)
    await asyncio.sleep(5)
    assert player.is_idle
    assert len(player.played) == 2
