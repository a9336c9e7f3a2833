"""`parley dictate`: for the shortcuts that desktops let one set."""

from assistant.channels.desktop.single_instance.window_socket import (
    WindowRequest,
    require_running,
)
from assistant.cli.options import HomeOption
from assistant.home import Home


def command(home: HomeOption = None) -> None:
    """Have the Parley that runs type what you say; again, to end that."""
    require_running(Home.locate(root=home), WindowRequest.DICTATE)
