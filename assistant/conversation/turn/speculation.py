"""Sends a request before it is certain that the user has finished speaking.

During a pause, the model may be asked as if the words heard so far were complete. The reply is held
back: no tool runs, and nothing is stored, shown or spoken. When the user has finished, the turn
composes its request as usual and uses the reply only if that request is *equal* to the early one;
words that differ in case, punctuation or spacing alone are said as they were asked. So any other change meanwhile, such as a memory file or another message, leads to a new request. Failed or
unused attempts are silent. A `ReplyPreview` may follow the text, to be ready when it is used.

Engine loop only.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from datetime import datetime
from typing import Final, Protocol

from assistant.clock import Clock
from assistant.conversation.history.model.embedded_choice import EmbeddedChoiceFilter
from assistant.conversation.turn.model.message_queue import UserMessage
from assistant.errors import AssistantError
from assistant.languages.same_words import same_words
from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelEvent,
    ModelRequest,
    TextReceived,
    TextWithdrawn,
)

logger = logging.getLogger(__name__)

MAX_EVENTS: Final = 512
"""How much of a reply is kept aside; beyond it the service waits until the words are said."""

Composer = Callable[[str, datetime], Awaitable[ModelRequest]]
"""Composes the request that a turn would send that these words began at this time."""


class ReplyPreview(Protocol):
    """Follows the reply of a request that may never be used; nobody is to notice."""

    def feed(self, text: str) -> None:
        """Add text that would be shown next."""
        ...

    def finish(self) -> None:
        """The text is complete."""
        ...

    def drop(self) -> None:
        """The reply is cancelled, or its turn is over; idempotent."""
        ...


class SpeculativeRequest:
    """One request sent ahead, and what came back so far."""

    def __init__(
        self,
        *,
        text: str,
        client: ModelClient,
        compose: Composer,
        clock: Clock,
        preview: ReplyPreview | None = None,
        tell_in_vain: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self.text = text
        self.at = clock.now()
        """When the words were heard; they are stored with this time, which the request carries."""
        self._client = client
        self._compose = compose
        self._clock = clock
        self._request: ModelRequest | None = None
        self._sent_at = clock.monotonic()
        self._failure: Exception | None = None
        self._is_given_up = False
        self._preview = preview
        self._is_previewed = preview is not None
        self._tell_in_vain = tell_in_vain
        self._is_used = False
        self._visible = EmbeddedChoiceFilter(source="")
        self._arrived: asyncio.Queue[ModelEvent | None] = asyncio.Queue(MAX_EVENTS)
        self._task = asyncio.create_task(self._ask(), name="guess")

    @property
    def age_s(self) -> float:
        return self._clock.monotonic() - self._sent_at

    def adopt(self, request: ModelRequest) -> "SpeculativeRequest | None":
        """This guess if it asked exactly this and has not failed; else it is cancelled."""
        if request == self._request and self._failure is None and not self._is_given_up:
            self._is_used = True
            return self
        logger.debug("What was asked ahead is of no use; asking anew")
        self.cancel()
        return None

    async def events(self) -> AsyncGenerator[ModelEvent]:
        """The reply from its beginning; once, after `adopt`.

        Raises:
            ProviderError: As `ModelClient.stream`, if it fails from now on.
        """
        try:
            while (event := await self._arrived.get()) is not None:
                yield event
            if self._failure is not None:
                raise self._failure
        finally:
            await self.aclose()

    def end_preview(self) -> None:
        """The turn reports the reply itself from now on; what was prepared stays."""
        self._is_previewed = False

    def cancel(self) -> None:
        """Cancel the request, under way or complete; idempotent."""
        if not self._is_given_up and not self._is_used and self._request is not None:
            self._tell_in_vain(self.text)
        self._is_given_up = True
        self._is_previewed = False
        self._task.cancel()
        if self._preview is not None:
            self._preview.drop()

    async def aclose(self) -> None:
        """Cancel the request and wait until it is gone."""
        self.cancel()
        await asyncio.wait([self._task])

    def add_done_callback(self, callback: Callable[["SpeculativeRequest"], None]) -> None:
        """Call back once nothing of the request is under way any more."""
        self._task.add_done_callback(lambda _task: callback(self))

    async def _ask(self) -> None:
        try:
            request = await self._compose(self.text, self.at)
            self._request, self._sent_at = request, self._clock.monotonic()
            async with aclosing(self._client.stream(request)) as events:
                async for event in events:
                    if isinstance(event, TextReceived):
                        self._show(self._visible.feed(event.text))
                    elif isinstance(event, TextWithdrawn):
                        self._is_previewed = False  # what was made ready is not said
                    await self._arrived.put(event)
            self._show(self._visible.finish(), is_end=True)
        except AssistantError as error:
            self._failure = error
            logger.debug("What was asked ahead failed: %s", error.message)
        except Exception as error:  # the guess's boundary: a bug shows when the turn asks itself
            self._failure = error
            logger.exception("What was asked ahead failed")
        await self._arrived.put(None)

    def _show(self, text: str, *, is_end: bool = False) -> None:
        """Feed the preview until the turn takes over."""
        if self._preview is None or not self._is_previewed:
            return
        if text:
            self._preview.feed(text)
        if is_end:
            self._preview.finish()


class SpeculativeRequests:
    """The guess of a conversation; at most one at a time.

    Args:
        client: Is asked.
        compose: Composes what it is asked.
        needs_model: Whether words are for the model behind the client, and not understood by rules.
    """

    def __init__(
        self,
        *,
        client: ModelClient,
        compose: Composer,
        clock: Clock,
        needs_model: Callable[[str], bool] = lambda _text: True,
    ) -> None:
        self._needs_model = needs_model
        self._client = client
        self._compose = compose
        self._clock = clock
        self._current: SpeculativeRequest | None = None
        self.in_vain = 0
        """How many requests a model was sent that were not used."""
        self._under_way: set[SpeculativeRequest] = set()

    def use(self, client: ModelClient) -> None:
        """Ask this model from now on; cancels earlier guesses."""
        self.forget()
        self._client = client

    def begin(self, text: str, *, preview: ReplyPreview | None = None) -> None:
        """Ask ahead for these words in place of earlier ones; nothing if they are the same."""
        if self._current is not None and same_words(self._current.text, text):
            return
        self.forget()
        guess = SpeculativeRequest(
            text=text,
            client=self._client,
            compose=self._compose,
            clock=self._clock,
            preview=preview,
            tell_in_vain=self._count,
        )
        self._current = guess
        self._under_way.add(guess)
        guess.add_done_callback(self._under_way.discard)

    def take(self, words: UserMessage) -> SpeculativeRequest | None:
        """The guess for these words; cancels any other."""
        guess = self._current
        if (
            guess is None
            or not words.spoken
            or words.answers
            or not same_words(words.text, guess.text)
        ):
            self.forget()
            return None
        self._current = None
        guess.end_preview()
        return guess

    def _count(self, text: str) -> None:
        self.in_vain += self._needs_model(text)

    def forget(self) -> None:
        """Cancel a guess that was not taken."""
        guess, self._current = self._current, None
        if guess is not None:
            guess.cancel()

    async def aclose(self) -> None:
        """Cancel every guess and wait until all are gone."""
        self.forget()
        for guess in tuple(self._under_way):
            await guess.aclose()
