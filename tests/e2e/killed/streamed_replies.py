"""A conversation whose replies stream slowly, over as many lives as the program is given.

In each life the user says something and the program is killed somewhere on the way: while it
starts, while words are stored, in the middle of the reply. What is left is compared with what the
model was sent: words that reached it had been taken, so they must be there, once and whole.
"""

import os
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from assistant.home import Home
from tests.e2e.killed.leftovers import leftovers
from tests.e2e.killed.moments import Moment
from tests.e2e.killed.question_rounds import ROOT
from tests.helpers.llm.message_rules import content_of, faults
from tests.helpers.llm.messages_server import MessagesServer, RecordedRequest, Reply
from tests.helpers.process.database_remains import LeftMessage, Remains, read_remains
from tests.helpers.process.life import HaltedError, Life

PIECES: Final = 48
PACE_S: Final = 0.025
"""Between two pieces of a reply: it takes 1.2 s, in which it is stored twice before its end."""
REPLY_S: Final = PIECES * PACE_S
_SAID: Final = re.compile(r"Say number (\d+) of (\w+)")


class Anchor(Enum):
    """What a kill is timed from."""

    STARTED = "started"
    REQUESTED = "requested"
    OVER = "over"


DELAYS_S: Final = {Anchor.STARTED: 1.5, Anchor.REQUESTED: REPLY_S, Anchor.OVER: 0.05}
"""How long after an anchor a kill comes at the latest."""
ANCHORS: Final = (Anchor.STARTED, *[Anchor.REQUESTED] * 6, Anchor.OVER)
MOMENTS: Final = (
    Moment.WORDS_STORED,
    Moment.CHECKPOINTING,
    Moment.UNCOMMITTED,
    Moment.CHECKPOINTED,
    Moment.REPLY_STORED,
)
"""What every life comes by that says something."""
EXACTLY: Final = 0.3
"""How many of the random kills come exactly at a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """When a life ends: some time after an anchor, or exactly at a moment."""

    anchor: Anchor | None = None
    delay_s: float = 0.0
    moment: Moment | None = None


class _KilledError(Exception):
    """The time of this life is over."""


def pieces_of(words: str) -> list[str]:
    """Return the reply to something that was said, piece by piece."""
    return [f"{words}, word {n}. " for n in range(PIECES)]


def reply_to(words: str) -> str:
    """Return the whole reply to something that was said."""
    return "".join(pieces_of(words))


class Streamed:
    """One conversation over several lives of the program.

    Args:
        home: Where the program keeps everything.
        seed: Decides when it is interrupted.

    Attributes:
        kept: Replies that were found cut off, by how many pieces were kept.
    """

    def __init__(self, home: Home, seed: str) -> None:
        self.random = random.Random(seed)
        self.kept: list[int] = []
        self._home = home
        self._name = re.sub(r"\W", "", seed)
        self._count = 0
        self._sent: set[str] = set()
        """What reached the model, so was stored before."""
        self._remains = Remains()

    def random_death(self) -> Death:
        """Return when the next life ends."""
        if self.random.random() < EXACTLY:
            return Death(moment=self.random.choice(MOMENTS))
        anchor = self.random.choice(ANCHORS)
        return Death(anchor=anchor, delay_s=self.random.random() * DELAYS_S[anchor])

    def live(self, death: Death | None) -> None:
        """Let the program live until `death`; without one, to a good end."""
        with MessagesServer(api_key="secret") as server:
            server.default = _paced
            with self._start(server, death) as life:
                try:
                    self._converse(life, server, death)
                except (HaltedError, _KilledError):
                    life.kill()
                else:
                    if death is not None:
                        life.wait_until_halted()
                        life.kill()
                    else:
                        life.end()
            requests = [request.body["messages"] for request in server.requests]
        self._bury(requests)
        if death is None:
            assert leftovers(self._home.root) == []

    def _start(self, server: MessagesServer, death: Death | None) -> Life:
        program = ["assistant.cli", "--debug", "chat", "--continue"]
        program += ["--home", str(self._home.root)]
        moment = death.moment if death else None
        if moment is not None:
            program = ["tests.e2e.killed.halted_program", moment.value, *program]
        return Life(
            [sys.executable, "-m", *program],
            environment=os.environ
            | {
                "ANTHROPIC_API_KEY": "secret",
                "PARLEY_LLM__PROFILE": "anthropic",
                "PARLEY_LLM__BASE_URL": server.url,
                "PARLEY_UI__LANGUAGE": "en",
            },
            folder=ROOT,
            errors=self._home.root.parent / "errors.txt",
            halts=moment is not None,
        )

    def _converse(self, life: Life, server: MessagesServer, death: Death | None) -> None:
        def reached(anchor: Anchor) -> None:
            if death is not None and death.anchor is anchor:
                time.sleep(death.delay_s)
                raise _KilledError

        reached(Anchor.STARTED)
        self._count += 1
        words = f"Say number {self._count} of {self._name}"
        life.type(words)
        life.wait_until(lambda: bool(server.requests), "the request")
        reached(Anchor.REQUESTED)
        last = pieces_of(words)[-1].strip()
        life.wait_until(lambda: life.shows(last), "the end of the reply")
        reached(Anchor.OVER)

    # What is found afterwards.

    def _bury(self, requests: Sequence[list[dict[str, Any]]]) -> None:
        before, self._remains = self._remains, read_remains(self._home.database)
        after = self._remains
        assert after.damage == ()
        for messages in requests:
            assert faults(messages) == [], messages
            self._sent |= {words for message in messages for words in _said_in(message)}
        said = [text for message in after.messages for text in _own_words(message)]
        assert len(said) == len(set(said)), "words are stored twice"
        assert self._sent <= set(said), "words that were sent are gone"
        complete = [message for message in before.messages if message.is_complete]
        for message in complete:
            assert message in after.messages, "a message that was complete is gone or another"
        self._check_replies(after)

    def _check_replies(self, remains: Remains) -> None:
        """Each reply is as much as was received of the reply to the words before it."""
        asked = ""
        for message in remains.messages:
            if message.role == "user":
                (asked,) = _own_words(message)
                continue
            text = "".join(block["text"] for block in message.blocks("text"))
            whole = reply_to(asked)
            assert whole.startswith(text), "a reply is not what was received"
            assert text == whole or not message.is_complete, "half a reply counts as whole"
            if not message.is_complete:
                self.kept.append(text.count(". "))


def _own_words(message: LeftMessage) -> list[str]:
    if message.role != "user":
        return []
    return [block["text"] for block in message.blocks("text")]


def _said_in(message: dict[str, Any]) -> list[str]:
    """Return what the user said, without the time that stands before it."""
    if message["role"] != "user":
        return []
    texts = [block.get("text", "") for block in content_of(message)]
    return [match[0] for text in texts for match in _SAID.finditer(text)]


def _paced(request: RecordedRequest) -> Reply:
    (*_, words) = _said_in(request.body["messages"][-1])
    start = {"type": "text", "text": ""}
    reply = Reply().event(
        "content_block_start", {"type": "content_block_start", "index": 0, "content_block": start}
    )
    for piece in pieces_of(words):
        delta = {"type": "text_delta", "text": piece}
        reply.stall(PACE_S).event(
            "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
        )
    return reply.event("content_block_stop", {"type": "content_block_stop", "index": 0})
