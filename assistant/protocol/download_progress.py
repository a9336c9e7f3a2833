"""How far a download in the background is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadProgress:
    """How far a download is."""

    name: str
    """What is fetched, as shown."""
    done_bytes: int = 0
    total_bytes: int | None = None
    is_finished: bool = False
    is_cancelled: bool = False
    """Given up before it was finished."""
    error: str = ""
    """In the user's language; empty if there is none."""

    @property
    def percent(self) -> int | None:
        """0 to 100; None while the size is unknown."""
        if not self.total_bytes:
            return None
        return min(100, self.done_bytes * 100 // self.total_bytes)
