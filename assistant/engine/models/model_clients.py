"""Holds the clients of the models in use, and switches between models. Engine loop only.

A client is built on first use and kept until the program ends: a conversation may continue with it
after the settings name another model.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from assistant.conversation.conversation_config import KeyValueStore
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.model.unfinished_turn import find_last_user_message
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import AssistantError, ConfigError
from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.model_client import ModelClient, Profile
from assistant.llm.model_choice.choice import STARTER_FILE
from assistant.llm.model_choice.model_names import ModelName, model_name_of, offered_models
from assistant.llm.model_factory import ModelFactory
from assistant.locale import _
from assistant.protocol.conversation import RetryReply, WithdrawMessage
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import ModelSwitched, SwitchModel
from assistant.protocol.notices import Notice, Severity
from assistant.settings import LlmSettings
from assistant.storage.conversations import ConversationRepository

_CHOSEN: Final = "model_chosen:"
"""Prefix of the state that notes that the user chose the model of a conversation; its id follows."""

Build = Callable[[ModelName, LlmSettings], Awaitable[ModelClient | None]]
"""Builds the client of a model; None if the model cannot be had."""

WithRules = Callable[[ModelClient, LlmSettings], ModelClient]
"""Puts what needs no model before a client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelClientBuilder:
    """Builds clients as the settings say, or takes those the plan brings."""

    plan: LaunchOptions
    keys: KeyStore

    def has_starter(self) -> bool:
        """Whether the built-in model can be offered; blocks for as long as the disk does."""
        plan = self.plan
        return plan.client is None and plan.home.models.joinpath(*STARTER_FILE).is_file()

    async def build(self, name: ModelName, settings: LlmSettings) -> ModelClient | None:
        """Return the client of a model, or None if it cannot be had.

        Raises:
            ConfigError: If the address in the settings is none.
        """
        plan = self.plan
        if plan.client is not None:
            return plan.other_clients.get(name.model)
        factory = ModelFactory(keys=self.keys, home=plan.home, clock=plan.clock)
        return await factory.named(name, settings)


class ModelClients:
    """Builds the clients of models, once each, and says which are offered.

    Args:
        with_rules: Puts what needs no model before a client; whoever converses has these.
        has_starter: Whether the built-in model's file is here; called on a thread.
        chosen: Keeps for which conversations the user chose the model.
    """

    def __init__(
        self,
        *,
        client: ModelClient,
        settings: LlmSettings,
        build: Build,
        has_starter: Callable[[], bool],
        chosen: KeyValueStore,
        with_rules: WithRules,
    ) -> None:
        self._build = build
        self._with_rules = with_rules
        self._chosen = chosen
        self._has_starter = has_starter
        self._client = with_rules(client, settings)
        self._plain = client
        self._settings = settings
        self._clients = {model_name_of(client.profile): self._client}
        self._retired: list[ModelClient] = []
        self._building = asyncio.Lock()

    @property
    def client(self) -> ModelClient:
        """The model of the settings, which new conversations are held with."""
        return self._client

    @property
    def plain(self) -> ModelClient:
        """The model of the settings without rules, for what is no conversation."""
        return self._plain

    def take(self, client: ModelClient, settings: LlmSettings) -> None:
        """Take up changed settings: every other client is built anew when it is wanted again."""
        self._retired += self._clients.values()
        self._client, self._settings = self._with_rules(client, settings), settings
        self._plain = client
        self._clients = {model_name_of(client.profile): self._client}

    async def offered(self, current: Profile) -> tuple[ModelName, ...]:
        """Return the models that a conversation with `current` may be held with, it among them."""
        has_starter = await asyncio.to_thread(self._has_starter)
        return offered_models(
            model_name_of(self._client.profile),
            self._settings.offered_models,
            has_starter=has_starter,
            also=(model_name_of(current),),
        )

    async def find(self, name: ModelName) -> ModelClient | None:
        """Return the client of a model, built when it is first wanted; None if it cannot be had.

        Raises:
            ConfigError: If the address in the settings is none.
        """
        async with self._building:
            client = self._clients.get(name)
            if client is None:
                client = await self._build(name, self._settings)
                if client is not None:
                    client = self._clients[name] = self._with_rules(client, self._settings)
            return client

    async def client_for(self, profile: str, model: str) -> ModelClient | None:
        """Return the client a stored conversation was held with, or None if it cannot be had.

        Both names are as in `ConversationRecord`.
        """
        match profile:
            case "anthropic" | "local" | "starter":
                name = ModelName(profile=profile, model=model)
            case _:
                return None
        if name == model_name_of(self._client.profile):
            return self._client
        try:
            client = await self.find(name)
            if client is not None:
                await client.check()
        except AssistantError:
            return None
        return client

    async def is_chosen(self, conversation_id: str) -> bool:
        """Whether the user chose the model of this conversation; raises StoreError."""
        return await self._chosen.get(_CHOSEN + conversation_id) is not None

    async def choose(self, conversation_id: str) -> None:
        """Note that they did; raises StoreError."""
        await self._chosen.put(_CHOSEN + conversation_id, "yes")

    async def aclose(self) -> None:
        """Close every client there was; idempotent."""
        for client in (*self._retired, *self._clients.values()):
            await client.aclose()


class ModelSwitch:
    """Handles the commands about the model that answers, and about words to send once more.

    Args:
        branches: Told where the current conversation goes back.
    """

    def __init__(
        self,
        *,
        models: ModelClients,
        records: ConversationRepository,
        conversations: CurrentConversation,
        branches: AnswerDelivery,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._models = models
        self._records = records
        self._conversations = conversations
        self._branches = branches
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        """Register the handlers."""
        commands.register(SwitchModel, self._switch_model)
        commands.register(RetryReply, self._send_again)
        commands.register(WithdrawMessage, self._withdraw)

    async def _switch_model(self, command: SwitchModel) -> None:
        await self._switch(command.model)

    async def _send_again(self, command: RetryReply) -> None:
        conversation = self._conversations.current
        if command.model is not None and not await self._switch(command.model):
            return
        if not await self._can_be_asked():
            return
        await conversation.stop_turn()
        point = find_last_user_message(conversation.entries)
        if point is None:
            self._emit(
                Notice(
                    code="nothing_to_send",
                    text=_("There is nothing to send again."),
                    severity=Severity.INFO,
                )
            )
            return
        conversation.rewind(point.at)
        await self._branches.leave_branch()
        self._branches.announce()
        was_spoken = any(e.spoken for e in conversation.entries if e.turn_id == point.turn_id)
        is_open = conversation.state.session is not VoiceSessionState.INACTIVE
        conversation.take_up(point, spoken=was_spoken and is_open)

    async def _withdraw(self, command: WithdrawMessage) -> None:
        self._conversations.current.withdraw(command.words_id)

    async def _can_be_asked(self) -> bool:
        """Whether the current model can be asked; if not, a notice has said why."""
        try:
            await self._conversations.current.check()
        except AssistantError as error:
            self._emit(Notice.of(error, "model_unavailable"))
            return False
        return True

    async def _switch(self, shown: str) -> bool:
        """Hold the current conversation with another model; whether it is held with it now."""
        conversation = self._conversations.current
        if conversation.model == shown:
            return True
        names = await self._models.offered(conversation.profile)
        name = next((name for name in names if shown in {name.model, name.setting}), None)
        try:
            client = None if name is None else await self._models.find(name)
            if name is None or client is None:
                raise ConfigError(
                    _("The model {model} cannot be used.").format(model=shown),
                    hint=_("Check its name in the settings, and whether its server runs."),
                )
            await client.check()
        except AssistantError as error:
            self._emit(Notice.of(error, "model_unavailable"))
            return False
        taken = model_name_of(client.profile)  # a server may complete the name
        conversation.use(client)
        await self._records.set_model(conversation.conversation_id, taken.profile, taken.model)
        await self._models.choose(conversation.conversation_id)
        self._emit(Notice(code="model_unavailable", text="", resolved=True))
        self._emit(ModelSwitched(model=taken.model, conversation_id=conversation.conversation_id))
        return True
