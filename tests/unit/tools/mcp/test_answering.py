"""The form of every kind of field, answered by voice."""

import asyncio

from assistant.questions.model.question import Answered, Draft, QuestionKind
from assistant.tools.mcp.model.elicitation import action_of
from assistant.voice.questions.presenter import VoicePresenter
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.voice.fake_prompts import FakePrompt, FakePrompts, words
from tests.unit.tools.mcp.model.test_elicitation import EVERY_FIELD, form

HEARD = {
    "name": "Ann Lee",
    "mail": "ann@example.com",
    "site": "https://example.com",
    "day": "2026-03-31",
    "moment": "2026-03-31T15:00:00Z",
    "count": "7",
    "weight": "1.5",
    "sure": "no",
    "colour": "the first one",
    "titled": "small",
    "legacy": "bee",
    "many": "one and three",
    "titled_many": "one",
}
CONTENT = {
    "name": "Ann Lee",
    "mail": "ann@example.com",
    "site": "https://example.com",
    "day": "2026-03-31",
    "moment": "2026-03-31T15:00:00Z",
    "count": 7,
    "weight": 1.5,
    "sure": False,
    "colour": "r",
    "titled": "s",
    "legacy": "b",
    "many": ["x", "z"],
    "titled_many": ["1"],
}


async def test_every_field_is_answered_by_voice() -> None:
    asked = form(EVERY_FIELD)
    said: list[str] = []
    for question in asked.questions.questions:
        said.append(HEARD[question.id])
        if question.kind is QuestionKind.TEXT:
            said.append("yes")  # it is read back first
    prompt = FakePrompt(*map(words, said))
    presenter = VoicePresenter(prompts=FakePrompts(prompt), clock=ManualClock())
    async with asyncio.timeout(PATIENCE_S):
        response = await presenter.present(asked.questions, Draft(), FakePresentation())
    assert isinstance(response, Answered)
    assert action_of(asked, response) == {"action": "accept", "content": CONTENT}
    assert any("Name" in line for lines in prompt.asked for line in lines)
