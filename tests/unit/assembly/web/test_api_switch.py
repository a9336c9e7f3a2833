"""When the API opens, and what is there while it is not."""

import asyncio
import socket
import subprocess
import sys

import httpx2
import pytest

from assistant.assembly.web.api_switch import ApiSwitch
from assistant.channels.web.client.address_file import published_address, read_address
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.protocol.notices import Notice
from assistant.protocol.settings import ApiChanged
from assistant.protocol.turns import TextDelta, TurnStarted
from assistant.settings import save
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.patience import PATIENCE_S


async def until_announced(home: Home) -> httpx2.AsyncClient:
    """Wait until the API is there; returns a client that knows the token."""
    async with asyncio.timeout(PATIENCE_S):
        while (address := read_address(home.api_file)) is None:
            await asyncio.to_thread(home.root.stat)
    headers = {"Authorization": f"Bearer {address.token}"}
    return httpx2.AsyncClient(base_url=address.url, headers=headers, trust_env=False)


def switch(running: RunningCore, loading: LoadQueue | None = None) -> ApiSwitch:
    api = ApiSwitch(core=running.core, loading=loading or LoadQueue())
    api.register_commands(running.core.commands)
    return api


async def test_it_opens_and_closes(home: Home) -> None:
    async with opened(home) as running:
        api = switch(running)
        api.begin()
        api.begin()
        async with await until_announced(home) as program:
            session_id = running.core.conversations.current.conversation_id
            assert (await program.get(f"/api/task/session/{session_id}")).status_code == 200
            port = program.base_url.port
        await api.aclose()
        assert port is not None
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)
        assert not home.api_file.exists()


async def test_it_waits_until_a_reply_has_begun(home: Home) -> None:
    loading = LoadQueue()
    async with opened(home) as running:
        api = switch(running, loading)
        loading.on_event(TurnStarted(turn_id="t1", text="Hi", spoken=False))
        api.begin()
        await running.settle()
        assert read_address(home.api_file) is None
        loading.on_event(TextDelta(turn_id="t1", text="Hello"))
        await (await until_announced(home)).aclose()
        await api.aclose()


@pytest.mark.requirement("G-13")
async def test_it_stays_closed_if_the_person_wants_that(home: Home) -> None:
    save(home, "api", "enabled", False)
    async with opened(home) as running:
        api = switch(running)
        api.begin()
        await api.aclose()
        assert not home.api_file.exists()


async def test_it_is_not_opened_once_it_is_closed(home: Home) -> None:
    async with opened(home) as running:
        api = switch(running)
        await api.aclose()
        api.begin()
        await running.settle()
        assert not home.api_file.exists()


async def test_it_may_be_closed_while_it_is_being_opened(home: Home) -> None:
    async with opened(home) as running:
        api = switch(running)
        api.begin()
        async with asyncio.timeout(PATIENCE_S):
            await api.aclose()
        assert not home.api_file.exists()


@pytest.mark.requirement("G-13")
async def test_a_port_that_is_taken_is_told_and_the_rest_goes_on(home: Home) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        save(home, "api", "port", other.getsockname()[1])
        async with opened(home) as running:
            api = switch(running)
            api.begin()
            notice = await running.until_notice("api_unavailable")
            assert "api.port" in notice.hint
            await api.aclose()


async def test_another_port_is_taken_at_once_and_the_notice_goes(home: Home) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        save(home, "api", "port", other.getsockname()[1])
        async with opened(home) as running:
            api = switch(running)
            api.begin()
            await running.until_notice("api_unavailable")
            save(home, "api", "port", 0)
            await running.core.commands.dispatch(ApiChanged())
            async with await until_announced(home) as program:
                assert (await program.get("/api/task/session")).status_code == 200
            told = [each for each in running.of(Notice) if each.code == "api_unavailable"]
            assert told[-1].resolved
            await api.aclose()


async def test_it_closes_at_once_when_it_is_switched_off_and_opens_again(home: Home) -> None:
    async with opened(home) as running:
        api = switch(running)
        changed = running.core.commands.dispatch
        save(home, "api", "enabled", False)
        await changed(ApiChanged())  # before its turn has come
        api.begin()
        save(home, "api", "enabled", True)
        await changed(ApiChanged())
        async with await until_announced(home) as program:
            port = program.base_url.port
        save(home, "api", "enabled", False)
        await changed(ApiChanged())
        assert port is not None
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)
        assert not home.api_file.exists()
        await api.aclose()
        save(home, "api", "enabled", True)
        await changed(ApiChanged())
        assert not home.api_file.exists()


@pytest.mark.requirement("G-13")
async def test_the_token_of_the_settings_is_taken(home: Home) -> None:
    save(home, "api", "token", "of-my-own-choosing-1234")
    async with opened(home) as running:
        api = switch(running)
        api.begin()
        async with await until_announced(home) as program:
            assert program.headers["authorization"] == "Bearer of-my-own-choosing-1234"
        await api.aclose()


def test_what_speaks_http_is_not_imported_before_it_is_opened() -> None:
    code = "import sys, assistant.assembly.web.api_switch; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert not {"fastapi", "uvicorn", "starlette"} & set(ran.stdout.split())


def test_a_file_that_is_damaged_is_no_address(home: Home) -> None:
    home.api_file.parent.mkdir(parents=True)
    for text in ("", "{}", "[]", '{"url": "http://evil.example", "token": "' + "x" * 30 + '"}'):
        home.api_file.write_text(text, encoding="utf-8")
        assert read_address(home.api_file) is None


def test_the_address_of_another_process_is_left(home: Home) -> None:
    with published_address(home.api_file, url="http://127.0.0.1:1", token="x" * 43):
        home.api_file.write_text(
            '{"url": "http://127.0.0.1:2", "token": "' + "y" * 43 + '", "pid": 1}', encoding="utf-8"
        )
    assert home.api_file.exists()
