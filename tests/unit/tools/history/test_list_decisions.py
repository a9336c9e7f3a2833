"""What a model is told of the user's decisions."""

from datetime import UTC, date, timedelta
from typing import Any

import pytest

from assistant.decision_log.decision import (
    Decision,
    DecisionConversation,
    DecisionPage,
    decision_of,
)
from assistant.decision_log.decision_query import DecisionQuery
from assistant.questions.model.question import Answer, Cancelled, Method, Response
from assistant.tools.history.history_tools import MAX_RESULTS, DecisionTools
from assistant.tools.outgoing.model.text_source import source_of_result
from assistant.tools.tool import InvalidInputError, Permission, ToolResult
from tests.helpers.questions.settled import CLAUDE, START, answered, asked, by
from tests.helpers.tools.fakes import context


class KeptDecisions:
    """Implements `DecisionArchive` with these decisions, whatever is looked for."""

    def __init__(self, *decisions: Decision, has_more: bool = False) -> None:
        self._page = DecisionPage(decisions=decisions, next=("", 0) if has_more else None)
        self.queries: list[DecisionQuery] = []

    async def page(self, query: DecisionQuery, *, limit: int) -> DecisionPage:
        assert limit == MAX_RESULTS
        self.queries.append(query)
        return self._page


def decision(response: Response, **fields: Any) -> Decision:
    conversation = DecisionConversation(id="c1")
    made = decision_of(asked(**fields), response, conversation=conversation, asked_at=START)
    assert made is not None
    return made


async def told(kept: KeptDecisions, **arguments: object) -> ToolResult:
    tool = DecisionTools(kept, UTC).list_decisions
    assert tool.permission is Permission.SAFE
    return await tool.run(tool.validate(arguments), context())


async def test_a_decision_says_who_asked_what_and_how_it_was_decided() -> None:
    kept = KeptDecisions(
        decision(
            answered(Answer(question_id="db", option_ids=("1",), note="for now")), asker=CLAUDE
        ),
        decision(Cancelled(text="too early", provenance=by(method=Method.TYPED))),
        has_more=True,
    )
    result = await told(kept)
    assert result.content == (
        "What the user decided, the last first; who asked wrote the questions.\n"
        "- 2026-03-02 10:15, Claude Code · webshop · 2 asked: Which database should we use?\n"
        "  chosen: PostgreSQL\n"
        "  Note: for now\n"
        "- 2026-03-02 10:15, Parley asked: Which database should we use?\n"
        "  cancelled: Cancelled: too early\n"
        "There is more: give more words, or days."
    )
    assert [one["asker"] for one in result.data["decisions"]] == ["Claude Code · webshop · 2", ""]


async def test_words_project_and_days_are_looked_for() -> None:
    kept = KeptDecisions()
    given = {"query": " db ", "project": "web", "since": "2026-03-01", "until": "2026-03-02"}
    result = await told(kept, **given)
    assert result.content == "The user decided nothing of this kind."
    assert kept.queries == [
        DecisionQuery(
            words="db",
            project="web",
            since=START.replace(day=1, hour=0, minute=0),
            until=START.replace(day=3, hour=0, minute=0),
        )
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        {"since": "2026-03-02", "until": "2026-03-01"},
        {"since": date.max.isoformat()},
        {"until": (date.min + timedelta(days=1)).isoformat()},
        {"query": "x" * 201},
        {"query": ["a"]},
    ],
)
async def test_bad_input_is_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidInputError):
        await told(KeptDecisions(), **arguments)


def test_questions_are_the_words_of_whoever_asked() -> None:
    source = source_of_result("list_decisions")
    assert source is not None
    assert source.is_private
    assert source.is_foreign
