"""A very long reply streams and is spoken: does the voice falter, does the listener fall behind?"""

from typing import Final

from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.voice import SpeechStopped
from assistant.voice.events import Samples
from benchmarks.instant_models import PIECE, TalkingModel
from benchmarks.model.run import Measured
from benchmarks.voice.sentences import SENTENCES
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.virtual_room import RoomSettings, open_room

REPLY_CHARACTERS: Final = 200_000
LAG_PERCENT: Final = 99


async def measure_load(setting: RoomSettings, *, seconds: float, call: Samples | None) -> Measured:
    """Listen to so many seconds of a reply that streams all the while, at real-time pace.

    Args:
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
        speaks = await stage.begin_reply(call)
        if not speaks or stage.room.player is None or stage.room.listener is None:
            return {"details": {}}
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
    return {
        "underruns": stats.starved + stats.dropped + late,
        "listener_lag_ms": {"p99": None if lag_s is None else round(lag_s * 1000)},
        "details": {
            "spoken_s": round(spoken_s, 1),
            "starved": stats.starved,
            "late_blocks": late,
            "worst_lag_ms": round(worst_s * 1000),
            "dropped_blocks": dropped,
        },
    }
