"""Builds the parts that every surface has on the running loop, and shuts them down in reverse."""

import asyncio
import getpass
import logging
import os
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from assistant.assembly.away_signs import away_signs, idle_s
from assistant.assembly.escalation import moment, question_steps
from assistant.assembly.local_zone import local_zone
from assistant.assembly.sync.switch import SyncSwitch
from assistant.assembly.tools.toolsets import home_toolsets, question_toolsets, system_toolsets
from assistant.background_tasks import BackgroundTasks
from assistant.channels.mcp.tool_presenter import ToolPresenter
from assistant.clock import elapsed_by
from assistant.coding_agents.acp.agent_connection import find_program, open_agent
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.event_bus import EventBus
from assistant.engine.coding_agents.agent_questions import AgentQuestions
from assistant.engine.coding_agents.agent_replies import AgentReplies
from assistant.engine.coding_agents.agent_reports import AgentReports
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.coding_agents.agent_setups import AgentSetups
from assistant.engine.coding_agents.agent_tasks import AgentTasks, TaskStarter
from assistant.engine.coding_agents.project_folders import ProjectFolders
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.conversation_commands import ConversationCommands
from assistant.engine.conversation_factory import (
    ConversationFactory,
    check_prompts,
)
from assistant.engine.core import Core
from assistant.engine.decisions.decision_book import DecisionBook
from assistant.engine.decisions.decision_commands import DecisionCommands
from assistant.engine.first_question import FirstQuestion
from assistant.engine.folder_commands import FolderCommands
from assistant.engine.history.conversation_files import ConversationFiles
from assistant.engine.history.conversation_library import ConversationLibrary
from assistant.engine.history.past_conversations import StoredConversations
from assistant.engine.input_router import InputRouter
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.mcp.choice_server import ChoiceServer
from assistant.engine.mcp.servers import McpServers
from assistant.engine.mcp.sign_ins import BrowserSignIn
from assistant.engine.memory.memory_service import MemoryService
from assistant.engine.memory.rewriter import BackgroundModel
from assistant.engine.models.local_server_question import LocalServerQuestion
from assistant.engine.models.model_adviser import ModelAdviser
from assistant.engine.models.model_clients import ModelClientBuilder, ModelClients, ModelSwitch
from assistant.engine.models.model_search import ModelSearch
from assistant.engine.models.model_selection import model_notices, resolve_model
from assistant.engine.models.model_trouble import ModelTrouble
from assistant.engine.models.starter_upgrade import StarterUpgrade
from assistant.engine.personas import PersonaCommands
from assistant.engine.presence.user_presence import UserPresence
from assistant.engine.questions.answer_changes import AnswerChanges
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.engine.questions.escalation import QuestionEscalation
from assistant.engine.questions.model_answer_reader import ModelAnswerReader
from assistant.engine.questions.question_list import QuestionList
from assistant.engine.questions.question_notifier import QuestionNotifier
from assistant.engine.saved_settings import SavedSettings
from assistant.engine.settings_updater import SettingsUpdater
from assistant.engine.startup_loader import warmed
from assistant.engine.sync.sync_commands import SyncCommands
from assistant.engine.timers.timer_commands import TimerCommands
from assistant.engine.timers.timer_service import TimerService
from assistant.engine.tool_list_updater import ToolListUpdater
from assistant.engine.tool_settings import ToolSettingsService
from assistant.engine.trash_commands import TrashCommands
from assistant.engine.unsent_messages import UnsentMessages
from assistant.engine.voice_volume import VoiceVolume
from assistant.errors import StoreError
from assistant.escalation.ladder import Moment
from assistant.escalation.step import Step
from assistant.intents.intent_client import IntentClient
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.model_factory import ModelBuild, ModelFactory
from assistant.locale import _, current_language
from assistant.memory.keeper import MemoryKeeper
from assistant.private_files import sweep_folder
from assistant.processes.model.environment import for_agents
from assistant.prompting.skills import SkillShelf
from assistant.protocol.client import Listener
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Origin, QuestionSet
from assistant.settings import LlmSettings
from assistant.settings.schema import QuestionSettings
from assistant.storage.damaged_rows import count_damaged_rows, damage_text
from assistant.storage.store import Store, open_store
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.mcp.connector import McpConnector, server_logs
from assistant.tools.memory.remember import Remembering
from assistant.tools.model.permission_classes import parse_classes
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.workspace.granted_folders import GrantedFolders

_log = logging.getLogger(__name__)

_AT_REST = frozenset({ConversationPhase.IDLE, ConversationPhase.LISTENING})


@asynccontextmanager
async def open_core(
    plan: LaunchOptions, *, emit: Listener, warms_up: bool = False
) -> AsyncGenerator[Core]:
    """Build the core on the running loop.

    Args:
        plan: What to start with.
        emit: Takes every event.
        warms_up: Have the model ready as soon as it is known, ahead of the first message.

    Yields:
        The core; nothing has been announced yet.

    Raises:
        HomeBusyError: If another process owns the home.
        StoreError: If the database cannot be used at all.
        ModelFileError: If the shipped files are incomplete.
        ConfigError: If a prompt file or a tool's description cannot be used.
    """
    notices = _setting_notices(plan)
    await asyncio.to_thread(check_prompts, plan.home, plan.settings)
    async with AsyncExitStack() as stack:
        store = await _open_store(stack, plan, notices)
        keys = KeyStore(keys_file=plan.home.keys_file)
        factory = ModelFactory(keys=keys, home=plan.home, clock=plan.clock)
        resolved = await resolve_model(plan, plan.settings, factory)
        notices += model_notices(resolved, plan.channel)
        base = _base(plan, store, keys, factory)
        is_built_in = resolved.client.profile.name == "starter"
        if warms_up and is_built_in:  # it loads in a process of its own
            base.tasks.spawn(warmed(resolved.client.warm_up), "warm-up")
        agents = AgentSessions(clock=plan.clock, emit=base.emit)
        models = _models(base, resolved.client, agents)
        desk, answers, changes = _questions(
            base, models, lambda: conversation_factory.settings.questions
        )
        conversation_factory = _conversation_factory(stack, base, models, desk, answers)
        memories = _memories(base, models, conversation_factory)
        starter = _starter(base, conversation_factory)
        timers = _timers(base)
        await timers.load()
        agent_questions = AgentQuestions(
            desk=desk, sessions=agents, allowed=partial(_allowed_places, conversation_factory)
        )
        granted = conversation_factory.granted
        projects = ProjectFolders(
            kept=store.state,
            granted=lambda: [one.path for one in granted.folders()],
            check=granted.check_grantable,
        )
        sync = SyncSwitch(keys=keys)
        presence = UserPresence(
            signs=away_signs, spawn=base.tasks.spawn, clock=plan.clock, idle_s=idle_s
        )

        def steps(questions: QuestionSet) -> Mapping[Step, float]:
            return question_steps(core, questions)

        def now(can: frozenset[Step]) -> Moment:
            return moment(core, can)

        escalation = QuestionEscalation(
            pending=desk.pending,
            steps=steps,
            moment=now,
            user=presence,
            kept=store.state,
            emit=base.emit,
            clock=plan.clock,
        )
        core = Core(
            plan=plan,
            store=store,
            registry=base.registry,
            desk=desk,
            events=base.events,
            tasks=base.tasks,
            commands=base.commands,
            conversation_factory=conversation_factory,
            conversations=base.conversations,
            answers=answers,
            memories=memories,
            library=_library(base, desk, answers, conversation_factory),
            timers=timers,
            timer_desk=TimerCommands(timers=timers, emit=base.emit, spawn=base.tasks.spawn),
            agents=agents,
            presence=presence,
            escalation=escalation,
            agent_questions=agent_questions,
            agent_tasks=AgentTasks(
                sessions=agents,
                questions=agent_questions,
                find=lambda agent: find_program(agent, for_agents(os.environ)),
                open_agent=open_agent,
            ),
            projects=projects,
            volume=VoiceVolume(home=plan.home, percent=plan.settings.voice.volume),
            servers=_servers(base, desk, conversation_factory),
            models=models,
            starter=starter,
            settings=_settings(base, starter, models, conversation_factory, answers, memories),
            local_server=_local_server(base, resolved, desk),
            first_question=FirstQuestion(
                desk=desk,
                origin=base.here,
                conversations=base.conversations,
                do=base.commands.dispatch,
                spawn=base.tasks.spawn,
            ),
            sync=sync,
            notices=notices,
        )
        await sync.attach(core)
        SyncCommands(sync=sync, emit=base.emit).register_commands(core.commands)
        _add_own_tools(core)
        _register_commands(core, changes)
        saved = SavedSettings(
            home=plan.home,
            settings=plan.settings,
            problems=plan.problems,
            do=base.commands.dispatch,
            emit=base.emit,
        )
        saved.register_commands(core.commands)
        ModelSearch(
            factory=factory, home=plan.home, emit=base.emit, spawn=base.tasks.spawn
        ).register_commands(core.commands)
        AgentSetups(
            home=plan.home,
            desk=desk,
            origin=base.here,
            emit=base.emit,
            spawn=base.tasks.spawn,
        ).register_commands(core.commands)
        updater = _follow_tools(core)
        _connect(core, emit, changes)
        _close_in_order(stack, core)
        await base.conversations.open(await conversation_factory.latest() if plan.resume else None)
        if warms_up and not is_built_in:  # the conversation would wait while the SDK is imported
            base.tasks.spawn(warmed(resolved.client.warm_up), "warm-up")
        updater.begin()
        await desk.restore()
        base.tasks.spawn(_tell_of_damage(base), "damaged rows")
        base.tasks.spawn(saved.watch(), "settings file")
        yield core


@dataclass(frozen=True, slots=True, kw_only=True)
class _Base:
    """What every service is built on."""

    plan: LaunchOptions
    store: Store
    keys: KeyStore
    factory: ModelFactory
    registry: ToolRegistry
    events: EventBus
    tasks: BackgroundTasks
    commands: CommandDispatcher
    conversations: CurrentConversation

    @property
    def emit(self) -> Listener:
        return self.events.emit

    def here(self) -> Origin:
        """The conversation that is open."""
        return Origin(
            channel=self.plan.channel,
            conversation_id=self.conversations.current.conversation_id,
            session_key=self.conversations.current.session_key,
        )


def _base(plan: LaunchOptions, store: Store, keys: KeyStore, factory: ModelFactory) -> _Base:
    events = EventBus()
    return _Base(
        plan=plan,
        store=store,
        keys=keys,
        factory=factory,
        registry=_registry(plan),
        events=events,
        tasks=BackgroundTasks(),
        commands=CommandDispatcher(),
        conversations=CurrentConversation(emit=events.emit),
    )


def _setting_notices(plan: LaunchOptions) -> list[Notice]:
    return [
        Notice(code=f"setting_{n}", text=problem.message, hint=problem.hint)
        for n, problem in enumerate(plan.problems)
    ]


async def _open_store(stack: AsyncExitStack, plan: LaunchOptions, notices: list[Notice]) -> Store:
    """Claim the home and open its database, until the stack ends."""
    lock = await asyncio.to_thread(plan.home.claim, plan.channel.value)
    stack.callback(lock.release)
    opened = await open_store(plan.home.database, now=plan.clock.now())
    stack.push_async_callback(opened.store.aclose)
    sweeping = asyncio.create_task(asyncio.to_thread(sweep_folder, plan.home.root), name="sweep")
    stack.push_async_callback(asyncio.wait, {sweeping})
    if opened.set_aside is not None:
        notices.append(
            Notice(
                code="database_set_aside",
                text=opened.set_aside_text,
                hint=opened.set_aside_hint,
                severity=Severity.ERROR,
            )
        )
    return opened.store


async def _tell_of_damage(base: _Base) -> None:
    """Notify about damaged rows of the database."""
    try:
        damaged = await count_damaged_rows(base.store.database)
    except StoreError as error:
        _log.warning("The rows of the database were not looked through: %s", error.message)
        return
    if damaged:
        notice = Notice(
            code="database_rows_damaged",
            text=damage_text(damaged),
            hint=_("`parley doctor` names them. A backup from before may have them whole."),
            severity=Severity.WARNING,
        )
        base.emit(notice)


def _registry(plan: LaunchOptions) -> ToolRegistry:
    settings = plan.settings
    registry = ToolRegistry(
        confirmer=DeskConfirmer(voice_confirm=settings.tools.voice_confirm),
        enabled=settings.tools.enabled_tools,
        classes=parse_classes(settings.tools.classes),
    )
    for toolset in (*question_toolsets(plan), *system_toolsets(plan.outside)):
        registry.add_all(toolset)
    return registry


def _models(base: _Base, client: ModelClient, agents: AgentSessions) -> ModelClients:
    builder = ModelClientBuilder(plan=base.plan, factory=base.factory)

    def with_rules(inner: ModelClient, settings: LlmSettings) -> ModelClient:
        if base.plan.client is not None and not base.plan.has_rules:
            return inner
        return IntentClient(
            inner=inner,
            order=settings.intents,
            tools=base.registry.enabled_names,
            clock=base.plan.clock,
            language=current_language,
            is_loaded=lambda: base.factory.built_in is None or base.factory.built_in.is_loaded,
            has_tasks=lambda: any(one.task is not None for one in agents.board.sessions),
        )

    return ModelClients(
        client=client,
        settings=base.plan.settings.llm,
        build=builder.build,
        built_in=builder.built_in,
        chosen=base.store.state,
        with_rules=with_rules,
        held=lambda: [each.client for each in base.conversations.registry.open_conversations],
    )


def _conversation_factory(
    stack: AsyncExitStack,
    base: _Base,
    models: ModelClients,
    desk: QuestionDesk,
    answers: AnswerDelivery,
) -> ConversationFactory:
    plan = base.plan
    runner = ToolRunner(
        registry=base.registry,
        clock=plan.clock,
        timeout_s=plan.settings.tools.timeout_s,
        audit=base.store.tool_calls,
    )
    stack.push_async_callback(runner.aclose)
    return ConversationFactory(
        plan=plan,
        settings=plan.settings,
        store=base.store,
        models=models,
        runner=runner,
        registry=base.registry,
        questioner=answers,
        emit=base.emit,
        shelf=SkillShelf.of(plan.home),
        pending=desk.pending,
        granted=GrantedFolders.of(plan.home),
    )


def _starter(base: _Base, conversation_factory: ConversationFactory) -> StarterUpgrade:
    return StarterUpgrade(
        factory=base.factory,
        client=lambda: conversation_factory.client,
        conversations=lambda: base.conversations.registry.open_conversations,
        records=base.store.conversations,
        home=base.plan.home,
        emit=base.emit,
        spawn=base.tasks.spawn,
    )


def _questions(
    base: _Base, models: ModelClients, settings: Callable[[], QuestionSettings]
) -> tuple[QuestionDesk, AnswerDelivery, AnswerChanges]:
    plan, store, emit = base.plan, base.store, base.emit
    notifier = QuestionNotifier(conversations=base.conversations, emit=emit)

    def model_of(conversation_id: str) -> ModelClient:
        found = base.conversations.registry.find(conversation_id)
        return models.plain if found is None else models.behind(found.client)

    reader = ModelAnswerReader(
        client=model_of,
        is_wanted=lambda: settings().model_reads_answers,
        emit=emit,
        clock=plan.clock,
    )
    desk = QuestionDesk(
        store=store.questions,
        clock=plan.clock,
        callbacks=notifier.callbacks,
        reader=reader,
        user=_user_name(),
    )
    answers = AnswerDelivery(
        desk=desk,
        records=store.questions,
        conversations=base.conversations,
        find=store.conversations.get,
        clock=plan.clock,
        spawn=base.tasks.spawn,
        emit=emit,
        channel=plan.channel,
        style=plan.settings.questions.result_format,
    )
    notifier.connect(desk, answers.late_answer)
    changes = AnswerChanges(
        answers=answers,
        desk=desk,
        records=store.questions,
        emit=emit,
        clock=plan.clock,
        channel=plan.channel,
    )
    return desk, answers, changes


def _user_name() -> str | None:
    """The user's account name; None where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return None


def _library(
    base: _Base,
    desk: QuestionDesk,
    answers: AnswerDelivery,
    conversation_factory: ConversationFactory,
) -> ConversationLibrary:
    return ConversationLibrary(
        store=base.store,
        desk=desk,
        answers=answers,
        conversations=base.conversations,
        exchange=ConversationFiles(
            store=base.store,
            clock=base.plan.clock,
            setting=lambda: conversation_factory.import_setting,
        ),
        clock=base.plan.clock,
        spawn=base.tasks.spawn,
        emit=base.emit,
    )


def _memories(
    base: _Base, models: ModelClients, conversation_factory: ConversationFactory
) -> MemoryService:
    return MemoryService(
        keeper=MemoryKeeper(home=base.plan.home, clock=base.plan.clock),
        model=BackgroundModel(client=lambda: models.plain),
        in_use=lambda: conversation_factory.settings.person,
        is_automatic=lambda: conversation_factory.settings.memory.automatic,
        emit=base.emit,
        spawn=base.tasks.spawn,
        memo=base.store.state,
    )


def _timers(base: _Base) -> TimerService:
    return TimerService(
        records=base.store.timers,
        clock=base.plan.clock,
        elapsed=elapsed_by(base.plan.clock),
        zone=local_zone,
        emit=base.emit,
        spawn=base.tasks.spawn,
    )


def _servers(
    base: _Base, desk: QuestionDesk, conversation_factory: ConversationFactory
) -> McpServers:
    home = base.plan.home
    servers = McpServers(
        home=home,
        registry=base.registry,
        connect=McpConnector(log=server_logs(home.logs), keys=base.keys),
        sign_in=BrowserSignIn(base.keys),
        ask=desk.ask,
        here=base.here,
        emit=base.emit,
        spawn=base.tasks.spawn,
    )
    choices = ChoiceServer(
        servers=servers, server=lambda: conversation_factory.settings.questions.presenter
    )
    desk.register(ToolPresenter(tool=choices, clock=base.plan.clock))
    return servers


def _settings(
    base: _Base,
    starter: StarterUpgrade,
    models: ModelClients,
    conversation_factory: ConversationFactory,
    answers: AnswerDelivery,
    memories: MemoryService,
) -> SettingsUpdater:
    return SettingsUpdater(
        plan=base.plan,
        factory=base.factory,
        starter=starter,
        models=models,
        conversation_factory=conversation_factory,
        conversations=base.conversations,
        answers=answers,
        registry=base.registry,
        remembering=Remembering(memories).remember,
        tasks=base.tasks,
        emit=base.emit,
    )


def _local_server(base: _Base, resolved: ModelBuild, desk: QuestionDesk) -> LocalServerQuestion:
    return LocalServerQuestion(
        offer=resolved.offer,
        home=base.plan.home,
        memo=base.store.state,
        desk=desk,
        origin=base.here,
        do=base.commands.dispatch,
    )


def _allowed_places(conversation_factory: ConversationFactory) -> AllowedPlaces:
    settings = conversation_factory.settings
    return AllowedPlaces(
        is_spoken=settings.tools.voice_confirm,
        channels=tuple(map(Channel, settings.coding_agents.permission_channels)),
    )


def _add_own_tools(core: Core) -> None:
    for toolset in home_toolsets(
        timers=core.timers,
        board=lambda: core.agents.board,
        agents=TaskStarter(tasks=core.agent_tasks, projects=core.projects),
        volume=core.volume,
        granted=core.conversation_factory.granted,
        past=StoredConversations(store=core.store, clock=core.plan.clock),
        decisions=DecisionBook(core.store.questions),
        memory=core.memories,
        clock=core.plan.clock,
    ):
        core.registry.add_all(toolset)


def _register_commands(core: Core, changes: AnswerChanges) -> None:
    home, store, emit = core.plan.home, core.store, core.events.emit
    folders = FolderCommands(
        granted=core.conversation_factory.granted, emit=emit, spawn=core.tasks.spawn
    )
    core.subscribe(folders.on_event)
    for service in (
        ConversationCommands(conversations=core.conversations, answers=core.answers, emit=emit),
        core.settings,
        core.local_server,
        core.first_question,
        changes,
        QuestionList(
            pending=core.desk.pending, records=store.questions, clock=core.plan.clock, emit=emit
        ),
        core.memories,
        core.library,
        core.timer_desk,
        core.starter,
        core.servers,
        core.agents,
        core.agent_tasks,
        folders,
        TrashCommands(
            workspace=lambda: home.workspace(core.conversation_factory.settings.person.workspace),
            granted=core.conversation_factory.granted,
            emit=emit,
        ),
        PersonaCommands(
            home=home,
            in_use=lambda: core.conversation_factory.settings.person,
            use=core.settings.use_persona,
            emit=emit,
        ),
        ToolSettingsService(
            home=home,
            settings=core.plan.settings.tools,
            registry=core.registry,
            calls=store.tool_calls,
            emit=emit,
        ),
        DecisionCommands(store=store, do=core.commands.dispatch, emit=emit),
        ModelSwitch(
            models=core.models,
            records=store.conversations,
            conversations=core.conversations,
            branches=core.answers,
            emit=emit,
        ),
    ):
        service.register_commands(core.commands)


def _follow_tools(core: Core) -> ToolListUpdater:
    """Keep the conversation's tools in step with the tool list."""
    registry, listed = core.registry, core.registry.on_change
    updater = ToolListUpdater(
        conversation_factory=core.conversation_factory,
        conversations=core.conversations,
        spawn=core.tasks.spawn,
    )

    def changed() -> None:
        listed()
        updater.changed()

    registry.on_change = changed
    return updater


def _connect(core: Core, emit: Listener, changes: AnswerChanges) -> None:
    """Connect the parts with the user's input and with events."""
    replies = AgentReplies(
        sessions=core.agents,
        tasks=core.agent_tasks,
        desk=core.desk,
        channel=core.plan.channel,
        clock=core.plan.clock,
        is_busy=partial(_is_busy, core),
        emit=core.emit,
    )
    router = InputRouter(
        timers=core.timer_desk, agents=replies, questions=changes, memories=core.memories
    )
    core.conversations.connect(core.conversation_factory.open, router)
    unsent = UnsentMessages(kept=core.store.state, emit=core.events.emit, spawn=core.tasks.spawn)
    answers, library = core.answers.on_event, core.library.on_event
    starter = core.starter.on_event
    adviser = ModelAdviser(
        conversations=core.conversations,
        counted=core.store.state,
        starter=core.starter,
        local_server=core.local_server,
        spawn=core.tasks.spawn,
    )
    trouble = ModelTrouble(profile=lambda: core.conversations.current.profile.name, emit=core.emit)
    reports = AgentReports(is_busy=partial(_is_busy, core), emit=core.emit)
    for listener in (
        emit,
        answers,
        core.memories.on_event,
        library,
        unsent.on_event,
        core.models.follow,
        starter,
        adviser.on_event,
        trouble.on_event,
        core.agents.on_event,
        reports.on_event,
        core.presence.note,
        core.escalation.on_event,
    ):
        core.subscribe(listener)
    for listener in (answers, library, starter):
        core.conversations.subscribe_others(listener)
    core.presence.on_change(core.escalation.look)
    core.settings.offer_remembering()


def _is_busy(core: Core) -> bool:
    """Whether a turn is under way, or Parley speaks."""
    return core.conversations.current.state.phase not in _AT_REST


def _close_in_order(stack: AsyncExitStack, core: Core) -> None:
    """Close the parts when the stack ends, the last one named here first."""
    stack.push_async_callback(core.models.aclose)
    stack.push_async_callback(core.memories.aclose)
    stack.push_async_callback(core.servers.aclose)
    stack.push_async_callback(core.sync.aclose)  # what the others wrote as they ended is sent
    stack.push_async_callback(core.agent_tasks.aclose)
    stack.push_async_callback(core.escalation.aclose)
    stack.push_async_callback(core.tasks.cancel_all)  # what turns set going as they end
    stack.push_async_callback(core.conversations.aclose)
    stack.push_async_callback(core.tasks.cancel_all)
    # Before turns end: a question that is open then stays open for the next start.
    stack.push_async_callback(core.desk.aclose)
    stack.callback(core.conversations.suspend)
    stack.callback(core.sync.suspend)
