"""Opens conversations: their history, what they are held with, the layers they begin from."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from assistant.assembly.plan import Plan
from assistant.conversation.client import Listener
from assistant.conversation.context import Layers, Limits, describe_date
from assistant.conversation.conversation import Conversation, Surroundings
from assistant.conversation.events import ConversationOpened, Notice
from assistant.conversation.history import History
from assistant.home import Home
from assistant.llm.client import ModelClient
from assistant.memory.files import MemoryFiles, read_memory
from assistant.questions.model import Origin, QuestionSet, Response
from assistant.settings import Settings
from assistant.storage.records import ConversationRecord
from assistant.storage.store import Store
from assistant.tools.registry import Registry
from assistant.tools.runner import Runner

SYSTEM_PROMPT = "system_prompt.md"


@dataclass(slots=True, kw_only=True)
class Opener:
    """Opens conversations with the parts there are; model and settings may be replaced."""

    plan: Plan
    settings: Settings
    store: Store
    client: ModelClient
    runner: Runner
    registry: Registry
    ask: Callable[[QuestionSet, Origin], Awaitable[Response]]
    emit: Listener

    async def latest(self) -> str | None:
        """Return the conversation to go on with: the latest, if this model held it."""
        record = await self.store.conversations.latest()
        profile = self.client.profile
        if record is None or (record.profile, record.model) != (profile.name, profile.model):
            return None
        return record.conversation_id

    async def open(self, conversation_id: str | None) -> tuple[Conversation, ConversationOpened]:
        """Open the conversation with this id, or a new one."""
        now = self.plan.clock.now()
        profile = self.client.profile
        person = self.settings.person
        history = History(
            conversation_id=conversation_id or uuid.uuid4().hex,
            store=self.store.messages,
            clock=self.plan.clock,
        )
        if conversation_id is None:
            await self.store.conversations.create(
                ConversationRecord(
                    conversation_id=history.conversation_id,
                    title="",
                    workspace=person.workspace,
                    agent=person.agent,
                    profile=profile.name,
                    model=profile.model,
                    created_at=now,
                    updated_at=now,
                )
            )
        else:
            await history.load()
        conversation = Conversation(
            history=history, surroundings=self._surroundings(), clock=self.plan.clock
        )
        return conversation, ConversationOpened(
            conversation_id=history.conversation_id,
            resumed=bool(history.entries),
            model=profile.model,
        )

    def _surroundings(self) -> Surroundings:
        plan, settings = self.plan, self.settings
        local_now = plan.clock.now().astimezone()
        zone = local_now.tzinfo
        if zone is None:
            raise RuntimeError("astimezone() gave a naive time")
        return Surroundings(
            client=self.client,
            layers=LayerReader(
                home=plan.home,
                memory=MemoryFiles(
                    home=plan.home,
                    workspace=settings.person.workspace,
                    agent=settings.person.agent,
                    user=settings.person.user,
                ),
                date=describe_date(local_now),
                emit=self.emit,
            ).read,
            specs=self.registry.specs(),
            tools=self.runner,
            ask=self.ask,
            channel=plan.channel,
            workspace=plan.home.workspace(settings.person.workspace),
            limits=Limits(
                max_characters=settings.context.max_characters,
                recent_messages=settings.context.recent_messages,
            ),
            zone=zone,
            max_tool_rounds=settings.tools.max_rounds,
            max_question_rounds=settings.questions.max_rounds,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerReader:
    """Reads layers 1 to 6, on a thread; what is wrong with a file becomes a notice."""

    home: Home
    memory: MemoryFiles
    date: str
    """Layer 3, fixed when the session starts."""
    emit: Listener

    async def read(self) -> Layers:
        """Read the files as they are now."""
        layers, problems = await asyncio.to_thread(self._read)
        for n, problem in enumerate(problems):
            self.emit(Notice(code=f"memory_{n}", text=problem))
        return layers

    def _read(self) -> tuple[Layers, tuple[str, ...]]:
        base = self.home.find(SYSTEM_PROMPT)
        prompt = read_memory(base, inside=base.parent)
        persona = self.memory.persona()
        memory = self.memory.read()
        layers = Layers(
            base=prompt.text,
            persona=persona.text,
            date=self.date,
            workspace_memory=memory.workspace,
            agent_memory=memory.agent,
            personal_memory=memory.personal,
        )
        found = (prompt.problem, persona.problem, *memory.problems)
        return layers, tuple(problem for problem in found if problem)
