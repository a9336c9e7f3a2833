"""The configuration and dependencies of a conversation: protocols and values only."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Protocol

from assistant.conversation.context.model.layers import ContextLayers, ContextLimits
from assistant.conversation.turn.model.retry_policy import MOST_RETRIES
from assistant.llm.messages_api.model_client import ModelClient, ToolSpec
from assistant.protocol.notices import Notice
from assistant.questions.model.question import Channel, Origin, QuestionSet
from assistant.storage.key_value import StateRepository
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import AnsweredQuestions


class Speaker(Protocol):
    """Who speaks replies aloud."""

    def takes(self, *, spoken: bool) -> bool:
        """Whether the reply will be spoken.

        If so, the speaker signals `REPLY_FINISHED` or `FIRST_AUDIO` and `PLAYED_OUT`.
        """
        ...

    def begins(self) -> None:
        """A typed message begins a turn: stop speaking and listening."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptedCall:
    """A call of the question tool that the end of the program interrupted."""

    tool_use_id: str
    origin: Origin
    """Where the user is now; names conversation and turn."""
    since: datetime | None
    """When it may have begun at the earliest."""


class Questioner(Protocol):
    """What a conversation needs of the question desk and what is stored beside it."""

    async def ask(self, questions: QuestionSet, origin: Origin) -> AnsweredQuestions:
        """Put a question of the turn to the user; raises StoreError if it cannot be stored."""
        ...

    async def take_up(self, call: InterruptedCall) -> AnsweredQuestions | None:
        """Find the question of a call; wait for it if it is open. None if it was never put."""
        ...

    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Put a choice from the text of a finished turn; returns at once."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedLayers:
    """Layers 1 to 6 as they are now, and what is wrong with their files."""

    layers: ContextLayers
    notices: Sequence[Notice] = ()


async def no_pending_turns(conversation_id: str, answered: str | None) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationConfig:
    """What a conversation is held with; fixed for its life."""

    client: ModelClient
    layers: Callable[[], Awaitable[LoadedLayers]]
    """Reads layers 1 to 6; called once a turn, and once where the model is asked ahead of one."""
    specs: Sequence[ToolSpec]
    tools: ToolRunner
    questioner: Questioner
    """Puts questions to the user."""
    channel: Channel
    """Where the user is."""
    workspace: Path
    """The folder that tools work in; called as the workspace is."""
    agent: str
    max_question_rounds: int
    limits: ContextLimits
    zone: tzinfo
    max_tool_rounds: int
    models: Sequence[str] = ()
    """Every model the conversation may be held with, as shown."""
    built_in: str | None = None
    """The one of them that is the built-in model."""
    max_retries: int = MOST_RETRIES
    """How often a request is sent again whose reply breaks off."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits so many seconds before a request is sent again."""
    memo: StateRepository | None = None
    """Keeps summaries between runs; None forgets them with the conversation."""
    waiting_turns: Callable[[str, str | None], Awaitable[Collection[str]]] = no_pending_turns
    """Returns the turns of a conversation in which a question waits, or was answered just now.

    Called with the id of the conversation and of the questions that the last words answer, if any.
    """
