"""A page answers questions as every surface does."""

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from assistant.channels.web.pages.model.actions import read_action
from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.pages.registry import PageRegistry
from assistant.clock import SystemClock
from assistant.questions.card.card_view import CardView
from assistant.questions.card.gestures import (
    OTHER,
    Back,
    ChooseOption,
    CloseWords,
    Confirm,
    Gesture,
    OpenWords,
    Revise,
    SelectOption,
    Skip,
    TakeWords,
    WordsFor,
)
from assistant.questions.model.question import Channel, Draft, QuestionSet, Response
from tests.helpers.questions.builders import ORIGIN
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.questions.surface_contract import SurfaceContract, button_for

Sent = dict[str, Any]


class _PageDriver:
    """Sends what the page's script sends and reads the view that it would draw."""

    def __init__(self, questions: QuestionSet, draft: Draft) -> None:
        self._pages = PageRegistry(clock=SystemClock())
        self._pages.expect(questions, ORIGIN)
        self._desk = FakePresentation()
        self._page: QuestionPage = self._pages.open(questions, draft, self._desk)

    async def perform(self, gesture: Gesture, view: CardView) -> None:
        for sent in _sent(gesture, view):
            self._pages.act(self._page.ticket, read_action(json.dumps(sent)))

    async def draft_elsewhere(self, draft: Draft) -> None:
        self._page.show_draft(draft)
        self._desk.drafts.append(draft)

    def text(self) -> str:
        return "\n".join(_texts(self._page.view().model_dump(mode="json")))

    def marked(self, view: CardView) -> set[str] | None:
        card = self._page.view().card
        if card is None:
            return set()
        chosen = {option.id for option in card.options if option.is_chosen}
        return chosen | ({OTHER} if card.other is not None and card.other.is_open else set())

    def draft(self) -> Draft | None:
        return self._desk.drafts[-1] if self._desk.drafts else None

    async def changed(self) -> None:
        await self._page.newer(self._page.view().version)

    async def response(self) -> Response | None:
        return await self._page.answered()


def _sent(gesture: Gesture, view: CardView) -> list[Sent]:
    match gesture:
        case ChooseOption(question_id=question, option_id=option):
            chosen = {"question": question, "option": option, "is_final": True}
            return [{"do": "choose", "by": "key", **chosen}]
        case SelectOption(question_id=question, option_id=option) if option == OTHER:
            return [{"do": "open_other", "question": question}]
        case SelectOption(question_id=question, option_id=option):
            return [{"do": "choose", "question": question, "option": option}]
        case Confirm(question_id=question):
            return [{"do": "confirm", "question": question}]
        case Skip(question_id=question):
            return [{"do": "skip", "question": question}]
        case OpenWords(words_for=WordsFor.OTHER):
            return [{"do": "open_other", "question": view.shown_question.id}]
        case OpenWords():
            return []  # the script opens these fields by itself
        case CloseWords():
            return [{"do": "open_other", "question": view.shown_question.id, "is_open": False}]
        case TakeWords(words=words):
            return _words(words, view)
        case Revise(question_id=question):
            return [{"do": "open", "question": question}]
        case Back():
            before = view.summaries[view.place - 2]
            return [{"do": "open", "question": before.question_id}]
        case _:
            return [{"do": button_for(view, gesture).kind.value}]


def _words(words: str, view: CardView) -> list[Sent]:
    field = view.field
    assert field is not None
    question = field.question_id
    confirmed: Sent = {"do": "confirm", "question": question, "by": "typed"}
    match field.words_for:
        case WordsFor.ANSWER:
            return [{"do": "write_text", "question": question, "words": words}, confirmed]
        case WordsFor.OTHER:
            return [{"do": "write_other", "question": question, "words": words}, confirmed]
        case WordsFor.NOTE:
            return [{"do": "write_note", "question": question, "words": words}]
        case WordsFor.NONE_FIT:
            return [{"do": "none_fit", "words": words, "by": "typed"}]
        case WordsFor.REASON:
            return [{"do": "cancel", "words": words, "by": "typed"}]


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():  # pyright: ignore[reportUnknownVariableType]
                yield from _texts(one)  # pyright: ignore[reportUnknownArgumentType]
        case list():
            for one in value:  # pyright: ignore[reportUnknownVariableType]
                yield from _texts(one)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return


class TestPage(SurfaceContract):
    """Actions in, a view out."""

    channel = Channel.WEB

    @asynccontextmanager
    async def opened(self, questions: QuestionSet, draft: Draft) -> AsyncGenerator[_PageDriver]:
        yield _PageDriver(questions, draft)
