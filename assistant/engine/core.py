"""What every surface has: home, store, model, tools, questions, the conversation."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.conversation_factory import ConversationFactory
from assistant.engine.history.conversation_library import ConversationLibrary
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.mcp.servers import McpServers
from assistant.engine.memory.memory_service import MemoryService
from assistant.engine.models.model_clients import ModelClients, ModelSwitch
from assistant.engine.models.model_selection import model_notices, resolve_model
from assistant.engine.personas import PersonaCommands
from assistant.engine.questions.answer_changes import AnswerChanges
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.engine.timers.timer_commands import TimerCommands
from assistant.engine.timers.timer_service import TimerService
from assistant.engine.tool_settings import ToolSettingsService
from assistant.errors import AssistantError, StoreError
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.model_choice.choice import LocalServerOffer
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.conversation import NewConversation, Say, Stop, UserTyping
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import AnswerQuestion, QuestionAsked, QuestionClosed, SaveDraft
from assistant.protocol.settings import MemoryChanged, ModelChanged
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.model.question import (
    Answered,
    CancelReason,
    Channel,
    Draft,
    Origin,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
)
from assistant.settings import UserSettings, load, save
from assistant.storage.store import Store
from assistant.tools.memory.remember import RememberTool
from assistant.tools.registry import ToolRegistry

logger = logging.getLogger(__name__)


_USE_SERVER = "use_local_server"
_OFFERED = "offered:"
"""Prefix of the state that notes which local servers the user was asked about."""


@dataclass(slots=True, kw_only=True)
class Core:
    """The parts, once they stand. Engine loop only."""

    plan: LaunchOptions
    store: Store
    keys: KeyStore
    registry: ToolRegistry
    desk: QuestionDesk
    opener: ConversationFactory
    conversations: CurrentConversation
    answers: AnswerDelivery
    changes: AnswerChanges
    memories: MemoryService
    remembering: RememberTool
    """Offered to the model while the settings let it keep facts by itself."""
    library: ConversationLibrary
    timers: TimerService
    timer_desk: TimerCommands
    personas: PersonaCommands
    tools: ToolSettingsService
    servers: McpServers
    models: ModelClients
    model_switch: ModelSwitch
    notices: list[Notice]
    """What the user should know from the start."""
    offer: LocalServerOffer | None = None
    """A local model server that may be used once the user accepts it."""
    commands: CommandDispatcher = field(default_factory=CommandDispatcher)
    _listeners: list[Listener] = field(default_factory=list[Listener])
    _taking_up: asyncio.Task[None] | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @property
    def client(self) -> ModelClient:
        """The model that new conversations are held with."""
        return self.models.client

    async def use_persona(self, person: UserSettings) -> None:
        """Begin a new conversation with this workspace and agent; later ones are held so too.

        Raises:
            StoreError: If it cannot be created; everything stays as it is.
        """
        before = self.opener.settings
        self.opener.settings = before.model_copy(update={"person": person})
        try:
            await self.conversations.open(None)
        except StoreError:
            self.opener.settings = before
            raise
        self.answers.announce()

    async def change_model(self) -> None:
        """Take up changed settings: new conversations are held with the model they name.

        The conversation under way keeps its model, unless nothing was said in it yet.
        """
        loaded = await asyncio.to_thread(load, self.plan.home)
        resolved = await resolve_model(self.plan, loaded.settings, self.keys)
        # Workspace and agent are changed by a command of their own.
        person = self.opener.settings.person
        settings = loaded.settings.model_copy(update={"person": person})
        self.models.take(resolved.client, settings.llm)
        self.opener.settings = settings
        for notice in model_notices(resolved):
            self.emit(notice)
        if self.conversations.current.is_empty:
            await self.conversations.open(None)
            self.answers.announce()
        else:
            self.emit(
                Notice(
                    code="model_changed",
                    text=_("New conversations will be held with {model}.").format(
                        model=resolved.client.profile.model
                    ),
                    severity=Severity.INFO,
                )
            )
        self.hold(self.client.warm_up(), "warm-up")

    def offer_remembering(self) -> None:
        """Let new conversations keep facts by themselves, or not, as the settings say."""
        if not self.opener.settings.memory.automatic:
            self.registry.remove(self.remembering.name)
        elif self.registry.find(self.remembering.name) is None:
            self.registry.add(self.remembering)

    def announce(self) -> None:
        """Tell the listeners how things stand: conversation, history, notices, open questions."""
        self.answers.announce()
        for notice in self.notices:
            self.emit(notice)
        self._taking_up = self.hold(self._begin(), "take-up")
        self.memories.begin()
        self.library.begin()
        self.timers.begin()
        if self.offer is not None:
            self.hold(self._offer_server(self.offer), "offer-local-server")

    async def taken_up(self) -> None:
        """Wait until everything is put again, after `announce`, that the last end left open."""
        if self._taking_up is not None:
            await asyncio.wait([self._taking_up])

    def here(self) -> Origin:
        """Return where the program asks: in the conversation that is held."""
        return Origin(
            channel=self.plan.channel,
            conversation_id=self.conversations.current.conversation_id,
        )

    def hold(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run `work` as a task that is held, named and ended with the core."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._let_go)
        return task

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event; engine loop only. Returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)

    def register_commands(self) -> None:
        """Register the handlers of every command that needs no voice."""
        commands = self.commands
        commands.register(UserTyping, self._have_ready)
        commands.register(Say, self._say)
        commands.register(Stop, self._stop)
        commands.register(NewConversation, self._begin_anew)
        commands.register(ModelChanged, self._change_model)
        commands.register(MemoryChanged, self._change_memory)
        commands.register(AnswerQuestion, self._respond)
        commands.register(SaveDraft, self._save_draft)
        self.changes.register_commands(commands)
        self.memories.register_commands(commands)
        self.library.register_commands(commands)
        self.timer_desk.register_commands(commands)
        self.personas.register_commands(commands)
        self.tools.register_commands(commands)
        self.servers.register_commands(commands)
        self.model_switch.register_commands(commands)

    async def aclose(self) -> None:
        """End the tasks this core holds."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def question_asked(self, questions: QuestionSet, origin: Origin) -> None:
        """Tell of an open question, through its conversation if a turn of that waits for it."""
        pending = next((p for p in self.desk.pending() if p.id == questions.id), None)
        event = QuestionAsked(
            questions=questions,
            origin=origin,
            draft=Draft() if pending is None else pending.draft,
            asked_at=None if pending is None else pending.asked_at,
        )
        current = self.conversations.current
        if origin.turn_id is not None and origin.turn_id == current.turn_id:
            current.question_asked(event)
        else:
            self.emit(event)

    def question_closed(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Tell of a settled question."""
        event = QuestionClosed(questions=questions, response=response, channel=channel)
        current = self.conversations.current
        if current.waits_for(questions.id):
            current.question_closed(event)
        else:
            self.emit(event)
            current.question_settled()

    def _let_go(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("Task %s failed", task.get_name(), exc_info=error)

    async def _begin(self) -> None:
        """Take up what the end of the program left."""
        for pending in self._server_questions():
            if self.offer is None:  # it is not there any more
                await self.desk.cancel(questions_id=pending.id, reason=CancelReason.SHUTDOWN)
        await self.answers.begin()

    def _server_questions(self) -> list[PendingQuestion]:
        return [
            pending
            for pending in self.desk.pending()
            if pending.questions.door is QuestionRoute.PROGRAM
            and pending.questions.questions[0].id == _USE_SERVER
        ]

    async def _offer_server(self, offer: LocalServerOffer) -> None:
        """Ask once whether the local server may be used; from the next start on."""
        if await self.store.state.get(_OFFERED + offer.base_url) is not None:
            return
        question = Question(
            id=_USE_SERVER,
            kind=QuestionKind.BOOLEAN,
            header=_("Local model"),
            text=_("A model server was found on this machine. Shall Parley use it?"),
            context=_(
                "{address} offers {model}. Your words would go to that program. It is used from"
                " the next start on; you can change it in the settings."
            ).format(address=offer.base_url, model=offer.model),
        )
        questions = QuestionSet(
            id=uuid.uuid4().hex, questions=(question,), source="Parley", door=QuestionRoute.PROGRAM
        )
        origin = self.here()
        asked_before = self._server_questions()
        if asked_before:
            response = await self.desk.resume(asked_before[0].id, origin)
        else:
            response = await self.desk.ask(questions, origin)
        if not isinstance(response, Answered):
            return
        await self.store.state.put(_OFFERED + offer.base_url, "asked")
        if not response.answers[0].boolean:
            return
        await asyncio.to_thread(save, self.plan.home, "llm", "local_accepted", offer.base_url)
        self.emit(
            Notice(
                code="local_server_accepted",
                text=_("From the next start on, {model} answers.").format(model=offer.model),
                severity=Severity.INFO,
            )
        )

    async def _say(self, command: Say) -> None:
        await self.conversations.say(command.text, spoken=False)

    async def _have_ready(self, command: UserTyping) -> None:
        """Have the model ready while words for it are being typed.

        An idle connection is closed after a minute. Opening one anew takes two to three round trips,
        which pass while somebody types instead of after their Enter key.
        """
        try:
            await self.conversations.current.warm_up()
        except AssistantError as error:  # told when it is asked
            logger.info("The model is not ready for what is typed: %s", error.message)

    async def _stop(self, command: Stop) -> None:
        self.conversations.drop_waiting()
        await self.conversations.stop_turn()

    async def _begin_anew(self, command: NewConversation) -> None:
        await self.conversations.open(None)
        self.answers.announce()

    async def _change_model(self, command: ModelChanged) -> None:
        await self.change_model()

    async def _change_memory(self, command: MemoryChanged) -> None:
        loaded = await asyncio.to_thread(load, self.plan.home)
        self.opener.settings = self.opener.settings.model_copy(
            update={"memory": loaded.settings.memory}
        )
        self.offer_remembering()

    async def _respond(self, command: AnswerQuestion) -> None:
        await self.desk.respond(command.questions_id, command.response, command.channel)

    async def _save_draft(self, command: SaveDraft) -> None:
        await self.desk.save_draft(command.questions_id, command.draft)
