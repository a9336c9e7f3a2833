"""Linking accounts: who has the code is linked, and nobody else hears of it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest

from assistant.channels.telegram.linking import AccountLinks, random_code
from assistant.channels.telegram.model.link_codes import (
    MAX_WRONG_CODES,
    VALID_S,
    LinkRefusal,
    RefusalReason,
)
from assistant.channels.telegram.model.updates import Message
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import StoreError
from assistant.home import Home
from assistant.memory.personas import PersonaFiles
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.telegram import (
    HideLinkCode,
    ListTelegram,
    MapTelegramAccount,
    ShowLinkCode,
    TelegramListed,
    UnlinkTelegramAccount,
)
from assistant.settings import UserSettings
from assistant.storage.store import Store, open_store
from assistant.storage.telegram import TelegramAccount, TelegramRepository
from tests.helpers.clock import ManualClock

CODE = "K7MP2XQA"
ADA = 5_000_000_101
EVE = 5_000_000_102


def sent(text: str, *, by: int = ADA, kind: str = "private") -> Message:
    chat = by if kind == "private" else -100
    return Message.model_validate(
        {
            "message_id": 1,
            "from": {"id": by, "first_name": "Ada" if by == ADA else "Eve"},
            "chat": {"id": chat, "type": kind},
            "text": text,
        }
    )


class Scene:
    """The service over a real store."""

    def __init__(self, store: Store, home: Home) -> None:
        self.clock = ManualClock()
        self.told: list[EngineEvent] = []
        self.greeted: list[TelegramAccount] = []
        self.has_greeted = asyncio.Event()
        self.n_changes = 0
        self.paused: list[float] = []
        self.over = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.commands = CommandDispatcher()
        self.home = home
        self.links = AccountLinks(
            repository=store.telegram,
            personas=PersonaFiles(home=home),
            in_use=lambda: UserSettings(user="me", workspace="default", agent="default"),
            clock=self.clock,
            emit=self.told.append,
            changed=self._changed,
            spawn=self._hold,
            pause=self._pause,
            new_code=lambda: CODE,
        )
        self.links.register_commands(self.commands)

    async def _changed(self) -> None:
        self.n_changes += 1

    def _hold(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self.tasks.append(task)
        return task

    async def _pause(self, seconds: float) -> None:
        self.paused.append(seconds)
        await self.over.wait()

    async def greet(self, account: TelegramAccount) -> None:
        self.greeted.append(account)
        self.has_greeted.set()

    async def refusal(self, text: str, *, by: int = ADA) -> RefusalReason:
        """Return why a message links nobody."""
        outcome = await self.links.try_link(sent(text, by=by))
        assert isinstance(outcome, LinkRefusal)
        return outcome.reason

    async def do(self, command: Command) -> TelegramListed:
        await self.commands.dispatch(command)
        return self.listed

    @property
    def listed(self) -> TelegramListed:
        event = self.told[-1]
        assert isinstance(event, TelegramListed)
        return event


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    opened = await open_store(home.database, now=ManualClock().now())
    made = Scene(opened.store, home)
    yield made
    for task in made.tasks:
        task.cancel()
    await asyncio.gather(*made.tasks, return_exceptions=True)
    await opened.store.aclose()


async def test_a_code_is_good_still_if_the_account_could_not_be_stored(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.do(ShowLinkCode())

    async def full(_repository: TelegramRepository, _account: TelegramAccount) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(TelegramRepository, "link", full)
        with pytest.raises(StoreError):
            await scene.links.try_link(sent(f"/start {CODE}"))
    again = await scene.links.try_link(sent(f"/start {CODE}"))
    assert isinstance(again, TelegramAccount), "it came again"
    assert not scene.links.is_open


async def test_without_a_code_nobody_is_linked(scene: Scene) -> None:
    assert not scene.links.is_open
    assert await scene.refusal(f"/start {CODE}") is RefusalReason.OVER
    assert await scene.refusal(CODE) is RefusalReason.NO_CODE, "it may be any word"
    assert (await scene.do(ListTelegram())).accounts == ()


@pytest.mark.requirement("TG-01", "TG-15")
async def test_whoever_has_the_code_is_linked_once_and_greeted(scene: Scene) -> None:
    await scene.links.bot_reached("parley_bot", scene.greet)
    listed = await scene.do(ShowLinkCode())
    assert listed.link is not None
    assert listed.link.code == CODE
    assert listed.link.address == f"https://t.me/parley_bot?start={CODE}"
    account = await scene.links.try_link(sent(f"/start {CODE}"))
    assert isinstance(account, TelegramAccount)
    assert (account.user_id, account.workspace, account.agent) == (ADA, "default", "default")
    assert scene.greeted == [account]
    assert scene.listed.link is None
    assert [entry.name for entry in scene.listed.accounts] == ["Ada"]
    assert await scene.refusal(f"/start {CODE}", by=EVE) is RefusalReason.OVER, "good once"


@pytest.mark.requirement("TG-07", "TG-15")
async def test_who_finds_the_code_gone_finds_the_account_it_linked(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.links.bot_reached("parley_bot", scene.greet)
    await scene.do(ShowLinkCode())
    read = TelegramRepository.accounts
    read_one, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(repository: TelegramRepository) -> tuple[TelegramAccount, ...]:
        accounts = await read(repository)
        read_one.set()
        await go_on.wait()
        return accounts

    monkeypatch.setattr(TelegramRepository, "accounts", slowly)
    async with asyncio.TaskGroup() as group:
        group.create_task(scene.commands.dispatch(ListTelegram()))
        await read_one.wait()
        linking = group.create_task(scene.links.try_link(sent(CODE)))
        await scene.has_greeted.wait()
        go_on.set()
    assert isinstance(linking.result(), TelegramAccount)
    stale, newest = (one for one in scene.told[-2:] if isinstance(one, TelegramListed))
    assert (stale.link is None, len(stale.accounts)) == (False, 0)
    assert (newest.link is None, len(newest.accounts)) == (True, 1)


async def test_who_has_no_code_is_linked_neither_alone_nor_in_a_group(scene: Scene) -> None:
    await scene.links.bot_reached("parley_bot", scene.greet)
    await scene.do(ShowLinkCode())
    assert await scene.refusal("hello", by=EVE) is RefusalReason.NO_CODE
    for text in ("/link K7MP2XQ", "/start K7MP2XQ0", "/lnik K7MP2XQ0", "/link"):
        expected = RefusalReason.NO_CODE if text == "/link" else RefusalReason.NO_SUCH_CODE
        assert await scene.refusal(text, by=EVE) is expected
    assert not scene.greeted
    assert scene.links.is_open, "words that are no code cost no try"


async def test_five_wrong_codes_end_it(scene: Scene) -> None:
    await scene.do(ShowLinkCode())
    for number in range(MAX_WRONG_CODES):
        assert scene.links.is_open
        refusal = await scene.links.try_link(sent(f"/start K7MP2XQ{2 + number}", by=EVE))
        left = MAX_WRONG_CODES - 1 - number
        reason = RefusalReason.WRONG if left else RefusalReason.USED_UP
        assert refusal == LinkRefusal(reason=reason, tries_left=left)
    assert not scene.links.is_open
    assert "wrong codes" in scene.listed.problem
    assert await scene.refusal(f"/start {CODE}") is RefusalReason.OVER


async def test_a_code_is_good_for_ten_minutes(scene: Scene) -> None:
    await scene.do(ShowLinkCode())
    scene.clock.advance(VALID_S)
    assert not scene.links.is_open
    assert await scene.refusal(f"/start {CODE}") is RefusalReason.OVER
    scene.over.set()
    await asyncio.gather(*scene.tasks)
    assert scene.paused == [VALID_S]
    assert scene.listed.link is None


async def test_a_code_can_be_taken_back(scene: Scene) -> None:
    await scene.do(ShowLinkCode())
    assert (await scene.do(HideLinkCode())).link is None
    assert await scene.refusal(f"/start {CODE}") is RefusalReason.OVER


async def test_a_bot_that_is_reached_is_not_begun_again_for_a_code(scene: Scene) -> None:
    await scene.links.bot_reached("parley_bot", scene.greet)
    await scene.do(ShowLinkCode())
    await scene.do(HideLinkCode())
    assert scene.n_changes == 0


async def test_the_address_is_told_once_the_bot_is_reached(scene: Scene) -> None:
    listed = await scene.do(ShowLinkCode())
    assert listed.link is not None
    assert listed.link.address == ""
    await scene.links.bot_reached("parley_bot", scene.greet)
    assert scene.listed.link is not None
    assert scene.listed.link.address.startswith("https://t.me/parley_bot")
    await scene.links.bot_left()
    assert (await scene.do(ListTelegram())).bot_name == ""


@pytest.mark.requirement("TG-01")
async def test_an_account_is_mapped_and_unlinked(scene: Scene) -> None:
    await scene.do(ShowLinkCode())
    await scene.links.try_link(sent(CODE))
    refused = await scene.do(MapTelegramAccount(user_id=ADA, workspace="none", agent="default"))
    assert "none" in refused.problem
    PersonaFiles(home=scene.home).create_workspace("work")
    listed = await scene.do(MapTelegramAccount(user_id=ADA, workspace="Work", agent="default"))
    assert listed.problem == ""
    assert [entry.workspace for entry in listed.accounts] == ["work"]
    assert (await scene.do(UnlinkTelegramAccount(user_id=ADA))).accounts == ()


def test_no_two_codes_are_alike() -> None:
    assert len({random_code() for _code in range(100)}) == 100
