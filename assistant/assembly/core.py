"""What every surface has: home, store, model, tools, questions, the conversation.

`open_core` builds it on the running loop and takes it down in reverse.
"""

import asyncio
import logging
import uuid
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from assistant.assembly.advertised_tools import AdvertisedTools
from assistant.assembly.answers import Answers
from assistant.assembly.changing import Changes
from assistant.assembly.choosing_server import ServerChoice
from assistant.assembly.exchange import Exchange
from assistant.assembly.keeping import keeping_tools
from assistant.assembly.kept_words import KeptWords
from assistant.assembly.library import Library
from assistant.assembly.memory import Heeding, Memories
from assistant.assembly.models import Models, ModelSwitch, OtherModels
from assistant.assembly.opening import Opener, check_prompts, prompt_files, skill_shelf
from assistant.assembly.past import StoredPast
from assistant.assembly.personas import PersonaDesk
from assistant.assembly.plan import Plan
from assistant.assembly.reaching import reaching_tools
from assistant.assembly.rewriting import QuietModel
from assistant.assembly.servers import Servers, asker_of, connector
from assistant.assembly.timer_tools import local_zone, timer_tools
from assistant.assembly.timers import Timers
from assistant.assembly.tooling import ToolDesk
from assistant.channels.mcp.presenting import ToolPresenter
from assistant.clock import elapsed_by
from assistant.conversation.client import Listener
from assistant.conversation.commands import (
    MemoryChanged,
    ModelChanged,
    NewConversation,
    Respond,
    SaveDraft,
    Say,
    Stop,
)
from assistant.conversation.conversations import Conversations
from assistant.conversation.engine import Handlers
from assistant.conversation.events import (
    EngineEvent,
    Notice,
    QuestionAsked,
    QuestionClosed,
    Severity,
)
from assistant.errors import StoreError
from assistant.llm.building import Resolved, build
from assistant.llm.client import ModelClient
from assistant.llm.keys import KeyStore
from assistant.llm.profiles import Offer
from assistant.locale import _
from assistant.memory.keeper import MemoryKeeper
from assistant.questions.asking import Callbacks
from assistant.questions.desk import PendingQuestion, QuestionDesk
from assistant.questions.model import (
    Answered,
    CancelReason,
    Channel,
    Door,
    Draft,
    Kind,
    Origin,
    Question,
    QuestionSet,
    Response,
)
from assistant.settings import PersonSettings, Settings, load, save
from assistant.storage.store import Store, open_store
from assistant.tools.ask import AskUserQuestion
from assistant.tools.ask_template import AskFromTemplate
from assistant.tools.calculator import Calculator
from assistant.tools.classes import parse_classes
from assistant.tools.confirm import DeskConfirmer
from assistant.tools.current_time import CurrentTime
from assistant.tools.descriptions import read_description
from assistant.tools.read_skill import ReadSkill
from assistant.tools.registry import Registry
from assistant.tools.remember import RememberTool
from assistant.tools.runner import Runner

logger = logging.getLogger(__name__)


_USE_SERVER = "use_local_server"
_OFFERED = "offered:"
"""Prefix of the state that notes which local servers the person was asked about."""


@dataclass(slots=True, kw_only=True)
class Core:
    """The parts, once they stand. Engine loop only."""

    plan: Plan
    store: Store
    keys: KeyStore
    registry: Registry
    desk: QuestionDesk
    opener: Opener
    conversations: Conversations
    answers: Answers
    changes: Changes
    memories: Memories
    remembering: RememberTool
    """Offered to the model while the settings let it keep facts by itself."""
    library: Library
    timers: Timers
    personas: PersonaDesk
    tools: ToolDesk
    servers: Servers
    models: Models
    model_switch: ModelSwitch
    notices: list[Notice]
    """What the person should know from the start."""
    offer: Offer | None = None
    """A local model server that may be used once the person accepts it."""
    _listeners: list[Listener] = field(default_factory=list[Listener])
    _taking_up: asyncio.Task[None] | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @property
    def client(self) -> ModelClient:
        """The model that new conversations are held with."""
        return self.models.client

    async def use_persona(self, person: PersonSettings) -> None:
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
        resolved = await _model(self.plan, loaded.settings, self.keys)
        # Workspace and agent are changed by a command of their own.
        person = self.opener.settings.person
        settings = loaded.settings.model_copy(update={"person": person})
        self.models.take(resolved.client, settings.llm)
        self.opener.settings = settings
        for notice in _model_notices(resolved):
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

    def handlers(self) -> Handlers:
        """Return the handlers of every command that needs no voice."""
        return {
            Say: self._say,
            Stop: self._stop,
            NewConversation: self._begin_anew,
            ModelChanged: self._change_model,
            MemoryChanged: self._change_memory,
            Respond: self._respond,
            SaveDraft: self._save_draft,
            **self.changes.handlers(),
            **self.memories.handlers(),
            **self.library.handlers(),
            **self.timers.handlers(),
            **self.personas.handlers(),
            **self.tools.handlers(),
            **self.servers.handlers(),
            **self.model_switch.handlers(),
        }

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
            if pending.questions.door is Door.PROGRAM
            and pending.questions.questions[0].id == _USE_SERVER
        ]

    async def _offer_server(self, offer: Offer) -> None:
        """Ask once whether the local server may be used; from the next start on."""
        if await self.store.state.get(_OFFERED + offer.base_url) is not None:
            return
        question = Question(
            id=_USE_SERVER,
            kind=Kind.BOOLEAN,
            header=_("Local model"),
            text=_("A model server was found on this machine. Shall Parley use it?"),
            context=_(
                "{address} offers {model}. Your words would go to that program. It is used from"
                " the next start on; you can change it in the settings."
            ).format(address=offer.base_url, model=offer.model),
        )
        questions = QuestionSet(
            id=uuid.uuid4().hex, questions=(question,), source="Parley", door=Door.PROGRAM
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

    async def _respond(self, command: Respond) -> None:
        await self.desk.respond(command.questions_id, command.response, command.channel)

    async def _save_draft(self, command: SaveDraft) -> None:
        await self.desk.save_draft(command.questions_id, command.draft)


@asynccontextmanager
async def open_core(plan: Plan, *, emit: Listener) -> AsyncGenerator[Core]:
    """Build the core on the running loop.

    Args:
        plan: What to start with.
        emit: Takes every event.

    Yields:
        The core; nothing has been announced yet.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
        ModelFileError: If the shipped files are incomplete.
        ConfigError: If a prompt file or a tool's description cannot be used.
    """
    notices = [
        Notice(code=f"setting_{n}", text=problem.message, hint=problem.hint)
        for n, problem in enumerate(plan.problems)
    ]
    await asyncio.to_thread(check_prompts, plan.home, plan.settings)
    async with AsyncExitStack() as stack:
        lock = await asyncio.to_thread(plan.home.claim)
        stack.callback(lock.release)
        opened = await open_store(plan.home.database, now=plan.clock.now())
        store = opened.store
        stack.push_async_callback(store.aclose)
        if opened.set_aside is not None:
            notices.append(
                Notice(
                    code="database_set_aside",
                    text=_("The database was damaged; Parley starts with an empty one."),
                    hint=_("Nothing was deleted: the damaged file is {path}.").format(
                        path=str(opened.set_aside)
                    ),
                    severity=Severity.ERROR,
                )
            )
        keys = KeyStore(keys_file=plan.home.keys_file)
        resolved = await _model(plan, plan.settings, keys)
        notices += _model_notices(resolved)
        runner, registry = _tools(plan, store)
        stack.push_async_callback(runner.aclose)
        desk = QuestionDesk(
            store=store.questions,
            clock=plan.clock,
            callbacks=Callbacks(
                on_asked=lambda questions, origin: core.question_asked(questions, origin),
                on_closed=lambda questions, response, channel: core.question_closed(
                    questions, response, channel
                ),
                on_late_answer=lambda questions, origin, _response: core.answers.late_answer(
                    questions, origin
                ),
                on_notice=lambda code, text, hint: core.emit(
                    Notice(code=code, text=text, hint=hint)
                ),
            ),
        )

        def hold(work: Coroutine[Any, Any, None], name: str) -> None:
            core.hold(work, name)

        def tell(event: EngineEvent) -> None:
            core.emit(event)

        answers = Answers(
            desk=desk,
            records=store.questions,
            conversations=lambda: core.conversations,
            may_open=lambda conversation_id: core.opener.may_open(conversation_id),
            clock=plan.clock,
            hold=hold,
            emit=tell,
            channel=plan.channel,
            style=plan.settings.questions.result_format,
        )
        changes = Changes(
            answers=answers,
            desk=desk,
            records=store.questions,
            emit=tell,
            channel=plan.channel,
        )
        library = Library(
            store=store,
            desk=desk,
            answers=answers,
            conversations=lambda: core.conversations,
            exchange=Exchange(
                store=store, clock=plan.clock, setting=lambda: core.opener.import_setting
            ),
            clock=plan.clock,
            hold=hold,
            emit=tell,
        )
        memories = Memories(
            keeper=MemoryKeeper(home=plan.home, clock=plan.clock),
            model=QuietModel(client=lambda: core.client),
            in_use=lambda: core.opener.settings.person,
            is_automatic=lambda: core.opener.settings.memory.automatic,
            emit=tell,
            hold=hold,
            memo=store.state,
        )
        timers = Timers(
            records=store.timers,
            clock=plan.clock,
            elapsed=elapsed_by(plan.clock),
            zone=local_zone,
            emit=tell,
            hold=hold,
        )
        await timers.load()
        for tool in timer_tools(timers, prompt_files(plan.home, plan.settings)):
            registry.add(tool)
        for tool in keeping_tools(
            past=StoredPast(store=store, clock=plan.clock),
            memory=memories,
            clock=plan.clock,
            own=prompt_files(plan.home, plan.settings),
        ):
            registry.add(tool)
        others = OtherModels(plan=plan, keys=keys)
        models = Models(
            client=resolved.client,
            settings=plan.settings.llm,
            build=others.build,
            has_starter=others.has_starter,
            chosen=store.state,
        )
        opener = Opener(
            plan=plan,
            settings=plan.settings,
            store=store,
            models=models,
            runner=runner,
            registry=registry,
            questioner=answers,
            emit=lambda event: core.emit(event),
            shelf=skill_shelf(plan.home),
            pending=desk.pending,
        )
        core = Core(
            plan=plan,
            store=store,
            keys=keys,
            registry=registry,
            desk=desk,
            opener=opener,
            conversations=Conversations(
                opener=opener.open,
                emit=lambda event: core.emit(event),
                heed=Heeding(first=changes, memories=memories),
            ),
            answers=answers,
            changes=changes,
            memories=memories,
            remembering=RememberTool(
                description=read_description("remember", prompt_files(plan.home, plan.settings)),
                rememberer=memories,
            ),
            library=library,
            timers=timers,
            personas=PersonaDesk(
                home=plan.home,
                in_use=lambda: core.opener.settings.person,
                use=lambda person: core.use_persona(person),
                emit=tell,
            ),
            tools=ToolDesk(
                home=plan.home,
                settings=plan.settings.tools,
                registry=registry,
                calls=store.tool_calls,
                emit=tell,
            ),
            servers=Servers(
                home=plan.home,
                registry=registry,
                connect=connector(
                    plan.home, lambda: plan.home.workspace(core.opener.settings.person.workspace)
                ),
                description=read_description(
                    "read-mcp-resource", prompt_files(plan.home, plan.settings)
                ),
                ask=asker_of(desk.ask, lambda: core.here()),
                here=lambda: core.conversations.current.conversation_id,
                emit=tell,
                hold=hold,
            ),
            models=models,
            model_switch=ModelSwitch(
                models=models,
                records=store.conversations,
                conversations=lambda: core.conversations,
                branches=answers,
                emit=tell,
            ),
            notices=notices,
            offer=resolved.offer,
        )
        told = AdvertisedTools(opener=opener, conversations=lambda: core.conversations, hold=hold)
        list_tools = registry.on_change

        def tools_changed() -> None:
            list_tools()
            told.changed()

        registry.on_change = tools_changed
        shown_by = ServerChoice(
            servers=core.servers, server=lambda: opener.settings.questions.presenter
        )
        desk.register(ToolPresenter(tool=shown_by, clock=plan.clock))
        core.subscribe(emit)
        core.subscribe(answers.on_event)
        core.subscribe(memories.on_event)
        core.offer_remembering()
        core.subscribe(library.on_event)
        core.subscribe(KeptWords(kept=store.state, emit=tell, hold=hold).on_event)
        stack.push_async_callback(models.aclose)
        stack.push_async_callback(memories.aclose)
        stack.push_async_callback(core.servers.aclose)
        stack.push_async_callback(core.conversations.aclose)
        stack.push_async_callback(core.aclose)
        # Before turns end: a question that is open then stays open for the next start.
        stack.push_async_callback(desk.aclose)
        stack.callback(core.conversations.suspend)
        await core.conversations.open(await opener.latest() if plan.resume else None)
        told.begin()
        await desk.restore()
        yield core


def _model_notices(resolved: Resolved) -> list[Notice]:
    return [
        Notice(code=f"model_{n}", text=text, severity=Severity.INFO)
        for n, text in enumerate(resolved.notices)
    ]


async def _model(plan: Plan, settings: Settings, keys: KeyStore) -> Resolved:
    if plan.client is not None:
        return Resolved(client=plan.client)
    llm = settings.llm
    return await build(
        profile=llm.profile,
        model=llm.model,
        base_url=llm.base_url,
        local_url=llm.local_url,
        local_model=llm.local_model,
        local_accepted=llm.local_accepted,
        max_output_tokens=llm.max_output_tokens,
        thinking=llm.thinking,
        timeout_s=llm.timeout_s,
        keys=keys,
        models_folder=plan.home.models,
        log_folder=plan.home.logs,
        clock=plan.clock,
    )


def _tools(plan: Plan, store: Store) -> tuple[Runner, Registry]:
    settings = plan.settings
    registry = Registry(
        confirmer=DeskConfirmer(voice_confirm=settings.tools.voice_confirm),
        enabled=settings.tools.enabled_tools,
        classes=parse_classes(settings.tools.classes),
    )
    own = prompt_files(plan.home, settings)
    shelf = skill_shelf(plan.home)
    registry.add(CurrentTime(description=read_description("current-time", own), clock=plan.clock))
    registry.add(Calculator(description=read_description("calculator", own)))
    registry.add(
        AskUserQuestion(
            description=read_description("ask-user", own),
            style=settings.questions.result_format,
            timeout_s=settings.questions.timeout_s or None,
        )
    )
    registry.add(
        AskFromTemplate(
            description=read_description("ask-from-template", own),
            shelf=shelf,
            clock=plan.clock,
            style=settings.questions.result_format,
            timeout_s=settings.questions.timeout_s or None,
        )
    )
    registry.add(
        ReadSkill(description=read_description("read-skill", own), shelf=shelf, clock=plan.clock)
    )
    for tool in reaching_tools(plan.outside, own):
        registry.add(tool)
    runner = Runner(
        registry=registry,
        clock=plan.clock,
        timeout_s=settings.tools.timeout_s,
        audit=store.tool_calls,
    )
    return runner, registry
