"""Links accounts by codes that the window shows, and unlinks them. Engine loop only."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from assistant.background_tasks import Spawn
from assistant.channels.telegram.model.link_codes import (
    LENGTH,
    VALID_S,
    LinkCode,
    LinkRefusal,
    RefusalReason,
    code_from,
    deep_link,
    refusal_of,
    sent_code,
)
from assistant.channels.telegram.model.updates import Message
from assistant.channels.telegram.seams import Greet
from assistant.clock import Clock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.locale import _
from assistant.memory.personas import PersonaFiles, Personas, find_persona
from assistant.protocol.client import Listener
from assistant.protocol.telegram import (
    HideLinkCode,
    ListTelegram,
    MapTelegramAccount,
    ShowLinkCode,
    TelegramAccountEntry,
    TelegramLink,
    TelegramListed,
    TelegramState,
    UnlinkTelegramAccount,
)
from assistant.settings import UserSettings
from assistant.storage.telegram import TelegramAccount, TelegramRepository

Pause = Callable[[float], Awaitable[None]]


def random_code() -> str:
    """Return a code that nobody can guess."""
    return code_from([secrets.randbelow(2**32) for _place in range(LENGTH)])


class AccountLinks:
    """Links accounts; there whether or not the bot is reached.

    Args:
        repository: Keeps the accounts.
        personas: The workspaces and agents there are.
        in_use: Returns those that new accounts talk with.
        clock: Tells until when a code is good.
        emit: Takes `TelegramListed`.
        changed: Called when the bot is needed and not reached, and when an account is another.
        spawn: Runs a task that ends with the program.
        pause: Waits so many seconds.
        new_code: Makes a code.
    """

    def __init__(
        self,
        *,
        repository: TelegramRepository,
        personas: PersonaFiles,
        in_use: Callable[[], UserSettings],
        clock: Clock,
        emit: Listener,
        changed: Callable[[], Awaitable[None]],
        spawn: Spawn,
        pause: Pause = asyncio.sleep,
        new_code: Callable[[], str] = random_code,
    ) -> None:
        self._repository = repository
        self._personas = personas
        self._in_use = in_use
        self._clock = clock
        self._emit = emit
        self._changed = changed
        self._spawn: Final = spawn
        self._pause = pause
        self._new_code = new_code
        self._code: LinkCode | None = None
        self._telling = asyncio.Lock()
        """Of two listings the newer is told last."""
        self._state = TelegramState.OFF
        self._since: datetime | None = None
        self._bot_name = ""
        self._greet: Greet | None = None

    @property
    def is_open(self) -> bool:
        """Whether a code is shown that links somebody."""
        return self._code is not None and self._code.is_good(self._clock.monotonic())

    def register_commands(self, commands: CommandDispatcher) -> None:
        """Register the handlers."""
        commands.register(ListTelegram, self._list)
        commands.register(ShowLinkCode, self._show)
        commands.register(HideLinkCode, self._hide)
        commands.register(MapTelegramAccount, self._map)
        commands.register(UnlinkTelegramAccount, self._unlink)

    async def bot_stands(self, state: TelegramState) -> None:
        """The bot stands so from now on."""
        if state is not self._state:
            self._state, self._since = state, self._clock.now()
            await self._notify()

    async def bot_reached(self, bot_name: str, greet: Greet) -> None:
        """The bot answers by this name; `greet` writes to an account that was linked."""
        self._bot_name, self._greet = bot_name, greet
        await self._notify()

    async def bot_left(self) -> None:
        """The bot is not used any more."""
        self._bot_name, self._greet = "", None

    async def try_link(self, message: Message) -> TelegramAccount | LinkRefusal:
        """Link the sender of a private message who is not linked, if it has the code.

        Returns:
            The account, stored, whose greeting is on its way; else why not, and nothing is sent.
        """
        code = self._code if self.is_open else None
        sender = message.sender
        if sender is None or code is None or not code.matches(sent_code(message)):
            refusal = refusal_of(message, code)
            if refusal.reason in {RefusalReason.WRONG, RefusalReason.USED_UP}:
                self._code = None if code is None else code.tried()
                if not self.is_open:
                    await self._close(_("Too many wrong codes were sent. Show a new one."))
            return refusal
        person = self._in_use()
        account = TelegramAccount(
            user_id=sender.id,
            chat_id=message.chat.id,
            name=sender.name,
            workspace=person.workspace,
            agent=person.agent,
            conversation_id=None,
            linked_at=self._clock.now(),
        )
        await self._repository.link(account)  # if that fails, the message comes again
        if self._code is code:
            self._code = None
        if self._greet is not None:
            await self._greet(account)
        await self._notify()
        return account

    async def _list(self, _command: ListTelegram) -> None:
        await self._notify()

    async def _show(self, _command: ShowLinkCode) -> None:
        code = self._code = LinkCode(code=self._new_code(), made_at=self._clock.monotonic())
        self._spawn(self._expire(code), "link-code")
        if not self._bot_name:
            await self._changed()
        await self._notify()

    async def _hide(self, _command: HideLinkCode) -> None:
        await self._close()

    async def _map(self, command: MapTelegramAccount) -> None:
        found = find_persona(
            await asyncio.to_thread(self._find),
            workspace=command.workspace,
            agent=command.agent,
        )
        if found is None:
            problem = _("There is no persona {agent} or no workspace {workspace}.")
            await self._notify(problem.format(agent=command.agent, workspace=command.workspace))
            return
        await self._repository.map_account(command.user_id, workspace=found[0], agent=found[1])
        await self._changed()
        await self._notify()

    async def _unlink(self, command: UnlinkTelegramAccount) -> None:
        await self._repository.unlink(command.user_id)
        await self._changed()
        await self._notify()

    async def _expire(self, code: LinkCode) -> None:
        await self._pause(VALID_S)
        if self._code is not None and self._code.code == code.code:
            await self._close()

    async def _close(self, problem: str = "") -> None:
        self._code = None
        await self._notify(problem)

    def _find(self) -> Personas:
        person = self._in_use()
        return self._personas.find(workspace=person.workspace, agent=person.agent)

    async def _notify(self, problem: str = "") -> None:
        async with self._telling:
            link = self._link()  # before the accounts: who finds the code gone finds who sent it
            accounts = await self._repository.accounts()
            found = await asyncio.to_thread(self._find)
            self._emit(
                TelegramListed(
                    accounts=tuple(
                        TelegramAccountEntry(
                            user_id=account.user_id,
                            name=account.name,
                            workspace=account.workspace,
                            agent=account.agent,
                        )
                        for account in accounts
                    ),
                    link=link,
                    state=self._state,
                    since=self._since,
                    bot_name=self._bot_name,
                    workspaces=found.workspaces,
                    agents=tuple(agent.name for agent in found.agents),
                    problem=problem,
                )
            )

    def _link(self) -> TelegramLink | None:
        code = self._code
        if code is None or not self.is_open:
            return None
        left_s = VALID_S - (self._clock.monotonic() - code.made_at)
        return TelegramLink(
            code=code.code,
            address=deep_link(self._bot_name, code.code) if self._bot_name else "",
            expires_at=self._clock.now() + timedelta(seconds=left_s),
        )
