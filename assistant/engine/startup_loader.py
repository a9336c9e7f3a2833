"""Loads the heavy parts in an order that does not delay the first reply.

Loading four models takes seconds on two cores, and imports hold the interpreter. Loading everything
at once would delay the user's first message. So a message that was typed before the engine stood goes
first: nothing loads but the SDK that sends its request. Then comes the wake word, which is small. The
heavy parts follow one at a time; none starts loading while a turn waits for the first word of its
reply.

The threads keep normal priority: threads that a native library starts inherit it, and other
programs must not delay a thread that holds the interpreter.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

from assistant.engine.core import Core
from assistant.errors import AssistantError
from assistant.intents.recogniser import read_tables
from assistant.locale import current_language
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import (
    RequestSent,
    TextDelta,
    ThinkingDelta,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)

logger = logging.getLogger(__name__)

MAX_WAIT_FOR_REPLY_S: Final = 10.0
"""How long a load waits for a reply to begin; a service that is slow or gone keeps nobody silent."""


MAX_WAIT_FOR_VOICE_S: Final = 15.0
"""How long the rest waits for the voice to open; a sound system that does not answer keeps no agent
and no other device waiting."""


class LoadQueue:
    """Lets one load run at a time, in the order in which they ask. Engine loop only.

    What must not wait loads without asking: a transcription loads its model itself.

    Args:
        patience_s: Seconds a load waits at most for a turn to begin its reply.
    """

    def __init__(self, *, patience_s: float = MAX_WAIT_FOR_REPLY_S) -> None:
        self._patience_s = patience_s
        self._one = asyncio.Lock()
        self._is_sent = asyncio.Event()
        self._is_sent.set()
        self._is_free = asyncio.Event()
        self._is_free.set()
        self._asking = 0
        self._is_over = asyncio.Event()
        self._is_over.set()

    def on_event(self, event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                self._is_sent.clear()
                self._is_free.clear()
            case RequestSent():
                self._is_sent.set()
            case TextDelta() | ThinkingDelta() | ToolStarted() | TurnFinished() | TurnFailed():
                self._is_sent.set()
                self._is_free.set()
            case _:
                pass

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for a turn to load; the next begins when this context ends."""
        async with self.ahead():
            await self.patiently(self._is_free.wait())
            yield

    @asynccontextmanager
    async def ahead(self) -> AsyncGenerator[None]:
        """As `turn`, without waiting for replies: later requests queue behind it."""
        self._asking += 1
        self._is_over.clear()
        try:
            async with self._one:
                yield
        finally:
            self._asking -= 1
            if not self._asking:
                self._is_over.set()

    async def requests_sent(self) -> None:
        """Wait until no message of the user is on its way to the model."""
        await self.patiently(self._is_sent.wait())

    async def over(self) -> None:
        """Wait until nothing loads or waits to load."""
        while self._asking:
            await self._is_over.wait()

    async def patiently(self, waiting: Awaitable[object]) -> None:
        """Wait at most as long as a load waits."""
        try:
            async with asyncio.timeout(self._patience_s):
                await waiting
        except TimeoutError:
            pass  # the load has waited long enough


async def load_all(
    core: Core,
    *,
    start_voice: Callable[[], Coroutine[Any, Any, None]],
    loading: LoadQueue,
    words_taken: Callable[[], Awaitable[None]],
) -> None:
    """Load what speaks to the model and the wake word, then recogniser and voice.

    Returns when all of it is loaded, but for a voice whose sound system does not answer.

    Args:
        core: What is loaded for.
        start_voice: Opens the voice, whose heavy models ask `loading` for their turns.
        loading: Nobody has asked it yet.
        words_taken: Returns once what was typed before the core stood has begun its turn.
    """
    async with loading.ahead():
        await loading.patiently(words_taken())
        await loading.requests_sent()
        if core.conversations.current.profile.name != "starter":  # which loads in its own process
            await loading.patiently(warmed(core.conversations.current.warm_up))
        # A task of the core: a voice that fails is reported there, and the rest loads.
        await asyncio.wait([core.spawn(start_voice(), "voice")], timeout=MAX_WAIT_FOR_VOICE_S)
    await loading.over()
    core.servers.begin()
    core.sync.begin()
    await asyncio.to_thread(read_tables, current_language())


def warm_up_on_wake(core: Core) -> Callable[[EngineEvent], None]:
    """A listener that has the model ready when listening begins.

    An idle connection is closed after a minute; opening one takes as long as the user speaks.
    """

    def on_event(event: EngineEvent) -> None:
        if isinstance(event, StateChanged) and event.old.session is VoiceSessionState.INACTIVE:
            if event.new.session is VoiceSessionState.ACTIVE:
                core.spawn(warmed(core.conversations.current.warm_up), "warm-up at wake")

    return on_event


async def warmed(warm_up: Callable[[], Awaitable[None]]) -> None:
    """Open the connection or load the model. Errors surface on first use."""
    try:
        await warm_up()
    except AssistantError as error:
        logger.info("The model is not warm: %s", error.message)
