"""A program that plays music, played."""

from typing import Any

from typing_extensions import override

from tests.helpers.desktop.session_bus import BusProgram


class FakeMediaPlayer(BusProgram):
    """Implements what others may do with a player (MPRIS).

    Args:
        address: Of the bus.
        name: Of the player.
        status: `Playing`, `Paused` or `Stopped`.
        can_pause: Whether it says that it can pause.
    """

    def __init__(
        self, address: str, name: str, *, status: str = "Playing", can_pause: bool = True
    ) -> None:
        super().__init__(
            address,
            name=f"org.mpris.MediaPlayer2.{name}",
            path="/org/mpris/MediaPlayer2",
            interface="org.mpris.MediaPlayer2.Player",
        )
        self.status = status
        self._can_pause = can_pause
        self.done: list[str] = []
        """What it was told to do."""

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        match member, body:
            case "Get", (_interface, "PlaybackStatus"):
                return "v", (("s", self.status),)
            case "Get", (_interface, "CanPause"):
                return "v", (("b", self._can_pause),)
            case (("Pause" | "Play"), ()):
                self.done.append(member)
                self.status = "Paused" if member == "Pause" else "Playing"
                return "", ()
            case _:
                return None
