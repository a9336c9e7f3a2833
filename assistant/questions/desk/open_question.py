"""A question that was put, as whoever put it holds it. Engine loop only."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Self

from assistant.questions.model.question import QuestionSet, Response


class OpenQuestion:
    """A question that is stored and before the user; its response comes later.

    It counts as waited for from the moment it is put until `response` is settled, whether or not
    somebody awaits that: its answer is nobody's late answer.

    Args:
        questions: What is asked, as it is stored.
        response: Settled once, by the desk alone; cancelled if the program ends before.
        withdraw: Closes the question without a choice.
    """

    def __init__(
        self,
        *,
        questions: QuestionSet,
        response: "asyncio.Future[Response]",
        withdraw: Callable[[], Awaitable[None]],
    ) -> None:
        self.questions = questions
        self._response = response
        self._withdraw = withdraw

    @classmethod
    def suspended(cls, questions: QuestionSet) -> Self:
        """Return a question that was stored as the program ended; nobody sees it before a start."""
        response: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        response.cancel()

        async def withdraw() -> None:
            """Leave it open in the store."""

        return cls(questions=questions, response=response, withdraw=withdraw)

    @property
    def id(self) -> str:
        """The id it is stored under."""
        return self.questions.id

    @property
    def is_suspended(self) -> bool:
        """Whether the program ended before there was a response; it is open in the store still."""
        return self._response.cancelled()

    @property
    def response(self) -> "asyncio.Future[Response]":
        """The response, to be awaited any number of times.

        A caller that is cancelled only stops waiting: the question stays open. Raises
        `asyncio.CancelledError` if the program ends first, `StoreError` if what the question
        depends on cannot be read.
        """
        return asyncio.shield(self._response)

    async def withdraw(self) -> None:
        """Close it unless a response came first; wait until it is cleared.

        It is closed as `client` where it is bound to a connection, else as `turn_cancelled`.

        After the desk was closed this does nothing: the question stays open in the store.
        """
        await self._withdraw()

    async def response_or_withdraw(self) -> Response:
        """Wait for the response as the one it is asked for: who is cancelled withdraws it.

        Raises:
            StoreError: If what the question depends on cannot be read; it stays open.
        """
        try:
            return await self.response
        except asyncio.CancelledError:
            await self.withdraw()
            raise
