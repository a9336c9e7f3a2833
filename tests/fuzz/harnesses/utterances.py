"""Answers with their questions, a line each, as `parley ask --heard-file` reads them."""

import json
from collections.abc import Iterator
from typing import Final

from assistant.cli.utterance_file import BadLineError, read_line
from assistant.questions.formats.definition_writer import dump_question
from tests.fuzz.harness import Harness


def _utterance(data: bytes) -> None:
    utterance = read_line(data)
    assert utterance.current is None or utterance.question.options[utterance.current]
    dump_question(utterance.question)


def _utterances() -> Iterator[bytes]:
    question = {
        "question": "Which database?",
        "options": [{"label": "PostgreSQL"}, {"label": "SQLite", "description": "in a file"}],
    }
    for heard, language in (
        ("the second one", "en"),
        ("아니요 첫 번째요", "ko"),
        ("两个都要", "zh"),
    ):
        line = {"question": {"questions": [question]}, "heard": heard, "lang": language}
        yield json.dumps(line, ensure_ascii=False).encode()


HARNESSES: Final = (
    Harness(name="utterance", read=_utterance, errors=(BadLineError,), seeds=_utterances),
)
