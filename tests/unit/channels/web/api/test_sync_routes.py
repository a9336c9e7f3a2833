"""What the calls about the user's devices say."""

from assistant.channels.web.api.sync_routes import SyncRoutes
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.sync.model.status import SyncState, SyncStatus


async def test_a_call_says_how_it_stands() -> None:
    asked: list[object] = []

    async def do(command: ListSync | SyncNow | SyncChanged) -> None:
        asked.append(command)

    routes = SyncRoutes(token="t", do=do)
    off = await routes.now()
    assert asked == [SyncNow()]
    assert off.message.startswith("Not set up")
    routes.on_event(SyncListed(status=SyncStatus(state=SyncState.CONNECTING, address="db")))
    assert (await routes.now()).message == "Connecting…"
