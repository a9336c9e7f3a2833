"""Holds the clients of the models in use, and switches between models. Engine loop only.

A client is built on first use. A conversation may continue with it after the settings name another
model; once none does and its last request is over, it is closed, and its child process with it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.background_tasks import BackgroundTasks
from assistant.conversation.conversation import Conversation
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.model.unfinished_turn import find_last_user_message
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.models.counted_client import CountedClient
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import AssistantError, ConfigError
from assistant.llm.messages_api.model_client import ModelClient, Profile
from assistant.llm.model_choice.choice import STARTER_MODEL
from assistant.llm.model_choice.model_names import ModelName, model_name_of, offered_models
from assistant.llm.model_factory import ModelFactory
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened, RetryReply, WithdrawMessage
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import ModelSwitched, SwitchModel
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.settings import LlmSettings
from assistant.storage.conversations import ConversationRepository
from assistant.storage.key_value import StateRepository

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
    factory: ModelFactory

    async def built_in(self) -> str | None:
        """Name of the built-in model if it can be offered."""
        return None if self.plan.client is not None else await self.factory.built_in_name()

    async def build(self, name: ModelName, settings: LlmSettings) -> ModelClient | None:
        """None if the model is not available.

        Raises:
            ConfigError: If the address in the settings is none.
        """
        plan = self.plan
        if plan.client is not None:
            return plan.other_clients.get(name.model)
        return await self.factory.named(name, settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A client that was made."""

    client: ModelClient
    """With rules before it, as conversations have it."""
    model: CountedClient
    key: int
    """Of the client it was made of."""


class ModelClients:
    """Builds the clients of models, once each, and says which are offered.

    Args:
        with_rules: Puts what needs no model before a client; conversations have these.
        built_in: Returns the name of the built-in model if its file is here.
        chosen: Keeps for which conversations the user chose the model.
        held: Returns the clients that open conversations are held with.
    """

    def __init__(
        self,
        *,
        client: ModelClient,
        settings: LlmSettings,
        build: Build,
        built_in: Callable[[], Awaitable[str | None]],
        chosen: StateRepository,
        with_rules: WithRules,
        held: Callable[[], Sequence[ModelClient]] = tuple,
    ) -> None:
        self._build = build
        self._with_rules = with_rules
        self._chosen = chosen
        self._built_in = built_in
        self._held = held
        self._tasks = BackgroundTasks(owner="models")
        self._counted: dict[int, tuple[ModelClient, CountedClient]] = {}
        """Every client that is not closed, by its id; the built-in model is built but once."""
        self._made: list[_Made] = []
        self._settings = settings
        self._client, self._plain = self._make(client)
        self._clients = {_key(model_name_of(client.profile)): self._client}
        self._building = asyncio.Lock()

    @property
    def client(self) -> ModelClient:
        """The model of the settings, for new conversations."""
        return self._client

    @property
    def plain(self) -> ModelClient:
        """The model of the settings without rules, for requests outside conversations."""
        return self._plain

    def behind(self, client: ModelClient) -> ModelClient:
        """The model behind the rules of a conversation's client; the plain one if it is unknown."""
        return next((made.model for made in self._made if made.client is client), self._plain)

    def take(self, client: ModelClient, settings: LlmSettings) -> None:
        """Apply changed settings: other clients are built again when wanted.

        `tidy` closes the old ones.
        """
        self._settings = settings
        self._client, self._plain = self._make(client)
        self._clients = {_key(model_name_of(client.profile)): self._client}

    def _make(self, client: ModelClient) -> tuple[ModelClient, CountedClient]:
        """A client with rules before it, and the one behind them."""
        key = id(client)
        if key not in self._counted:
            self._counted[key] = client, CountedClient(client, on_idle=self.tidy_soon)
        counted = self._counted[key][1]
        made = _Made(client=self._with_rules(counted, self._settings), model=counted, key=key)
        self._made.append(made)
        return made.client, counted

    def follow(self, event: EngineEvent) -> None:
        """Another conversation may have been closed."""
        if isinstance(event, ConversationOpened | ModelSwitched):
            self.tidy_soon()

    def tidy_soon(self) -> None:
        """Schedule `tidy` if there is anything to close."""
        if len(self._made) > len(self._clients):
            self._tasks.spawn(self.tidy(), "close models")

    async def tidy(self) -> None:
        """Close clients of earlier settings that no conversation and no request uses."""
        wanted = [*self._clients.values(), *self._held()]
        self._made = [
            made
            for made in self._made
            if any(made.client is client for client in wanted) or not made.model.is_idle
        ]
        for key in tuple(self._counted):  # while one is closed, another may come into use
            if key in self._counted and all(made.key != key for made in self._made):
                client, _counted = self._counted.pop(key)
                await client.aclose()

    async def offered(self, current: Profile) -> tuple[ModelName, ...]:
        built_in = await self._built_in()
        return offered_models(
            model_name_of(self._client.profile),
            self._settings.offered_models,
            built_in=built_in,
            also=(model_name_of(current),),
        )

    async def find(self, name: ModelName) -> ModelClient | None:
        """Built on first use; None if the model is not available.

        Raises:
            ConfigError: If the address in the settings is none.
        """
        async with self._building:
            client = self._clients.get(_key(name))
            if client is None:
                client = await self._build(name, self._settings)
                if client is not None:
                    client = self._clients[_key(name)] = self._make(client)[0]
            return client

    async def client_for(self, profile: str, model: str) -> ModelClient | None:
        """None if the model is not available; names as in `ConversationRecord`."""
        match profile:
            case "anthropic" | "local" | "starter":
                name = ModelName(profile=profile, model=model)
            case _:
                return None
        if _key(name) == _key(model_name_of(self._client.profile)):
            return self._client
        try:
            client = await self.find(name)
            if client is not None:
                await client.check()
        except AssistantError:
            return None
        return client

    async def is_chosen(self, conversation_id: str) -> bool:
        """Whether the user chose this conversation's model; raises StoreError."""
        return await self._chosen.get(_CHOSEN + conversation_id) is not None

    async def choose(self, conversation_id: str) -> None:
        """Raises StoreError."""
        await self._chosen.put(_CHOSEN + conversation_id, "yes")

    async def aclose(self) -> None:
        """Close every open client; idempotent."""
        await self._tasks.cancel_all()
        for client, _counted in tuple(self._counted.values()):
            await client.aclose()


def _key(name: ModelName) -> ModelName:
    """The built-in model is one, whichever file it runs from."""
    return replace(name, model=STARTER_MODEL) if name.profile == "starter" else name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loan:
    """A conversation is held with another model for one turn."""

    before: ModelClient
    """What it returns to."""
    end: Callable[[], None] = lambda: None
    """Has it return to nothing by itself."""


class ModelSwitch:
    """Handles the commands about the model that answers, and about words to send once more.

    Args:
        branches: Called where the current conversation goes back.
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
        self._loans: dict[str, _Loan] = {}
        """Those that stand, by the id of the conversation."""
        self._sending = asyncio.Lock()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(SwitchModel, self._switch_model)
        commands.register(RetryReply, self._send_again)
        commands.register(WithdrawMessage, self._withdraw)

    async def _switch_model(self, command: SwitchModel) -> None:
        await self._switch(command.model)

    async def _send_again(self, command: RetryReply) -> None:
        async with self._sending:  # a button may be pressed twice
            await self._make_anew(command)

    async def _make_anew(self, command: RetryReply) -> None:
        conversation = self._conversations.current
        if command.model is not None and not command.for_this_turn:
            if not await self._switch(command.model):
                return
        elif command.model is not None and conversation.model != command.model:
            client = await self._find(command.model)
            if client is None:
                return
            self._lend(conversation, client)
        async with conversation.going_back():
            before = self._take_loan(conversation)  # the end of the turn that is stopped ends none
            has_begun = await self._can_be_asked() and await self._begin_anew(conversation)
            if before is not None and has_begun:
                self._return_after_turn(conversation, before)
            elif before is not None:
                self._hold_with(before, conversation)

    async def _begin_anew(self, conversation: Conversation) -> bool:
        """Regenerate the last reply; False after a notice that says why not."""
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
            return False
        conversation.rewind(point.at)
        await self._branches.leave_branch()
        if conversation is not self._conversations.current:  # the user went elsewhere meanwhile
            return False
        self._branches.announce()
        was_spoken = any(e.spoken for e in conversation.entries if e.turn_id == point.turn_id)
        is_open = conversation.state.session is not VoiceSessionState.INACTIVE
        conversation.take_up(point, spoken=was_spoken and is_open)
        return True

    def _lend(self, conversation: Conversation, client: ModelClient) -> None:
        """Switch a conversation to another model until its turn ends."""
        before = self._take_loan(conversation) or conversation.client
        self._loans[conversation.conversation_id] = _Loan(before=before)
        self._hold_with(client, conversation)

    def _take_loan(self, conversation: Conversation) -> ModelClient | None:
        """The model to return to; clears the loan."""
        loan = self._loans.pop(conversation.conversation_id, None)
        if loan is None:
            return None
        loan.end()
        return loan.before

    def _return_after_turn(self, conversation: Conversation, client: ModelClient) -> None:
        """Return to the earlier model after the turn, unless the user chose meanwhile."""
        turn_id = conversation.turn_id

        def listen(event: EngineEvent) -> None:
            if isinstance(event, TurnFinished | TurnFailed) and event.turn_id == turn_id:
                self._take_loan(conversation)
                self._hold_with(client, conversation)

        end = conversation.subscribe(listen)
        self._loans[conversation.conversation_id] = _Loan(before=client, end=end)

    async def _withdraw(self, command: WithdrawMessage) -> None:
        self._conversations.current.queue.withdraw(command.words_id)

    async def _can_be_asked(self) -> bool:
        """If not, a notice has said why."""
        try:
            await self._conversations.current.check()
        except AssistantError as error:
            self._emit(Notice.of(error, "model_unavailable"))
            return False
        return True

    async def _switch(self, shown: str) -> bool:
        """Whether the switch succeeded."""
        conversation = self._conversations.current
        if self._take_loan(conversation) is None and conversation.model == shown:
            return True
        client = await self._find(shown)
        if client is None:
            return False
        taken = model_name_of(client.profile)  # a server may complete the name
        await self._records.set_model(conversation.conversation_id, taken.profile, taken.model)
        await self._models.choose(conversation.conversation_id)
        self._hold_with(client)
        return True

    async def _find(self, shown: str) -> ModelClient | None:
        """None after a notice that says why."""
        names = await self._models.offered(self._conversations.current.profile)
        name = next((name for name in names if shown in {name.model, name.setting}), None)
        try:
            client = None if name is None else await self._models.find(name)
            if client is None:
                raise ConfigError(
                    _("The model {model} cannot be used.").format(model=shown),
                    hint=_("Check its name in the settings, and whether its server runs."),
                )
            await client.check()
        except AssistantError as error:
            self._emit(Notice.of(error, "model_unavailable"))
            return None
        return client

    def _hold_with(self, client: ModelClient, conversation: Conversation | None = None) -> None:
        conversation = conversation or self._conversations.current
        conversation.use(client)
        model, conversation_id = client.profile.model, conversation.conversation_id
        self._emit(Notice(code="model_unavailable", text="", resolved=True))
        self._emit(
            ModelSwitched(model=model, takes=conversation.takes, conversation_id=conversation_id)
        )
