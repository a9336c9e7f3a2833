"""Asks the language model to shorten a memory in the background. Engine loop only.

A remote service answers several requests at once, so rewriting continues during a turn. With a
local model, a new turn cancels the rewriting, which is requested again afterwards.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from assistant.llm.messages_api.model_client import (
    ModelClient,
)
from assistant.llm.single_request import SingleReply, ask
from assistant.memory.model.compaction import (
    RewriteAccepted,
    RewriteRejected,
    instruction,
    judge_rewrite,
    listed,
)

HALVINGS: Final = 2
"""How often a list is cut in two whose rewriting is longer than the model may write at once."""


RewriteModel = Callable[[str, str], Awaitable[SingleReply]]
"""Puts an instruction and a message to a language model; raises AssistantError if it cannot be asked."""


async def rewrite_facts(
    model: RewriteModel, facts: Sequence[str], *, target: int
) -> RewriteAccepted | RewriteRejected:
    """Rewrite facts to at most `target` characters.

    Raises:
        AssistantError: If the model cannot be asked, or not within `LIMIT_S` seconds.
    """
    return judge_rewrite(facts, await _written(model, facts, target, HALVINGS), target=target)


async def _written(model: RewriteModel, facts: Sequence[str], target: int, halvings: int) -> str:
    answer = await model(instruction(target), listed(facts))
    if not answer.is_cut:
        return answer.text
    if halvings == 0 or len(facts) == 1:
        return ""
    middle = len(facts) // 2
    parts = [
        await _written(model, half, target // 2, halvings - 1)
        for half in (facts[:middle], facts[middle:])
    ]
    return "\n".join(parts) if all(parts) else ""


class BackgroundModel:
    """Asks the model that conversations are held with, out of their way. Implements `RewriteModel`."""

    def __init__(self, *, client: Callable[[], ModelClient]) -> None:
        self._client = client
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._busy = asyncio.Event()

    def turn_began(self) -> None:
        """Pause: a reply is awaited."""
        self._quiet.clear()
        self._busy.set()

    def turn_ended(self) -> None:
        """Go on: no reply is awaited."""
        self._busy.clear()
        self._quiet.set()

    async def __call__(self, instruction: str, message: str) -> SingleReply:
        """Ask the model once no turn is under way.

        Raises:
            ProviderError: If it fails, or takes more than `LIMIT_S` seconds.
        """
        while True:
            await self._quiet.wait()
            client = self._client()
            if client.profile.name == "anthropic":
                return await ask(client, instruction, message)
            asking = asyncio.create_task(ask(client, instruction, message), name="rewrite")
            disturbed = asyncio.create_task(self._busy.wait(), name="rewrite-disturbed")
            try:
                await asyncio.wait({asking, disturbed}, return_when=asyncio.FIRST_COMPLETED)
                if asking.done():
                    return asking.result()
            finally:
                for task in (asking, disturbed):
                    task.cancel()
                await asyncio.wait({asking, disturbed})
