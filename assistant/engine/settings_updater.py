"""Applies changed settings and a changed persona.

Engine loop only.
"""

import asyncio
from typing import Any

from assistant.background_tasks import BackgroundTasks
from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.conversation_factory import ConversationFactory
from assistant.engine.launch_options import LaunchOptions
from assistant.engine.models.model_clients import ModelClients
from assistant.engine.models.model_selection import SERVER_SILENT, model_notices, resolve_model
from assistant.engine.models.starter_upgrade import StarterUpgrade
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import StoreError
from assistant.llm.model_factory import ModelFactory
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.settings import ModelChanged, RulesChanged
from assistant.settings import UserSettings, load
from assistant.tools.registry import ToolRegistry
from assistant.tools.tool import Tool


class SettingsUpdater:
    """Has new conversations go by the settings as they are now.

    Args:
        remembering: Offered to the model while the settings let it keep facts by itself.
    """

    def __init__(
        self,
        *,
        plan: LaunchOptions,
        factory: ModelFactory,
        starter: StarterUpgrade,
        models: ModelClients,
        conversation_factory: ConversationFactory,
        conversations: CurrentConversation,
        answers: AnswerDelivery,
        registry: ToolRegistry,
        remembering: Tool[Any],
        tasks: BackgroundTasks,
        emit: Listener,
    ) -> None:
        self._plan = plan
        self._factory = factory
        self._starter = starter
        self._models = models
        self._conversation_factory = conversation_factory
        self._conversations = conversations
        self._answers = answers
        self._registry = registry
        self._remembering = remembering
        self._tasks = tasks
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ModelChanged, self._change_model)
        commands.register(RulesChanged, self._change_rules)

    async def use_persona(self, person: UserSettings) -> None:
        """Use a workspace and agent for a new conversation and later ones.

        Raises:
            StoreError: If it cannot be created; everything stays as it is.
        """
        before = self._conversation_factory.settings
        self._conversation_factory.settings = before.model_copy(update={"person": person})
        try:
            await self._conversations.open(None)
        except StoreError:
            self._conversation_factory.settings = before
            raise
        self._answers.announce()

    def offer_remembering(self) -> None:
        """Offer the tool that remembers facts, or withdraw it, as the settings say."""
        if not self._conversation_factory.settings.memory.automatic:
            self._registry.remove(self._remembering.name)
        elif self._registry.find(self._remembering.name) is None:
            self._registry.add(self._remembering)

    async def _change_model(self, command: ModelChanged) -> None:
        """Use the model of the settings for new conversations.

        The present conversation keeps its model, unless it is still empty.
        """
        loaded = await asyncio.to_thread(load, self._plan.home)
        resolved = await resolve_model(self._plan, loaded.settings, self._factory)
        # Workspace and agent are changed by a command of their own.
        person = self._conversation_factory.settings.person
        settings = loaded.settings.model_copy(update={"person": person})
        self._models.take(resolved.client, settings.llm)
        self._conversation_factory.settings = settings
        self._emit(Notice(code=SERVER_SILENT, text="", resolved=True))  # of the server of before
        for notice in model_notices(resolved, self._plan.channel):
            self._emit(notice)
        if self._conversations.current.is_empty:
            await self._conversations.open(None)
            self._answers.announce()
        else:
            self._emit(
                Notice(
                    code="model_changed",
                    text=_("New conversations will be held with {model}.").format(
                        model=resolved.client.profile.model
                    ),
                    severity=Severity.INFO,
                )
            )
        await self._models.tidy()
        self._tasks.spawn(self._models.client.warm_up(), "warm-up")
        self._starter.look()

    async def _change_rules(self, command: RulesChanged) -> None:
        loaded = await asyncio.to_thread(load, self._plan.home)
        before = self._conversation_factory.settings
        # Model, workspace and agent are changed by commands of their own.
        self._conversation_factory.settings = loaded.settings.model_copy(
            update={"llm": before.llm, "person": before.person}
        )
        self.offer_remembering()
