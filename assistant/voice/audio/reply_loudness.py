"""How loud a reply is: as the room and the user's own voice ask for. Pure.

In a loud room it is louder; a user who whispers in a quiet one is answered softly.
"""

from typing import Final

from assistant.voice.audio.room_noise import RoomNoise
from assistant.voice.audio.whispered_speech import is_whispered
from assistant.voice.events import Samples

SOFT_DB: Final = -8.0


class ReplyLoudness:
    """Follows room and user. Told by one thread; `gain` may be read by another.

    Args:
        follows_noise: Whether replies are louder in a loud room.
        answers_whispers: Whether a whisper is answered softly.
    """

    def __init__(self, *, follows_noise: bool, answers_whispers: bool) -> None:
        self._follows_noise = follows_noise
        self._answers_whispers = answers_whispers
        self._noise = RoomNoise()
        self._is_soft = False

    @property
    def gain(self) -> float:
        """Factor for the reply's volume, 0.4 to 2."""
        if self._is_soft and self._noise.gain == 1.0:
            return 10 ** (SOFT_DB / 20)
        return self._noise.gain if self._follows_noise else 1.0

    def heard_room(self, dbfs: float) -> None:
        """RMS level of the next 64 ms, in which the assistant did not speak."""
        self._noise.heard(dbfs)

    def heard_turn(self, samples: Samples) -> None:
        """A turn of the user, 16 kHz mono; one too short to judge changes nothing."""
        if self._answers_whispers:
            whispered = is_whispered(samples)
            self._is_soft = self._is_soft if whispered is None else whispered
