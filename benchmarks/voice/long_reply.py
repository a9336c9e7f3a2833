"""A very long reply streams and is spoken: does the voice falter, does the listener fall behind?"""

from dataclasses import dataclass, field
from typing import Any, Final

from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.voice import SpeechStarted, SpeechStopped
from assistant.voice.events import Samples
from benchmarks.instant_models import PIECE, TalkingModel
from benchmarks.voice.sentences import SENTENCES
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.virtual_room import RoomSettings, open_room

REPLY_CHARACTERS: Final = 200_000
LAG_PERCENT: Final = 99

_BEGIN_LIMIT_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFigures:
    """What was measured; None where the voice did not speak."""

    underruns: int | None
    """Clips that came too late to follow the one before without a gap, clips that were dropped, and
    blocks that the device was given late."""
    lag_p99_ms: int | None
    details: dict[str, Any] = field(default_factory=dict[str, Any])


async def measure_load(
    setting: RoomSettings, *, seconds: float, call: Samples | None
) -> LoadFigures:
    """Listen to so many seconds of a reply that streams all the while, at real-time pace.

    Args:
        setting: What the bench is run with.
        seconds: How long the voice is listened to; the reply is longer.
        call: The wake phrase, or None to press the button instead.
    """
    model = TalkingModel(
        SENTENCES,
        characters=REPLY_CHARACTERS,
        pace_s=seconds * PIECE / REPLY_CHARACTERS,
    )
    async with open_room(
        setting, name="load", model=model, pace=RoomPace.REAL, has_echo=True, is_recorded=False
    ) as stage:
        if not await stage.listen(call):
            return LoadFigures(underruns=None, lag_p99_ms=None)
        since = stage.now()
        await stage.core.conversations.say("Tell me about the harbour.", spoken=True)
        speaks = await stage.until(
            lambda: stage.log.has(SpeechStarted, since=since), limit_s=_BEGIN_LIMIT_S
        )
        if not speaks or stage.room.player is None or stage.room.listener is None:
            return LoadFigures(underruns=None, lag_p99_ms=None)
        begin = stage.now()
        await stage.until(
            lambda: (
                stage.log.has(SpeechStopped, since=begin)
                or stage.phase is not ConversationPhase.SPEAKING
            ),
            limit_s=seconds,
        )
        spoken_s = stage.now() - begin
        stats = stage.room.player.stats
        lag_s = stage.room.listener.lag_s(LAG_PERCENT)
        worst_s = stage.room.listener.stats.worst_lag_s
        dropped = stage.room.listener.stats.dropped_blocks
        late = stage.room.late_fills
    return LoadFigures(
        underruns=stats.starved + stats.dropped + late,
        lag_p99_ms=None if lag_s is None else round(lag_s * 1000),
        details={
            "spoken_s": round(spoken_s, 1),
            "starved": stats.starved,
            "late_blocks": late,
            "worst_lag_ms": round(worst_s * 1000),
            "dropped_blocks": dropped,
        },
    )
