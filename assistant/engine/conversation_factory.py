"""Opens conversations with their history, configuration and initial layers."""

import asyncio
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from assistant.conversation.context.model.layers import ContextLayers, ContextLimits, describe_date
from assistant.conversation.conversation import Conversation
from assistant.conversation.conversation_config import ConversationConfig, LoadedLayers, Questioner
from assistant.conversation.history.message_history import History
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.models.model_clients import ModelClients
from assistant.engine.questions.answer_delivery import load_reconciliation
from assistant.engine.questions.pending_question_turns import PendingQuestionTurns
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient, ToolSpec
from assistant.locale import _
from assistant.memory.files import MemoryFiles
from assistant.memory.model.persona_names import is_name
from assistant.memory.personas import has_persona
from assistant.prompting.files import PromptFiles
from assistant.prompting.skills import Skills, SkillShelf
from assistant.prompting.system_prompt import AskingBy, assemble
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.notices import Notice, Severity
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Channel
from assistant.settings import Settings
from assistant.storage.model.records import ConversationRecord
from assistant.storage.store import Store
from assistant.tools.descriptions import described
from assistant.tools.model.tool_selection import advertised_specs
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderGrant, prompt_of

if TYPE_CHECKING:
    from assistant.conversation.history.files.json_import import ImportDefaults

_PERSONA_GONE: Final = "persona_gone"
"""Code of the notice that the agent of a conversation has no persona any more."""


@dataclass(slots=True, kw_only=True)
class ConversationFactory:
    """Opens conversations with the parts there are; model and settings may be replaced."""

    plan: LaunchOptions
    settings: Settings
    store: Store
    models: ModelClients
    runner: ToolRunner
    registry: ToolRegistry
    questioner: Questioner
    emit: Listener
    shelf: SkillShelf
    pending: Callable[[], Sequence[PendingQuestion]]
    """The questions that wait for the user."""
    granted: GrantedFolders
    """The user's own folders that tools may use."""
    _notified: set[str] = field(default_factory=set[str])
    """Notices that were given already."""

    @property
    def import_setting(self) -> "ImportDefaults":
        """Profile and model that imported conversations are recorded with."""
        from assistant.conversation.history.files.json_import import ImportDefaults

        person, profile = self.settings.person, self.client.profile
        return ImportDefaults(
            workspace=person.workspace,
            agent=person.agent,
            profile=profile.name,
            model=profile.model,
        )

    @property
    def client(self) -> ModelClient:
        return self.models.client

    async def latest(self) -> str | None:
        """The conversation to go on with: the latest, if its model is the present one.

        That is the model of the settings, or one that the user chose for this conversation.
        """
        record = await self.store.conversations.latest()
        if record is None:
            return None
        profile = self.client.profile
        is_same = record.profile == profile.name and (
            record.model == profile.model or profile.name == "starter"
        )
        if not is_same and (
            not await self.models.is_chosen(record.conversation_id)
            or await self.models.client_for(record.profile, record.model) is None
        ):
            return None
        return record.conversation_id

    async def open(self, conversation_id: str | None) -> tuple[Conversation, ConversationOpened]:
        record = None
        if conversation_id is not None:
            record = await self.store.conversations.get(conversation_id)
        client = await self._model_of(record)
        profile = client.profile
        settings = await self._held_as(record)
        person = settings.person
        history = History(
            conversation_id=conversation_id or uuid.uuid4().hex,
            store=self.store.messages,
            clock=self.plan.clock,
        )
        if conversation_id is None:
            await self._create(history.conversation_id, person.workspace, person.agent)
        else:
            await history.load()
        skills = await asyncio.to_thread(
            self.shelf.read, self.plan.home.workspace(person.workspace)
        )
        self._notify(skills)
        channel = self._channel_of(record)
        specs = await self._described(settings, channel)
        offered = await self.models.offered(profile)
        names = [name.model for name in offered]
        built_in = next((name.model for name in offered if name.profile == "starter"), None)
        surroundings = self._surroundings(
            skills, specs, settings, partial(self.granted.folders, history.conversation_id)
        )
        conversation = Conversation(
            history=history,
            surroundings=replace(
                surroundings, client=client, models=names, built_in=built_in, channel=channel
            ),
            clock=self.plan.clock,
        )
        if history.entries:
            asked = await load_reconciliation(
                self.store.questions, conversation, style=self.settings.questions.result_format
            )
            conversation.remember(asked.past(), rounds_used=asked.rounds_used())
            await conversation.lay_out()
        return conversation, ConversationOpened(
            conversation_id=history.conversation_id,
            resumed=bool(history.entries),
            model=profile.model,
            models=tuple(names),
            workspace=person.workspace,
            agent=person.agent,
        )

    async def create_remote(self, channel: Channel, *, workspace: str, agent: str) -> str:
        """Store a new conversation of a remote channel; opened like any other.

        Its user is away from this machine, so the model is offered Safe tools only.

        Raises:
            StoreError: If it cannot be stored.
        """
        conversation_id = uuid.uuid4().hex
        await self._create(conversation_id, workspace, agent, channel=channel.value)
        return conversation_id

    async def _create(
        self, conversation_id: str, workspace: str, agent: str, *, channel: str = ""
    ) -> None:
        profile, now = self.client.profile, self.plan.clock.now()
        await self.store.conversations.create(
            ConversationRecord(
                conversation_id=conversation_id,
                title="",
                workspace=workspace,
                agent=agent,
                profile=profile.name,
                model=profile.model,
                created_at=now,
                updated_at=now,
                channel=channel,
            )
        )

    async def _model_of(self, record: ConversationRecord | None) -> ModelClient:
        """The conversation's own model if it is available, else that of the settings."""
        if record is None:
            return self.client
        client = await self.models.client_for(record.profile, record.model)
        if client is None:
            client = self.client
            self.emit(
                Notice(
                    code="other_model",
                    text=_(
                        "{old} cannot be used now; {new} goes on with this conversation."
                    ).format(old=record.model, new=client.profile.model),
                    severity=Severity.INFO,
                )
            )
        return client

    async def _held_as(self, record: ConversationRecord | None) -> Settings:
        """The settings with the conversation's workspace and agent."""
        if record is None:
            return self.settings
        # Names may be of another's making: a conversation can be imported.
        names = {"workspace": record.workspace, "agent": record.agent}
        kept = {key: name for key, name in names.items() if is_name(name)}
        person = self.settings.person.model_copy(update=kept)
        if await asyncio.to_thread(has_persona, self.plan.home, person.agent):
            if _PERSONA_GONE in self._notified:
                self._notified.remove(_PERSONA_GONE)
                self.emit(Notice(code=_PERSONA_GONE, text="", resolved=True))
        else:
            text = _("The persona {agent} is gone; this conversation goes on without one.")
            self._notified.add(_PERSONA_GONE)
            self.emit(Notice(code=_PERSONA_GONE, text=text.format(agent=person.agent)))
        return self.settings.model_copy(update={"person": person})

    def _notify(self, skills: Skills) -> None:
        """Notify once about faulty skills, and about shipped ones that the user replaced."""
        notices = [
            Notice(code=f"skill_problem_{n}", text=problem.message, hint=problem.hint)
            for n, problem in enumerate(skills.problems)
        ]
        notices += [
            Notice(
                code=f"skill_replaced_{skill.name}",
                text=_("The skill {name} is the one in {path}, in place of Parley's own.").format(
                    name=skill.name, path=skill.path
                ),
                severity=Severity.INFO,
            )
            for old in skills.replaced
            if (skill := skills.find(old.name)) is not None
        ]
        for notice in notices:
            if notice.text not in self._notified:
                self._notified.add(notice.text)
                self.emit(notice)

    async def tools(self, conversation_id: str) -> Sequence[ToolSpec]:
        """The tool specifications for this conversation.

        Raises:
            StoreError: If the store cannot be read.
        """
        record = await self.store.conversations.get(conversation_id)
        settings = await self._held_as(record)
        workspace = self.plan.home.workspace(settings.person.workspace)
        skills = await asyncio.to_thread(self.shelf.read, workspace)
        specs = await self._described(settings, self._channel_of(record))
        return advertised_specs(specs, asking_by=settings.questions.channel, skills=skills)

    def _channel_of(self, record: ConversationRecord | None) -> Channel:
        """Where a conversation is held: here, unless another channel is stored."""
        is_remote = record is not None and record.channel == Channel.TELEGRAM.value
        return Channel.TELEGRAM if is_remote else self.plan.channel

    async def _described(self, settings: Settings, channel: Channel) -> Sequence[ToolSpec]:
        """The tools as the workspace describes them, limited to those the channel may use."""
        files = prompt_files(self.plan.home, settings)
        specs = self.registry.specs(remote=channel.is_remote)
        specs, problems = await asyncio.to_thread(described, specs, files)
        for number, problem in enumerate(problems):
            code = f"tool_description_{number}"
            self.emit(Notice(code=code, text=problem.message, hint=problem.hint))
        return specs

    def _surroundings(
        self,
        skills: Skills,
        specs: Sequence[ToolSpec],
        settings: Settings,
        folders: Callable[[], Sequence[FolderGrant]],
    ) -> ConversationConfig:
        plan = self.plan
        local_now = plan.clock.now().astimezone()
        zone = local_now.tzinfo
        if zone is None:
            raise RuntimeError("astimezone() gave a naive time")
        return ConversationConfig(
            client=self.client,
            layers=LayerReader(
                files=prompt_files(plan.home, settings),
                memory=MemoryFiles(
                    home=plan.home,
                    workspace=settings.person.workspace,
                    agent=settings.person.agent,
                    user=settings.person.user,
                ),
                asking_by=settings.questions.channel,
                skills=skills,
                date=describe_date(local_now),
                folders=folders,
            ).read,
            specs=advertised_specs(specs, asking_by=settings.questions.channel, skills=skills),
            tools=self.runner,
            questioner=self.questioner,
            channel=plan.channel,
            workspace=plan.home.workspace(settings.person.workspace),
            agent=settings.person.agent,
            limits=ContextLimits(
                max_characters=settings.context.max_characters,
                recent_messages=settings.context.recent_messages,
                summary=settings.context.summary,
            ),
            zone=zone,
            max_tool_rounds=settings.tools.max_rounds,
            max_retries=settings.llm.retries,
            max_question_rounds=settings.questions.max_rounds,
            memo=self.store.state,
            waiting_turns=PendingQuestionTurns(
                pending=self.pending, records=self.store.questions
            ).of,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerReader:
    """Reads layers 1 to 6, on a thread."""

    files: PromptFiles
    memory: MemoryFiles
    asking_by: AskingBy
    skills: Skills
    """Those there are when the session starts."""
    date: str
    """Layer 3, fixed when the session starts."""
    folders: Callable[[], Sequence[FolderGrant]] = tuple
    """Those of the user's own that tools may use now."""

    async def read(self) -> LoadedLayers:
        return await asyncio.to_thread(self._read)

    def _read(self) -> LoadedLayers:
        base, notices = self._base()
        base = "\n\n".join(filter(None, (base, prompt_of(self.folders()))))
        persona = self.memory.persona()
        memory = self.memory.read()
        layers = ContextLayers(
            base=base,
            persona=persona.text,
            date=self.date,
            workspace_memory=memory.workspace,
            agent_memory=memory.agent,
            personal_memory=memory.personal,
        )
        problems = [problem for problem in (persona.problem, *memory.problems) if problem]
        notices += [Notice(code=f"memory_{n}", text=text) for n, text in enumerate(problems)]
        return LoadedLayers(layers=layers, notices=notices)

    def _base(self) -> tuple[str, list[Notice]]:
        """Layer 1; the shipped one if the user has just broken theirs."""
        try:
            prompt = assemble(self.files, asking_by=self.asking_by, skills=self.skills)
        except ConfigError as error:
            own = PromptFiles(home=None, workspace=None)
            prompt = assemble(own, asking_by=self.asking_by, skills=self.skills)
            text = _("{problem} Parley's own prompt is used.").format(problem=error.message)
            return prompt.text, [Notice(code="prompt", text=text, hint=error.hint)]
        return prompt.text, []


def prompt_files(home: Home, settings: Settings) -> PromptFiles:
    return PromptFiles(home=home, workspace=home.workspace(settings.person.workspace))


def check_prompts(home: Home, settings: Settings) -> None:
    """Make sure that a prompt can be composed; blocks on the disk.

    Raises:
        ConfigError: If a prompt file is missing, includes itself or cannot be read.
    """
    skills = SkillShelf.of(home).read(home.workspace(settings.person.workspace))
    assemble(prompt_files(home, settings), asking_by=settings.questions.channel, skills=skills)
