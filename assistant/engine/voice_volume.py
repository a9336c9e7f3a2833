"""How loud the program speaks: a setting that takes effect with the next sentence."""

import asyncio

from assistant.home import Home
from assistant.settings import save


class VoiceVolume:
    """Implements `VolumeControl`; `gain` is read by the player's thread."""

    def __init__(self, *, home: Home, percent: int) -> None:
        self._home = home
        self.percent = percent
        """Of its full loudness."""

    @property
    def gain(self) -> float:
        """Factor for speech, above 0 to 1; any thread."""
        return self.percent / 100

    async def set(self, percent: int) -> None:
        """Applies from the next sentence on, and is saved.

        Raises:
            ConfigError: If it cannot be kept.
        """
        await asyncio.to_thread(save, self._home, "voice", "volume", percent)
        self.percent = percent
