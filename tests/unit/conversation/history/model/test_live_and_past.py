"""A conversation that is opened again looks as it did while it was held."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from assistant.channels.desktop.app.model.conversation_presenter import ConversationPresenter
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.conversation.model.rows import (
    RemarkRow,
    ReplyRow,
    RoundRow,
    ThinkingRow,
    ToolCallRow,
    TranscriptRow,
    TurnEndRow,
    UserRow,
)
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.llm.scripted_model import Step, says, thinks, uses_tool
from tests.unit.channels.desktop.app.model.fake_view import FakeView
from tests.unit.conversation.conftest import Talk


def shown(events: Sequence[Any]) -> tuple[TranscriptRow, ...]:
    """Return the rows that a window shows of these events, without what only one of them knows."""
    engine, view, clock = FakeEngineClient(), FakeView(), Talk().clock
    rows = TranscriptModel(clock=clock)
    asking = QuestionsPresenter(
        engine=engine,
        rows=rows,
        view=view,
        clock=clock,
        undo_s=0.0,
        open_dialog=lambda _id: False,
    )
    presenter = ConversationPresenter(engine=engine, rows=rows, view=view, asking=asking)
    for event in events:
        presenter.handle(event)
    # Why a reply is not whole is said once, when it happens, and is no row of the past.
    return tuple(bare(row) for row in rows.all if not isinstance(row, RemarkRow))


def bare(row: TranscriptRow) -> TranscriptRow:
    match row:
        case RoundRow():
            return replace(row, at=None)
        case UserRow():
            return replace(row, message_id="", siblings=(), waited_s=None)
        case ReplyRow():
            return replace(row, message_id="")
        case TurnEndRow():
            return replace(row, took_s=None)
        case _:
            return row


BROKEN = '```json\n{"type": "user_choice", "question": "Which?", "options": [Tea]}\n```'


@pytest.mark.parametrize(
    "script",
    [
        [says("It is **noon**.", chunks=["It is ", "**no", "on**."])],
        [thinks("A clock?", "It is noon.")],
        [uses_tool("clock", {"zone": "서울"}, text="Let me see."), says("Noon.")],
        [uses_tool("clock", {}), uses_tool("no_such_tool", {"a": 1}, id="b"), says("Noon.")],
        [says("Once upon a", stop_reason="max_tokens")],
        [[*says("", stop_reason="refusal")[-1:]]],
        [uses_tool("clock", {}, text="Let me see."), [*says("")[-1:]]],
        [says('Which?\n\n```json\n{"not": "a choice"}\n```\n')],
        [says(f"Well.\n{BROKEN}\nSo?"), says("Tea or coffee?")],
    ],
    ids=[
        "words",
        "reasoning",
        "tool",
        "tools, one unknown",
        "cut by length",
        "declined without a word",
        "nothing after a tool",
        "json",
        "a broken choice",
    ],
)
async def test_the_past_has_the_rows_it_had_live(talk: Talk, script: list[list[Step]]) -> None:
    talk.model.script += script
    await talk.turn("Time?")
    live = shown(talk.events)
    talk.events.clear()
    reopened = talk.opened()
    await talk.history.load()
    reopened.show_history()
    past = shown(talk.events)
    assert past == live
    assert [type(row) for row in past[:2]] == [RoundRow, UserRow]
    assert isinstance(past[-1], TurnEndRow)


async def test_reasoning_and_tools_of_the_past_have_all_they_had(talk: Talk) -> None:
    talk.model.script += [uses_tool("clock", {"zone": "UTC"}), thinks("Hm.", "Noon.")]
    await talk.turn("Time?")
    talk.events.clear()
    reopened = talk.opened()
    await talk.history.load()
    reopened.show_history()
    _round, _words, tool, thinking, reply, end = shown(talk.events)
    assert isinstance(tool, ToolCallRow)
    assert (tool.name, tool.arguments, tool.is_over) == ("clock", '{"zone": "UTC"}', True)
    assert tool.result is not None
    assert thinking == ThinkingRow(text="Hm.")
    assert reply == ReplyRow(text="Noon.")
    assert end == TurnEndRow(took_s=None)
