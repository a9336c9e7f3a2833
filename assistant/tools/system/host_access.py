"""What the tools that reach out need of the machine, and what a surface has of it."""

from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from assistant.errors import ToolError
from assistant.tools.system.model.addresses import OpenableAddress

What = Literal["screen", "window"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardContent:
    """What is on the clipboard."""

    text: str | None
    """None if it holds no text."""
    kinds: tuple[str, ...] = ()
    """MIME types of what it holds."""


class Clipboard(Protocol):
    """The user's clipboard, text alone."""

    @property
    def unavailable(self) -> str | None:
        """Why it cannot be used, for the model; None if it can."""
        ...

    async def read(self) -> ClipboardContent:
        """Raises ToolError if it cannot be read."""
        ...

    async def write(self, text: str) -> None:
        """Raises ToolError if it cannot be written."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Screenshot:
    """A picture of the screen or of a window."""

    png: bytes
    width: int
    """Pixels, as the picture has them."""
    height: int


class ScreenCapture(Protocol):
    """What is to be seen on the user's screen."""

    @property
    def unavailable(self) -> str | None:
        """Why no picture can be taken, for the model; None if it can."""
        ...

    async def take(self, what: What) -> Screenshot:
        """Capture the screen that Parley is on, or Parley's window.

        Raises:
            ToolError: If none can be taken.
        """
        ...


class NoScreenCapture:
    """Implements `ScreenCapture` where there is no window.

    Args:
        reason: Why, for the model.
    """

    def __init__(self, reason: str) -> None:
        self.unavailable: str | None = reason
        self._reason: Final = reason

    async def take(self, what: What) -> Screenshot:
        """Always raises."""
        raise ToolError(self._reason)


FETCH_S: Final = 10.0
"""How long fetching a page may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """What a server sent."""

    address: str
    """Where it was in the end."""
    content_type: str
    """The header; empty if there was none."""
    body: bytes
    is_cut: bool
    """Whether there was more than is read."""


class PageFetcher(Protocol):
    """Fetches pages."""

    async def fetch(self, address: OpenableAddress) -> FetchedPage:
        """Raises ToolError if the page cannot be fetched, or must not be."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAccess:
    """What a surface has of the machine."""

    clipboard: Clipboard | None = None
    """None uses the programs that the machine has for it."""
    screen: ScreenCapture = field(
        default_factory=lambda: NoScreenCapture(
            "Pictures are taken only where Parley has a window."
        )
    )
