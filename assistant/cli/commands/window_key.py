"""`parley toggle`, `talk` and `dictate`: for the shortcuts that desktops let one set."""

import typer

from assistant.channels.desktop.single_instance.window_socket import (
    WindowRequest,
    require_running,
)
from assistant.cli.options import HomeOption
from assistant.home import Home


def command(context: typer.Context, home: HomeOption = None) -> None:
    require_running(Home.locate(root=home), WindowRequest(context.info_name))
