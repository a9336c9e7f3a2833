"""One question, put by hand."""

import asyncio
import io
import tempfile
from pathlib import Path

import pytest

from assistant.assembly.single_question.question import ask_in_terminal
from assistant.clock import SystemClock
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.model.question import Answered, Later, QuestionSet

QUESTIONS: QuestionSet = parse_text_choice(
    {"type": "user_choice", "question": "Which?", "options": ["A", "B"]}, form_id="ask"
).questions


async def in_terminal(typed: str) -> tuple[object, str]:
    written: list[str] = []
    response = await ask_in_terminal(
        QUESTIONS, clock=SystemClock(), stream=io.StringIO(typed), write=written.append
    )
    return response, "".join(written)


async def test_a_typed_line_answers() -> None:
    response, shown = await in_terminal("2\n")
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("2",)
    assert "1. A" in shown


async def test_input_that_ends_is_no_answer() -> None:
    response, _shown = await in_terminal("")
    assert response is None


async def test_putting_it_off_is_a_response() -> None:
    response, _shown = await in_terminal("/later\n")
    assert isinstance(response, Later)


def test_nothing_of_it_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    asyncio.run(in_terminal("1\n"))
    assert list(tmp_path.iterdir()) == []
