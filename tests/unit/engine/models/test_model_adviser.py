"""What is told under the first replies of the built-in model, and when it is not."""

import asyncio

from typing_extensions import override

from assistant.engine.models.model_adviser import ModelAdviser
from assistant.home import Home
from assistant.llm.messages_api.model_client import Profile
from assistant.protocol.notices import ModelAdvice
from assistant.protocol.turns import TurnFinished, TurnStarted
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.memory_memo import MemoryMemo

STARTER = Profile(name="starter", model="tiny", tools=False)
STARTED = TurnStarted(conversation_id="c", turn_id="t", text="And now?", spoken=False)
FINISHED = TurnFinished(
    conversation_id="c", turn_id="t", text="Hello!", stop_reason="end_turn", spoken=False
)


class SlowStore(MemoryMemo):
    """It is read once the gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    @override
    async def get(self, key: str) -> str | None:
        await self.gate.wait()
        return await super().get(key)


async def test_what_comes_too_late_for_a_reply_is_told_under_the_next(home: Home) -> None:
    async with opened(home, ScriptedModel(profile=STARTER)) as running:
        core, store = running.core, SlowStore()
        tasks: list[asyncio.Task[None]] = []
        adviser = ModelAdviser(
            conversations=core.conversations,
            counted=store,
            starter=core.starter,
            local_server=core.local_server,
            spawn=lambda task, name: (
                tasks.append(asyncio.create_task(task, name=name)) or tasks[-1]
            ),
        )
        adviser.on_event(FINISHED)
        adviser.on_event(STARTED)
        store.gate.set()
        await asyncio.gather(*tasks)
        assert running.of(ModelAdvice) == []
        assert store.texts == {}

        adviser.on_event(FINISHED)
        await asyncio.gather(*tasks)
        [advice] = running.of(ModelAdvice)
        assert "built-in model" in advice.text
