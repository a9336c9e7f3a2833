"""Builds what goes to the phone while nobody is at the desk: what rings, and open questions."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from assistant.assembly.escalation import agent_steps, follow_presence, moment, quiet_times
from assistant.channels.telegram.agent_messages import AgentMessages
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.model.phone_rules import whom_to_ask
from assistant.channels.telegram.outbox import ChatOutbox, Pause
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.channels.telegram.questions.phone_step import PhoneStep
from assistant.channels.telegram.seams import ChatQuestions
from assistant.channels.telegram.timer_messages import TimerMessages
from assistant.engine.core import Core
from assistant.escalation.step import Step
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.settings import TelegramSettings
from assistant.storage.telegram import TelegramAccount


class AwayMode:
    """What goes to the phones of the user of this machine.

    Args:
        core: Where timers ring and questions are asked.
        keyboards: Puts questions into chats.
        api: The bot.
        outbox: Sends.
        accounts: Returns who is linked.
        settings: Returns those in use.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        core: Core,
        keyboards: QuestionKeyboards,
        *,
        api: BotApi,
        outbox: ChatOutbox,
        accounts: Callable[[], Sequence[TelegramAccount]],
        settings: Callable[[], TelegramSettings],
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._core = core
        self._accounts = accounts
        self._settings = settings
        self._timers = TimerMessages(
            questions=keyboards,
            api=api,
            outbox=outbox,
            listeners=self._listeners,
            is_quiet=self._is_quiet,
            dispatch=core.commands.dispatch,
            take_words=core.timer_desk.try_handle,
        )
        self._phone = PhoneStep(
            desk=core.desk,
            chats=keyboards,
            outbox=outbox,
            accounts=accounts,
            workspace_of=self._workspace_of,
            has_risen=lambda questions_id: core.escalation.has_taken(questions_id, Step.PHONE),
        )
        self._agents = AgentMessages(
            outbox=outbox,
            listeners=lambda: whom_to_ask(accounts(), self._workspace),
            steps=partial(agent_steps, core),
            moment=partial(moment, core),
            pause=pause,
        )
        self._stop_hearing: tuple[Callable[[], None], ...] = ()

    @property
    def chat_questions(self) -> ChatQuestions:
        return self._timers

    def begin(self) -> None:
        """Listen to alarms and questions from now on, including open ones."""
        listeners = (self._timers.on_event, self._phone.on_event, self._agents.on_event)
        self._stop_hearing = (
            self._core.escalation.carries(Step.PHONE),
            *map(self._core.subscribe, listeners),
            follow_presence(self._core, self._agents.look),
        )
        self._phone.begin()
        self._agents.on_event(AgentSessionsListed(board=self._core.agents.board))

    async def aclose(self) -> None:
        """Leave everything to the desk."""
        for stop in self._stop_hearing:
            stop()
        await self._phone.aclose()
        await self._agents.aclose()
        await self._timers.aclose()

    @property
    def _workspace(self) -> str:
        return self._core.conversation_factory.settings.person.workspace

    async def _workspace_of(self, conversation_id: str) -> str:
        """Whose question it is; a program's question is for the user of this machine."""
        record = await self._core.store.conversations.get(conversation_id)
        return self._workspace if record is None else record.workspace

    def _listeners(self) -> Sequence[TelegramAccount]:
        is_wished = self._settings().ring_timers
        return whom_to_ask(self._accounts(), self._workspace) if is_wished else ()

    def _is_quiet(self) -> bool:
        return quiet_times(self._core).over_at(self._core.plan.clock.now(), Step.PHONE) is not None
