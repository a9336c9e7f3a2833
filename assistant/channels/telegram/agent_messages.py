"""Tells the phone of coding agents that still wait, or are done. Engine loop only."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

from assistant.background_tasks import BackgroundTasks, pause_until
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.agent_message import agent_message, news_for_chat
from assistant.channels.telegram.model.formatted_text import FormattedText
from assistant.channels.telegram.outbox import Pause
from assistant.coding_agents.model.attention import AgentNews
from assistant.coding_agents.model.session_board import AgentSession
from assistant.escalation.ladder import Moment, OpenQuestion, rising
from assistant.escalation.step import Step
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.events import EngineEvent
from assistant.questions.model.asker import Asker
from assistant.storage.telegram import TelegramAccount

_log = logging.getLogger(__name__)

_LOOK_S: Final = 60.0
"""Longest sleep: the settings may change, and the machine may sleep."""

_State = tuple[AgentNews, datetime]
"""What a session has come to, and since when."""


class EditedMessages(Protocol):
    """What sends; `ChatOutbox` is one."""

    async def send(self, chat_id: int, text: FormattedText) -> int:
        """Send a message; returns its id. Raises TelegramError if it will never be taken."""
        ...

    async def edit(self, chat_id: int, message_id: int, text: FormattedText) -> bool:
        """Change a message; returns whether it is there still. Raises as `send`."""
        ...


class AgentMessages:
    """Watches how sessions stand.

    Args:
        outbox: Sends.
        listeners: Returns the accounts of the user of this machine.
        steps: Returns the steps of who waits or is done, each with its seconds.
        moment: Returns what goes on, given the steps that are asked about.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        outbox: EditedMessages,
        listeners: Callable[[], Sequence[TelegramAccount]],
        steps: Callable[[Asker], Mapping[Step, float]],
        moment: Callable[[frozenset[Step]], Moment],
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._outbox = outbox
        self._listeners = listeners
        self._steps = steps
        self._moment = moment
        self._pause = pause
        self._changed = asyncio.Event()
        self._tasks = BackgroundTasks(owner="agent messages")
        self._watched: dict[str, tuple[_State, asyncio.Event]] = {}
        """What is told of each session, by its title, and what says that it is over."""

    async def aclose(self) -> None:
        """Tell nothing any more."""
        await self._tasks.cancel_all()

    def look(self) -> None:
        """The rules have changed: see at once what is due."""
        self._changed.set()
        self._changed = asyncio.Event()

    def on_event(self, event: EngineEvent) -> None:
        """Hear how sessions stand."""
        if not isinstance(event, AgentSessionsListed):
            return
        told = {
            one.asker.title: (one, (news, one.since))
            for one in event.board.sessions
            if (news := news_for_chat(one)) is not None
        }
        for title, (state, over) in tuple(self._watched.items()):
            if title not in told or told[title][1] != state:
                over.set()
                del self._watched[title]
        for title, (session, state) in told.items():
            if title not in self._watched:
                over = asyncio.Event()
                self._watched[title] = (state, over)
                self._tasks.spawn(self._tell(session, state[0], over), f"watch {title}")

    async def _tell(self, session: AgentSession, news: AgentNews, over: asyncio.Event) -> None:
        """Wait until a session is due, tell of it, and take it back once it is over."""
        while steps := self._steps(session.asker):
            waits = OpenQuestion(
                id=session.asker.title,
                asked_at=session.since,
                alone_since=session.since,
                after_s=steps,
                is_programs=True,
            )
            moment = self._moment(frozenset({Step.PHONE}))
            found = rising([waits], moment)
            if found.steps:
                break
            left_s = _LOOK_S
            if found.look_at is not None:
                left_s = min(left_s, (found.look_at - moment.now).total_seconds())
            await pause_until(self._changed, self._pause(left_s))
            if over.is_set():
                return
        else:
            return
        for account in self._listeners():
            self._tasks.spawn(
                self._show(account.chat_id, session, news, over), f"tell of {session.asker.title}"
            )

    async def _show(
        self, chat_id: int, session: AgentSession, news: AgentNews, over: asyncio.Event
    ) -> None:
        try:
            message_id = await self._outbox.send(chat_id, agent_message(session, news))
            await over.wait()
            text = agent_message(session, news, is_over=True)
            await self._outbox.edit(chat_id, message_id, text)
        except TelegramError as error:
            _log.info("A chat was not told of an agent: %s", type(error).__name__)
