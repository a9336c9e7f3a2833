"""Rounds of one request each, over as many lives as the program is given.

In each life the user goes on where they can: asks if nothing is known yet, answers what is shown,
waits for the reply. The last life ends well, and then everything that was ever sent to the model is
looked at.
"""

import itertools
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from assistant.home import Home
from tests.e2e.killed.driven_surfaces import CHOICES, QUESTION, TOOL, Surface
from tests.e2e.killed.moments import Moment
from tests.helpers.llm.asking_model import CLOSING, REQUEST, THANKS, WELCOME, ScriptedAskingModel
from tests.helpers.llm.message_rules import faults, results
from tests.helpers.llm.messages_server import MessagesServer, Reply
from tests.helpers.process.database_remains import Remains, read_remains
from tests.helpers.process.life import HaltedError, Life

ROOT: Final = Path(__file__).parents[3]
SAVED_S: Final = 1.0
"""Seconds after which a selection must be on the disk, however busy the machine."""


class Stage(Enum):
    """How far a conversation has come, as the disk says."""

    NOTHING = "nothing"
    CALLED = "called"
    OPEN = "open"
    ANSWERED = "answered"
    DONE = "done"


class Step(Enum):
    """Between which two steps a kill fell, as disk, screen and model say."""

    BEFORE_STORED = "before stored"
    STORED = "stored, not shown"
    SHOWN = "shown, not answered"
    STORED_AGAIN = "stored, not shown again"
    ANSWERED = "answered, result not stored"
    RESULT_STORED = "result stored, not sent"
    STREAMING = "reply under way"
    AFTER = "after the reply"


class Anchor(Enum):
    """What a random kill is timed from."""

    STARTED = "started"
    REQUESTED = "requested"
    ASKED = "asked"
    SHOWN = "shown"
    CHOSEN = "chosen"
    NEXT_SHOWN = "next shown"
    ANSWERED = "answered"
    CLOSING = "closing"
    OVER = "over"


ANCHORS: Final = {
    Stage.NOTHING: (*Anchor, Anchor.ASKED, Anchor.ANSWERED),
    Stage.CALLED: tuple(a for a in Anchor if a not in {Anchor.REQUESTED, Anchor.ASKED}),
    Stage.OPEN: (
        *(Anchor.STARTED, Anchor.SHOWN, Anchor.ANSWERED, Anchor.ANSWERED),
        *(Anchor.CLOSING, Anchor.OVER),
    ),
    Stage.ANSWERED: (Anchor.STARTED, Anchor.CLOSING, Anchor.OVER),
    Stage.DONE: (Anchor.STARTED, Anchor.OVER),
}
"""What is sure to happen in a life that begins at a stage; the narrowest steps stand twice."""
MOMENTS: Final = {
    Stage.NOTHING: (
        *(Moment.WORDS_STORED, Moment.CALL_STORED, Moment.QUESTION_STORED, Moment.DRAFT_STORED),
        *(Moment.ANSWERING, Moment.ANSWERED, Moment.RESULT_STORED, Moment.REPLY_STORED),
    ),
    Stage.CALLED: (Moment.QUESTION_STORED, Moment.DRAFT_STORED, Moment.ANSWERED),
    Stage.OPEN: (Moment.QUESTIONS_READ, Moment.ANSWERED, Moment.RESULT_STORED),
    Stage.ANSWERED: (Moment.QUESTIONS_READ, Moment.REPLY_STORED),
    Stage.DONE: (Moment.QUESTIONS_READ,),
}
"""At which moments the program is sure to come by in a life that begins at a stage."""
EXACTLY: Final = 0.25
"""How many of the random kills come exactly at a moment: some steps take less than a millisecond."""
DELAYS_S: Final = {
    Anchor.STARTED: 1.2,
    Anchor.REQUESTED: 0.03,
    Anchor.ASKED: 0.02,
    Anchor.SHOWN: 0.1,
    Anchor.CHOSEN: 0.02,
    Anchor.NEXT_SHOWN: SAVED_S * 1.5,
    Anchor.ANSWERED: 0.03,
    Anchor.CLOSING: 0.8,
    Anchor.OVER: 0.05,
}
"""How long after an anchor a kill comes at the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """When a life ends: some time after an anchor, or exactly at a moment."""

    anchor: Anchor | None = None
    delay_s: float = 0.0
    moment: Moment | None = None


class KilledError(Exception):
    """The time of this life is over."""


class Round:
    """One request of the user's over several lives of the program.

    Args:
        home: Where the program keeps everything.
        seed: Decides what the user chooses and when they are interrupted.
        surfaces: Where the user sits, in each life at one of these.
    """

    def __init__(self, home: Home, seed: str, *surfaces: Surface) -> None:
        self.random = random.Random(seed)
        self.steps: list[Step] = []
        self.typed: dict[str, str] = {}
        """What the user chose last of what was not lost, by question."""
        self._ever: list[tuple[str, list[str]]] = []
        self._surfaces = surfaces
        self._surface = surfaces[0]
        self._home = home
        self._ids = itertools.count(1)
        self._requests: list[list[dict[str, Any]]] = []
        self._remains = Remains()
        self._was_shown = False
        self._next_shown_at: float | None = None

    @property
    def stage(self) -> Stage:
        """Where the next life begins."""
        remains = self._remains
        if remains.has_reply(CLOSING[-1]):
            return Stage.DONE
        if remains.questions and remains.questions[-1].status == "pending":
            return Stage.OPEN
        if remains.questions:
            return Stage.ANSWERED
        return Stage.CALLED if remains.calls() else Stage.NOTHING

    def random_death(self) -> Death:
        """Return when the next life ends."""
        if self.random.random() < EXACTLY:
            return Death(moment=self.random.choice(MOMENTS[self.stage]))
        anchor = self.random.choice(ANCHORS[self.stage])
        return Death(anchor=anchor, delay_s=self.random.random() * DELAYS_S[anchor])

    def live(self, death: Death | None) -> None:
        """Let the program live until `death`, or to the end of the conversation and a good end."""
        self._next_shown_at = None
        self._surface = self.random.choice(self._surfaces)
        with MessagesServer(api_key="secret") as server:
            model = ScriptedAskingModel(
                server, tool=TOOL, question=QUESTION, next_id=lambda: f"toolu_{next(self._ids)}"
            )
            with self._start(server, death) as life:
                try:
                    self._converse(life, model, death)
                except (HaltedError, KilledError):
                    shown_since = self._next_shown_at
                    is_due = death is not None and death.moment is Moment.DRAFT_STORED
                    if shown_since is not None:
                        is_due |= time.monotonic() - shown_since > SAVED_S
                    life.kill()
                else:
                    is_due = True
                    self._leave(life, death)
        self._requests += [request.body["messages"] for request in server.requests]
        self._bury(life)
        if is_due:
            assert self._remains.questions[-1].drafted, "a selection was never stored"

    def _start(self, server: MessagesServer, death: Death | None) -> Life:
        program = [*self._surface.program, "--home", str(self._home.root)]
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
                "PARLEY_VOICE__ENABLED": "false",
                "PARLEY_QUESTIONS__ARM_DELAY_MS": "0",
                "QT_QPA_PLATFORM": "offscreen",
            },
            folder=ROOT,
            errors=self._home.root.parent / "errors.txt",
            halts=moment is not None,
        )

    # What the user does.

    def _converse(self, life: Life, model: ScriptedAskingModel, death: Death | None) -> None:
        def reached(anchor: Anchor) -> None:
            if death is not None and death.anchor is anchor:
                time.sleep(death.delay_s)
                raise KilledError

        stage = self.stage
        reached(Anchor.STARTED)
        if stage is Stage.NOTHING:
            self._surface.say(life, REQUEST)
            reached(Anchor.REQUESTED)
            _wait_for(life, model.questions, "the model's question")
            model.questions[-1].release()
            reached(Anchor.ASKED)
        if stage in {Stage.NOTHING, Stage.CALLED, Stage.OPEN}:
            self._answer(life, reached)
        if stage is not Stage.DONE:
            _wait_for(life, model.closings, "the middle of the reply")
            reached(Anchor.CLOSING)
            model.closings[-1].release()
            life.wait_until(lambda: life.shows(CLOSING[-1]), "the end of the reply")
        reached(Anchor.OVER)

    def _leave(self, life: Life, death: Death | None) -> None:
        """Say one thing more and leave; or be killed, if the moment was to come at the very end."""
        if death is not None:
            if death.moment is not None:
                life.wait_until_halted()
            life.kill()
            return
        self._surface.say(life, THANKS)
        life.wait_until(lambda: life.shows(WELCOME), "the last word")
        life.end()

    def _answer(self, life: Life, reached: Callable[[Anchor], None]) -> None:
        drafted = self._remains.questions[-1].drafted if self.stage is Stage.OPEN else {}
        for header, labels in drafted.items():
            (self.typed[header],) = labels
        left = self._surface.left(drafted)
        for number, header in enumerate(left):
            life.wait_until(
                lambda header=header: self._surface.shows(life, header), f"the question {header}"
            )
            if number:
                self._next_shown_at = time.monotonic()
            reached(Anchor.NEXT_SHOWN if number else Anchor.SHOWN)
            self.typed[header] = self.random.choice(CHOICES[header])
            self._ever.append((header, [self.typed[header]]))
            self._surface.choose(life, header, self.typed[header])
            if header != left[-1]:
                reached(Anchor.CHOSEN)
        self._surface.submit(life)
        reached(Anchor.ANSWERED)
        for header in drafted.keys() - left:
            assert not self._surface.shows(life, header), (
                f"{header} is asked though it was answered"
            )

    # What is found afterwards.

    def _bury(self, life: Life) -> None:
        """Compare what is left with what the user saw and with what was left before."""
        before, self._remains = self._remains, read_remains(self._home.database)
        after = self._remains
        assert after.damage == ()
        is_shown = any(self._surface.shows(life, header) for header in CHOICES)
        self._was_shown |= is_shown
        self.steps.append(self._step(is_shown=is_shown))
        now = {question.id: question for question in after.questions}
        for question in after.questions:
            assert all(chosen in self._ever for chosen in question.drafted.items())
        for old in before.questions:
            assert old.id in now, "a question is gone"
            assert old.drafted.items() <= now[old.id].drafted.items(), "a selection is gone"
            if old.status != "pending":
                assert now[old.id] == old, "a settled question changed"

    def _step(self, *, is_shown: bool) -> Step:
        remains = self._remains
        if not remains.questions:
            assert not is_shown, "a question was shown before it was stored"
            return Step.BEFORE_STORED
        question = remains.questions[-1]
        if question.status == "pending":
            assert self._sent() == {}, "the model has a result the person did not give"
            if is_shown:
                return Step.SHOWN
            return Step.STORED_AGAIN if self._was_shown else Step.STORED
        assert question.status == "answered"
        assert question.tool_use_id is not None
        if not remains.results(question.tool_use_id):
            assert self._sent() == {}, "a result was sent before it was stored"
            return Step.ANSWERED
        if not self._sent():
            return Step.RESULT_STORED
        return Step.AFTER if remains.has_reply(CLOSING[-1]) else Step.STREAMING

    def _sent(self) -> dict[str, set[str]]:
        """Return the results that the model ever got, by the id of their call."""
        sent: dict[str, set[str]] = {}
        for messages in self._requests:
            for call, contents in results(messages).items():
                sent.setdefault(call, set()).update(contents)
        return sent

    def check(self) -> None:
        """Look at everything, after the last life."""
        for messages in self._requests:
            assert faults(messages) == [], messages
        (question,) = self._remains.questions
        assert question.status == "answered"
        assert question.answered == {header: [label] for header, label in self.typed.items()}
        assert question.tool_use_id is not None
        (result,) = self._remains.results(question.tool_use_id)
        for header, label in self.typed.items():
            assert f"{header} (" in result["content"]
            assert f"Selected: {label}\n" in result["content"] + "\n"
        assert result["content"].count("Selected: ") == len(CHOICES)
        assert not result.get("is_error")
        assert self._sent() == {question.tool_use_id: {result["content"]}}
        assert results(self._requests[-1]) == {question.tool_use_id: [result["content"]]}
        assert self._remains.has_reply(CLOSING[-1])
        assert not (self._home.logs / "crash.log").exists()


def _wait_for(life: Life, replies: list[Reply], what: str) -> None:
    """Wait until the latest of these replies stands still."""
    life.wait_until(lambda: bool(replies) and replies[-1].is_stalled.is_set(), what)
