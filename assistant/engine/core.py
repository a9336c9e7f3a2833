"""The parts that every surface has: home, store, model, tools, questions, conversation."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.background_tasks import BackgroundTasks
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.event_bus import EventBus
from assistant.engine.coding_agents.agent_questions import AgentQuestions
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.coding_agents.agent_tasks import AgentTasks
from assistant.engine.coding_agents.project_folders import ProjectFolders
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.conversation_factory import ConversationFactory
from assistant.engine.first_question import FirstQuestion
from assistant.engine.history.conversation_library import ConversationLibrary
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.mcp.servers import McpServers
from assistant.engine.memory.memory_service import MemoryService
from assistant.engine.models.local_server_question import LocalServerQuestion
from assistant.engine.models.model_clients import ModelClients
from assistant.engine.models.starter_upgrade import StarterUpgrade
from assistant.engine.presence.user_presence import UserPresence
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.engine.questions.escalation import QuestionEscalation
from assistant.engine.settings_updater import SettingsUpdater
from assistant.engine.sync.device_sync import DeviceSync
from assistant.engine.timers.timer_commands import TimerCommands
from assistant.engine.timers.timer_service import TimerService
from assistant.engine.voice_volume import VoiceVolume
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.storage.store import Store
from assistant.tools.registry import ToolRegistry


@dataclass(slots=True, kw_only=True)
class Core:
    """The parts, once they stand. Engine loop only."""

    plan: LaunchOptions
    store: Store
    registry: ToolRegistry
    desk: QuestionDesk
    events: EventBus
    tasks: BackgroundTasks
    commands: CommandDispatcher
    conversation_factory: ConversationFactory
    conversations: CurrentConversation
    answers: AnswerDelivery
    memories: MemoryService
    library: ConversationLibrary
    timers: TimerService
    timer_desk: TimerCommands
    agents: AgentSessions
    presence: UserPresence
    escalation: QuestionEscalation
    agent_questions: AgentQuestions
    agent_tasks: AgentTasks
    projects: ProjectFolders
    volume: VoiceVolume
    servers: McpServers
    models: ModelClients
    starter: StarterUpgrade
    settings: SettingsUpdater
    local_server: LocalServerQuestion
    first_question: FirstQuestion
    sync: DeviceSync
    notices: Sequence[Notice]
    """What the user should know from the start."""
    _resumption: asyncio.Task[None] | None = None

    @property
    def client(self) -> ModelClient:
        return self.models.client

    def announce(self) -> None:
        """Emit the present state: conversation, history, notices, open questions."""
        self.answers.announce()
        for notice in self.notices:
            self.emit(notice)
        self._resumption = self.spawn(self._resume(), "take-up")
        self.memories.begin()
        self.library.begin()
        self.timers.begin()
        self.escalation.begin()
        if self.local_server.offer is not None and not self.plan.is_first_run:
            self.spawn(self.local_server.ask(), "offer-local-server")

    async def taken_up(self) -> None:
        """Wait, after `announce`, until all that the last run left open is put again."""
        if self._resumption is not None:
            await asyncio.wait([self._resumption])

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run `work` as a named task that ends with the core."""
        return self.tasks.spawn(work, name)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self.events.subscribe(listener)

    def emit(self, event: EngineEvent) -> None:
        self.events.emit(event)

    async def _resume(self) -> None:
        """Resume what the end of the program interrupted."""
        await self.local_server.withdraw()
        await self.first_question.take_up()
        await self.answers.begin()
