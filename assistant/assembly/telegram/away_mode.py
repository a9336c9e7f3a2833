"""Builds what goes to the phone while nobody is at the desk: what rings, and open questions."""

import asyncio
from collections.abc import Callable, Sequence

from assistant.assembly.agent_alert_rules import alert_rules, follow_presence
from assistant.assembly.local_zone import local_zone
from assistant.channels.telegram.agent_messages import AgentMessages
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.model.escalation import whom_to_ask
from assistant.channels.telegram.outbox import ChatOutbox, Pause
from assistant.channels.telegram.questions.escalation import EscalationRules, QuestionEscalation
from assistant.channels.telegram.questions.keyboards import QuestionKeyboards
from assistant.channels.telegram.seams import ChatQuestions
from assistant.channels.telegram.timer_messages import TimerMessages
from assistant.engine.core import Core
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionSet
from assistant.quiet_hours import QuietHours
from assistant.settings import TelegramSettings
from assistant.storage.telegram import TelegramAccount
from assistant.timer import zone_named


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
        self._escalation = QuestionEscalation(
            desk=core.desk,
            chats=keyboards,
            accounts=accounts,
            workspace_of=self._workspace_of,
            rules=self._question_rules,
            clock=core.plan.clock,
            pause=pause,
        )
        self._agents = AgentMessages(
            outbox=outbox,
            listeners=lambda: whom_to_ask(accounts(), self._workspace),
            rules=self._agent_rules,
            clock=core.plan.clock,
            pause=pause,
        )
        self._stop_hearing: tuple[Callable[[], None], ...] = ()

    @property
    def chat_questions(self) -> ChatQuestions:
        return self._timers

    def begin(self) -> None:
        """Listen to alarms and questions from now on, including open ones."""
        listeners = (self._timers.on_event, self._escalation.on_event, self._agents.on_event)
        self._stop_hearing = (
            *map(self._core.subscribe, listeners),
            follow_presence(self._core, self._look_again),
        )
        self._escalation.begin()
        self._agents.on_event(AgentSessionsListed(board=self._core.agents.board))

    async def aclose(self) -> None:
        """Leave everything to the desk."""
        for stop in self._stop_hearing:
            stop()
        await self._escalation.aclose()
        await self._agents.aclose()
        await self._timers.aclose()

    def _look_again(self) -> None:
        """The user has gone: what waits for them may go to the phone now."""
        self._escalation.look()
        self._agents.look()

    @property
    def _workspace(self) -> str:
        return self._core.conversation_factory.settings.person.workspace

    async def _workspace_of(self, conversation_id: str) -> str:
        """Whose question it is; a program's question is for the user of this machine."""
        record = await self._core.store.conversations.get(conversation_id)
        return self._workspace if record is None else record.workspace

    def _question_rules(self, questions: QuestionSet) -> EscalationRules | None:
        """What is set of the agent that asks goes first."""
        usual_s = self._settings().escalate_after_s
        if questions.asker is None:
            return self._after(usual_s or None)
        rules = alert_rules(self._core)
        return self._after(rules.phone_after_s(questions.asker, usual_s=usual_s))

    def _agent_rules(self, asker: Asker) -> EscalationRules | None:
        return self._after(alert_rules(self._core).phone_after_s(asker))

    def _after(self, seconds: float | None) -> EscalationRules | None:
        if seconds is None:
            return None
        return EscalationRules(after_s=seconds, quiet=self._quiet_hours())

    def _listeners(self) -> Sequence[TelegramAccount]:
        is_wished = self._settings().ring_timers
        return whom_to_ask(self._accounts(), self._workspace) if is_wished else ()

    def _is_quiet(self) -> bool:
        quiet = self._quiet_hours()
        return quiet is not None and quiet.over_at(self._core.plan.clock.now()) is not None

    def _quiet_hours(self) -> QuietHours | None:
        settings = self._settings()
        if not settings.quiet_from:
            return None
        zone = zone_named(local_zone())
        return QuietHours.read(settings.quiet_from, settings.quiet_until, zone=zone)
