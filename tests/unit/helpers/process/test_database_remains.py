"""What is read of a database that a process left behind."""

import json
import shutil
import sqlite3
from pathlib import Path

from assistant.clock import SystemClock
from assistant.questions.model.question import (
    Answer,
    Draft,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.storage.database import Database
from assistant.storage.model.records import QuestionRecord
from assistant.storage.store import Store
from tests.helpers.process.database_remains import LeftQuestion, Remains, read_remains
from tests.unit.storage.samples import START, conversation, message

DRAFT = Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})
QUESTIONS = QuestionSet(
    id="s1",
    questions=(
        Question(
            id="q1",
            kind=QuestionKind.SINGLE,
            header="Coffee",
            text="Which?",
            options=(Option(id="1", label="Latte"), Option(id="2", label="Mocha")),
        ),
    ),
)
RECORD = QuestionRecord(
    questions_id="s1",
    conversation_id="c1",
    tool_use_id="call",
    questions_json=QUESTIONS.model_dump_json(),
    origin_json="{}",
    draft_json=DRAFT.model_dump_json(),
    status="pending",
    response_json=None,
    asked_at=START,
    deadline=None,
    settled_at=None,
    channel=None,
)


def block(kind: str, **more: str) -> str:
    return json.dumps([{"type": kind, **more}])


async def stored(folder: Path) -> Path:
    """Return a database as it lies there while its process still runs."""
    path = folder / "one" / "parley.db"
    store = Store(database=await Database.open(path))
    await store.conversations.create(conversation())
    await store.messages.append(message("m1"))
    for uuid, parent, content in (
        ("m2", "m1", block("tool_use", id="call")),
        ("m3", "m2", block("tool_result", tool_use_id="call", content="Mocha")),
    ):
        await store.messages.append(message(uuid, parent, content=content))
    await store.messages.checkpoint(
        message("m4", "m3", content=block("text", text="Half"), partial=True)
    )
    await store.questions.add(RECORD)
    shutil.copytree(path.parent, folder / "two")
    await store.aclose()
    return folder / "two" / "parley.db"


async def test_questions_and_messages_are_read_from_the_log_too(tmp_path: Path) -> None:
    path = await stored(tmp_path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    remains = read_remains(path)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
    assert remains.damage == ()
    assert remains.questions == (
        LeftQuestion(
            id="s1",
            tool_use_id="call",
            status="pending",
            drafted={"Coffee": ["Mocha"]},
            answered=None,
        ),
    )
    assert remains.calls() == ["call"]
    assert [result["content"] for result in remains.results("call")] == ["Mocha"]
    assert remains.results("another") == []
    assert not remains.has_reply("Half")


async def test_an_answer_is_read_by_the_words_that_were_shown(tmp_path: Path) -> None:
    path = tmp_path / "parley.db"
    store = Store(database=await Database.open(path))
    await store.questions.add(RECORD)
    answers = {"answers": [answer.model_dump(mode="json") for answer in DRAFT.answers.values()]}
    await store.questions.settle(
        "s1",
        status="answered",
        response_json=json.dumps(answers),
        channel="terminal",
        at=SystemClock().now(),
    )
    await store.aclose()
    (question,) = read_remains(path).questions
    assert question.answered == {"Coffee": ["Mocha"]}


def test_where_nothing_was_stored_nothing_is_found(tmp_path: Path) -> None:
    assert read_remains(tmp_path / "none.db") == Remains()
    sqlite3.connect(tmp_path / "empty.db").close()
    (tmp_path / "empty.db").touch()
    assert read_remains(tmp_path / "empty.db") == Remains()
