"""A desktop's portal that takes pictures of the screen, played as GNOME 48's was seen to answer."""

from typing import Any

from typing_extensions import override

from assistant.channels.desktop.app.portal_screenshot import SCREENSHOT
from tests.helpers.desktop.portal_program import PortalProgram


class FakeScreenshotPortal(PortalProgram):
    """Implements what programs ask of the portal for pictures.

    Args:
        address: Of the bus.
        code: Of the answer: 0 for a picture, 1 if the user wants none.
        uri: Of the picture.
    """

    def __init__(self, address: str, *, code: int = 0, uri: str = "") -> None:
        super().__init__(address, SCREENSHOT)
        self._code = code
        self._uri = uri

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        match member, body:
            case "Screenshot", (str(), {"interactive": ("b", True)} as options):
                results = {"uri": ("s", self._uri)} if self._code == 0 else {}
                return self.answer(options, self._code, results, sender)
            case _:
                return None
