"""A program that answers over Telegram, to be killed: `python -m tests.helpers.telegram.program HOME URL`.

Its model says what it was told last, word by word. It waits for nothing as long as it should, so that
a test is over soon: what is paced by the second is paced by the hundredth.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from assistant.assembly.telegram.channel import open_telegram
from assistant.home import Home
from assistant.llm.messages_api.messages import Block, TextBlock
from assistant.llm.messages_api.model_client import TextReceived
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import Step, Wait, says
from tests.helpers.telegram.no_linking import NoLinking
from tests.helpers.telegram.running_channel import hasty
from tests.helpers.telegram.server import TOKEN

WORD_S: Final = 0.01


def echo(text: str) -> str:
    """Return what the model says to these words."""
    return f"You said: {text}, and that is all there is to it."


def echo_reply(blocks: Sequence[Block]) -> list[Step]:
    """Return the steps of the reply to the last words of the user's."""
    text = [block.text for block in blocks if isinstance(block, TextBlock)][-1]
    words = echo(text.rpartition("</sent>")[2]).split(" ")
    steps: list[Step] = []
    for step in says(" ".join(words), chunks=[f"{w} " for w in words[:-1]] + words[-1:]):
        if isinstance(step, TextReceived):
            steps.append(Wait(seconds=WORD_S))
        steps.append(step)
    return steps


async def main(home: Home, url: str) -> None:
    """Answer until it is killed."""
    async with opened(home, ReactiveModel(echo_reply)) as running:
        settings = running.core.plan.settings.telegram.model_copy(
            # More than ten wait where it is killed again and again before it has answered one.
            update={"api_url": url, "backlog_messages": 100}
        )
        async with open_telegram(
            running.core, TOKEN, settings=lambda: settings, linking=NoLinking(), pause=hasty
        ):
            await asyncio.Event().wait()


if __name__ == "__main__":
    root = Path(sys.argv[1])
    asyncio.run(main(Home(root=root, models=root / "models"), sys.argv[2]))
