"""Builds what every surface has on the running loop, and takes it down in reverse."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from assistant.assembly.tools.system_tools import system_tools
from assistant.assembly.tools.timer_tools import local_zone, timer_tools
from assistant.assembly.tools.workspace_tools import workspace_tools
from assistant.channels.mcp.tool_presenter import ToolPresenter
from assistant.clock import elapsed_by
from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.conversation_factory import (
    ConversationFactory,
    check_prompts,
    open_skills,
    prompt_files,
)
from assistant.engine.core import Core
from assistant.engine.history.conversation_files import ConversationFiles
from assistant.engine.history.conversation_library import ConversationLibrary
from assistant.engine.history.past_conversations import StoredConversations
from assistant.engine.input_router import InputRouter
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.mcp.choice_server import ChoiceServer
from assistant.engine.mcp.connector import connector
from assistant.engine.mcp.servers import McpServers, asker_of
from assistant.engine.memory.memory_service import MemoryService
from assistant.engine.memory.rewriter import BackgroundModel
from assistant.engine.models.model_clients import ModelClientBuilder, ModelClients, ModelSwitch
from assistant.engine.models.model_selection import model_notices, resolve_model
from assistant.engine.personas import PersonaCommands
from assistant.engine.questions.answer_changes import AnswerChanges
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.engine.timers.timer_commands import TimerCommands
from assistant.engine.timers.timer_service import TimerService
from assistant.engine.tool_list_updater import ToolListUpdater
from assistant.engine.tool_settings import ToolSettingsService
from assistant.engine.unsent_messages import UnsentMessages
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.memory.keeper import MemoryKeeper
from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.storage.store import Store, open_store
from assistant.tools.confirmation import DeskConfirmer
from assistant.tools.descriptions import read_description
from assistant.tools.memory.remember import RememberTool
from assistant.tools.model.permission_classes import parse_classes
from assistant.tools.questions.ask_from_template import AskFromTemplate
from assistant.tools.questions.ask_user import AskUserQuestion
from assistant.tools.questions.read_skill import ReadSkill
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.utilities.calculator import Calculator
from assistant.tools.utilities.current_time import CurrentTime


@asynccontextmanager
async def open_core(plan: LaunchOptions, *, emit: Listener) -> AsyncGenerator[Core]:
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
        lock = await asyncio.to_thread(plan.home.claim, plan.channel.value)
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
        resolved = await resolve_model(plan, plan.settings, keys)
        notices += model_notices(resolved)
        runner, registry = _tools(plan, store)
        stack.push_async_callback(runner.aclose)
        desk = QuestionDesk(
            store=store.questions,
            clock=plan.clock,
            callbacks=DeskCallbacks(
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

        answers = AnswerDelivery(
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
        changes = AnswerChanges(
            answers=answers,
            desk=desk,
            records=store.questions,
            emit=tell,
            channel=plan.channel,
        )
        library = ConversationLibrary(
            store=store,
            desk=desk,
            answers=answers,
            conversations=lambda: core.conversations,
            exchange=ConversationFiles(
                store=store, clock=plan.clock, setting=lambda: core.opener.import_setting
            ),
            clock=plan.clock,
            hold=hold,
            emit=tell,
        )
        memories = MemoryService(
            keeper=MemoryKeeper(home=plan.home, clock=plan.clock),
            model=BackgroundModel(client=lambda: core.client),
            in_use=lambda: core.opener.settings.person,
            is_automatic=lambda: core.opener.settings.memory.automatic,
            emit=tell,
            hold=hold,
            memo=store.state,
        )
        timers = TimerService(
            records=store.timers,
            clock=plan.clock,
            elapsed=elapsed_by(plan.clock),
            zone=local_zone,
            emit=tell,
            hold=hold,
        )
        await timers.load()
        timer_desk = TimerCommands(timers=timers, emit=tell, hold=hold)
        for tool in timer_tools(timers, prompt_files(plan.home, plan.settings)):
            registry.add(tool)
        for tool in workspace_tools(
            past=StoredConversations(store=store, clock=plan.clock),
            memory=memories,
            clock=plan.clock,
            own=prompt_files(plan.home, plan.settings),
        ):
            registry.add(tool)
        others = ModelClientBuilder(plan=plan, keys=keys)
        models = ModelClients(
            client=resolved.client,
            settings=plan.settings.llm,
            build=others.build,
            has_starter=others.has_starter,
            chosen=store.state,
        )
        opener = ConversationFactory(
            plan=plan,
            settings=plan.settings,
            store=store,
            models=models,
            runner=runner,
            registry=registry,
            questioner=answers,
            emit=lambda event: core.emit(event),
            shelf=open_skills(plan.home),
            pending=desk.pending,
        )
        core = Core(
            plan=plan,
            store=store,
            keys=keys,
            registry=registry,
            desk=desk,
            opener=opener,
            conversations=CurrentConversation(
                opener=opener.open,
                emit=lambda event: core.emit(event),
                try_handle=InputRouter(timers=timer_desk, questions=changes, memories=memories),
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
            timer_desk=timer_desk,
            personas=PersonaCommands(
                home=plan.home,
                in_use=lambda: core.opener.settings.person,
                use=lambda person: core.use_persona(person),
                emit=tell,
            ),
            tools=ToolSettingsService(
                home=plan.home,
                settings=plan.settings.tools,
                registry=registry,
                calls=store.tool_calls,
                emit=tell,
            ),
            servers=McpServers(
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
        told = ToolListUpdater(opener=opener, conversations=lambda: core.conversations, hold=hold)
        list_tools = registry.on_change

        def tools_changed() -> None:
            list_tools()
            told.changed()

        registry.on_change = tools_changed
        shown_by = ChoiceServer(
            servers=core.servers, server=lambda: opener.settings.questions.presenter
        )
        desk.register(ToolPresenter(tool=shown_by, clock=plan.clock))
        core.register_commands()
        core.subscribe(emit)
        core.subscribe(answers.on_event)
        core.subscribe(memories.on_event)
        core.offer_remembering()
        core.subscribe(library.on_event)
        core.subscribe(UnsentMessages(kept=store.state, emit=tell, hold=hold).on_event)
        stack.push_async_callback(models.aclose)
        stack.push_async_callback(memories.aclose)
        stack.push_async_callback(core.servers.aclose)
        stack.push_async_callback(core.aclose)  # what turns set going as they end
        stack.push_async_callback(core.conversations.aclose)
        stack.push_async_callback(core.aclose)
        # Before turns end: a question that is open then stays open for the next start.
        stack.push_async_callback(desk.aclose)
        stack.callback(core.conversations.suspend)
        await core.conversations.open(await opener.latest() if plan.resume else None)
        told.begin()
        await desk.restore()
        yield core


def _tools(plan: LaunchOptions, store: Store) -> tuple[ToolRunner, ToolRegistry]:
    settings = plan.settings
    registry = ToolRegistry(
        confirmer=DeskConfirmer(voice_confirm=settings.tools.voice_confirm),
        enabled=settings.tools.enabled_tools,
        classes=parse_classes(settings.tools.classes),
    )
    own = prompt_files(plan.home, settings)
    shelf = open_skills(plan.home)
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
    for tool in system_tools(plan.outside, own):
        registry.add(tool)
    runner = ToolRunner(
        registry=registry,
        clock=plan.clock,
        timeout_s=settings.tools.timeout_s,
        audit=store.tool_calls,
    )
    return runner, registry
