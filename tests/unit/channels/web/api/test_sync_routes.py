"""What the calls about the user's devices say."""

import pytest

from assistant.channels.web.api.sync_routes import SyncRoutes
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.sync.model.status import SyncState, SyncStatus


async def test_a_call_says_how_it_stands() -> None:
    asked: list[object] = []

    async def do(command: ListSync | SyncNow | SyncChanged) -> None:
        asked.append(command)

    routes = SyncRoutes(token="t", do=do)
    assert (await routes.state()).message.startswith("Not set up")
    routes.on_event(SyncListed(status=SyncStatus(state=SyncState.CONNECTING, address="db")))
    assert (await routes.now()).message == "Connecting…"
    assert asked == [ListSync(), SyncNow()]


@pytest.mark.parametrize("address", ["", "db"])
async def test_it_is_no_success_to_synchronise_where_that_is_off(address: str) -> None:
    async def do(_command: ListSync | SyncNow | SyncChanged) -> None:
        pass

    routes = SyncRoutes(token="t", do=do)
    routes.on_event(SyncListed(status=SyncStatus(address=address)))
    with pytest.raises(ApiProblem) as refused:
        await routes.now()
    assert (refused.value.status, refused.value.code) == (409, "switched_off")
    assert refused.value.message == (await routes.apply()).message
