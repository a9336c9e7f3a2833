"""What every surface that asks must do: the same gestures lead to the same card on each of them.

A surface's tests derive a class from `SurfaceContract` and open a driver, which performs gestures by
the surface's real input (keys, taps, clicks, words) and reads back what is drawn. A question card
beside it says what is to be expected.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Protocol

import pytest

from assistant.questions.card.card_view import CardButton, CardView
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    Cancel,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    TakeWords,
    WordsFor,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Channel,
    Draft,
    Method,
    Option,
    Provenance,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
)
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import choice, question_set


class SurfaceDriver(Protocol):
    """One question set on a surface."""

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        """Do a gesture as the user would.

        Args:
            gesture: What the user wants.
            view: What the user sees now.
        """
        ...

    async def draft_elsewhere(self, draft: Draft) -> None:
        """Have another surface change the selections."""
        ...

    def text(self) -> str:
        """Return everything that is drawn."""
        ...

    def marked(self, view: CardView) -> set[str] | None:
        """Return the ids of the rows that are drawn as chosen; None if marks are not drawn."""
        ...

    def draft(self) -> Draft | None:
        """Return the selections that the desk heard of last; None if it heard of none."""
        ...

    async def changed(self) -> None:
        """Wait until something may be drawn that was not before."""
        ...

    async def response(self) -> Response | None:
        """Return what the surface gave the desk."""
        ...


def button_for(view: CardView, gesture: Gesture) -> CardButton:
    """Return the button or way that a gesture is done with."""
    for button in (*view.buttons, *view.ways):
        done = button.gesture
        if isinstance(done, OpenWords) and isinstance(gesture, OpenWords):
            if done.words_for is gesture.words_for:
                return button
        elif done == gesture:
            return button
    raise AssertionError(f"{gesture} is not offered")


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """A step in which another surface changes the selections."""

    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What the user does to a question set, from the beginning to its response."""

    name: str
    questions: QuestionSet
    steps: Sequence[Gesture | Elsewhere]
    draft: Draft = Draft()


_COLOUR: Final = choice("Red", "Green", "Blue", id="c", header="Colour", text="Which colour?")
_TOPPINGS: Final = choice(
    "Figs",
    "Basil",
    "Olives",
    id="t",
    kind=QuestionKind.MULTI,
    header="Toppings",
    text="What on it?",
)
_SURE: Final = Question(id="s", kind=QuestionKind.BOOLEAN, text="Shall it begin?", header="Start")
_NAME: Final = Question(id="n", kind=QuestionKind.TEXT, text="What is its name?", header="Name")
_SPARE: Final = choice("One", "Two", id="o", header="Spare", text="How many?", required=False)
_PRESET: Final = _TOPPINGS.model_copy(
    update={
        "options": (Option(id="1", label="Figs", default=True), Option(id="2", label="Basil")),
    }
)
_PARENT: Final = choice(
    "Plain", "Named", id="p", header="Kind", text="Which kind?", follow_ups={"2": (_NAME,)}
)


def _choose(question_id: str, option_id: str) -> ChooseOption:
    return ChooseOption(question_id=question_id, option_id=option_id)


def _tick(option_id: str) -> SelectOption:
    return SelectOption(question_id="t", option_id=option_id)


def _words(words_for: WordsFor, words: str) -> Sequence[Gesture]:
    return OpenWords(words_for=words_for), TakeWords(words=words)


_CONFIRM: Final = Confirm(question_id="t")
_BOTH: Final = question_set(_COLOUR, _SURE)
_REVIEWED: Final = (_choose("c", "1"), _choose("s", "true"))


def _ticked(*option_ids: str) -> Draft:
    return Draft(answers={"t": Answer(question_id="t", option_ids=option_ids)})


SCENARIOS: Final = (
    Scenario(name="one", questions=question_set(_COLOUR), steps=[_choose("c", "2")]),
    Scenario(name="yes", questions=question_set(_SURE), steps=[_choose("s", "true")]),
    Scenario(name="no", questions=question_set(_SURE), steps=[_choose("s", "false")]),
    Scenario(
        name="several",
        questions=question_set(_TOPPINGS),
        steps=[_tick("3"), _tick("1"), _tick("2"), _tick("2"), _CONFIRM],
    ),
    Scenario(
        name="no more than the most",
        questions=question_set(_TOPPINGS.model_copy(update={"max_choices": 1})),
        steps=[_tick("1"), _tick("2"), _tick("1"), _tick("2"), _CONFIRM],
    ),
    Scenario(
        name="no fewer than the fewest",
        questions=question_set(_TOPPINGS.model_copy(update={"min_choices": 2})),
        steps=[_tick("1"), _CONFIRM, _tick("2"), _CONFIRM],
    ),
    Scenario(name="a preselection", questions=question_set(_PRESET), steps=[_CONFIRM]),
    Scenario(
        name="a text",
        questions=question_set(_NAME.model_copy(update={"min_length": 3})),
        steps=[TakeWords(words="Jo"), TakeWords(words="Joan")],
    ),
    Scenario(
        name="own words",
        questions=question_set(_COLOUR),
        steps=[*_words(WordsFor.OTHER, "Purple")],
    ),
    Scenario(
        name="own words that are left for an option",
        questions=question_set(_COLOUR),
        steps=[OpenWords(words_for=WordsFor.OTHER), CloseWords(), _choose("c", "1")],
    ),
    Scenario(
        name="own words beside ticks",
        questions=question_set(_TOPPINGS),
        steps=[_tick("1"), _tick(OTHER), _CONFIRM, TakeWords(words="Ham")],
    ),
    Scenario(
        name="a note",
        questions=question_set(_COLOUR),
        steps=[*_words(WordsFor.NOTE, "for now"), _choose("c", "3")],
    ),
    Scenario(name="skip", questions=question_set(_SPARE), steps=[Skip(question_id="o")]),
    Scenario(name="you decide", questions=question_set(_COLOUR), steps=[LetAssistantDecide()]),
    Scenario(name="later", questions=question_set(_COLOUR), steps=[PutOff()]),
    Scenario(
        name="none of these",
        questions=question_set(_COLOUR),
        steps=[*_words(WordsFor.NONE_FIT, "a pattern")],
    ),
    Scenario(name="cancel", questions=question_set(_COLOUR), steps=[Cancel()]),
    Scenario(
        name="cancel because",
        questions=question_set(_COLOUR),
        steps=[*_words(WordsFor.REASON, "too dear")],
    ),
    Scenario(
        name="stop asking",
        questions=question_set(_COLOUR).model_copy(update={"round": 2}),
        steps=[StopAsking()],
    ),
    Scenario(
        name="a form",
        questions=question_set(_COLOUR, _TOPPINGS, _SPARE, _SURE),
        steps=[
            *(_choose("c", "2"), _tick("1"), _CONFIRM, Skip(question_id="o")),
            *(_choose("s", "false"), Submit()),
        ],
    ),
    Scenario(
        name="back",
        questions=_BOTH,
        steps=[_choose("c", "2"), Back(), *_REVIEWED, Submit()],
    ),
    Scenario(
        name="change in the review",
        questions=_BOTH,
        steps=[*_REVIEWED, Revise(question_id="c"), _choose("c", "3"), Submit()],
    ),
    Scenario(
        name="own words in place of a reviewed answer are reviewed",
        questions=_BOTH,
        steps=[
            *(*_REVIEWED, Revise(question_id="c")),
            *(*_words(WordsFor.OTHER, "Purple"), Submit()),
        ],
    ),
    Scenario(
        name="own words that fill the last gap",
        questions=question_set(_SURE, _COLOUR),
        steps=[_choose("s", "true"), *_words(WordsFor.OTHER, "Purple")],
    ),
    Scenario(
        name="a text that fills the last gap",
        questions=question_set(_SURE, _NAME),
        steps=[_choose("s", "true"), TakeWords(words="Joan")],
    ),
    Scenario(name="reset", questions=_BOTH, steps=[*_REVIEWED, Reset(), *_REVIEWED, Submit()]),
    Scenario(
        name="review with an open optional question",
        questions=question_set(_COLOUR, _SPARE),
        steps=[_choose("c", "1"), Review(), Submit()],
    ),
    Scenario(
        name="follow-ups",
        questions=question_set(_PARENT, _SURE),
        steps=[_choose("p", "2"), TakeWords(words="Joan"), _choose("s", "true"), Submit()],
    ),
    Scenario(
        name="ticks of elsewhere",
        questions=question_set(_TOPPINGS),
        steps=[_tick("1"), Elsewhere(draft=_ticked("2", "3")), _CONFIRM],
    ),
    Scenario(
        name="a program that asks",
        questions=question_set(_COLOUR).model_copy(
            update={"asker": Asker(agent="Claude Code", project="webshop", number=2)}
        ),
        steps=[_choose("c", "2")],
    ),
    Scenario(
        name="a restored draft",
        questions=question_set(_TOPPINGS),
        draft=_ticked("2"),
        steps=[_tick("3"), _CONFIRM],
    ),
)

_AT: Final = datetime(2026, 1, 2, tzinfo=UTC)


class SurfaceContract(ABC):
    """The tests of a surface; a class of its own derives from it and opens its driver."""

    channel: Channel
    method: Method = Method.KEY
    """How answers are given that are not typed."""
    cannot: frozenset[str] = frozenset()
    """Names of scenarios that the surface's input has no gesture for."""

    @abstractmethod
    def opened(
        self, questions: QuestionSet, draft: Draft
    ) -> AbstractAsyncContextManager[SurfaceDriver]:
        """Put a question set on the surface."""

    @pytest.mark.requirement("Q-PRES-01", "Q-FORM-09", "C-25")
    @pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
    async def test_the_surface_does_what_the_card_does(self, scenario: Scenario) -> None:
        if scenario.name in self.cannot:
            return
        card = QuestionCard.begin(scenario.questions, scenario.draft)
        async with self.opened(scenario.questions, scenario.draft) as driver:
            await _until_shown(driver, card)
            for step in scenario.steps:
                if isinstance(step, Elsewhere):
                    card = card.with_draft(step.draft)
                    await driver.draft_elsewhere(step.draft)
                else:
                    view, card = card.view(), card.apply(step)
                    await driver.perform(step, view)
                if card.ended is None:
                    await _until_shown(driver, card)
            async with asyncio.timeout(PATIENCE_S):
                response = await driver.response()
        wanted = card.response(Provenance(channel=self.channel, method=self.method, at=_AT))
        assert response is not None
        assert _content(response) == _content(wanted)
        assert _is_typed(response) is _is_typed(wanted)


def _content(response: Response) -> dict[str, Any]:
    return response.model_dump(exclude={"provenance"})


def _is_typed(response: Response) -> bool:
    return response.model_dump()["provenance"]["method"] is Method.TYPED


async def _until_shown(driver: SurfaceDriver, card: QuestionCard) -> None:
    """Wait until the surface shows what the card says; fail with the difference if it does not."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while _difference(driver, card):
                await driver.changed()
    except TimeoutError:
        pytest.fail(f"{_difference(driver, card)}\n\n{driver.text()}")


def _difference(driver: SurfaceDriver, card: QuestionCard) -> str:
    view, text = card.view(), " ".join(driver.text().split())
    wanted = [view.message] if view.message else []
    if (asker := view.questions.asker) is not None:
        wanted += [asker.agent, asker.project]
    if view.question is not None:
        wanted.append(view.question.text)
    else:
        wanted += [summary.caption for summary in view.summaries]
    missing = [words for words in wanted if " ".join(words.split()) not in text]
    if missing:
        return f"not shown: {missing}"
    chosen, marked = {row.id for row in view.rows if row.is_chosen}, driver.marked(view)
    if marked is not None and marked != chosen:
        return f"marked {marked}, not {chosen}"
    told = driver.draft()
    return f"told {told}, not {card.draft}" if told not in (None, card.draft) else ""
