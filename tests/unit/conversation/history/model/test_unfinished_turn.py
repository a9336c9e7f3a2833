"""Where a turn was interrupted, told from its messages alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.unfinished_turn import (
    UnfinishedTurn,
    abandoned_results,
    find_unfinished_turn,
)
from assistant.llm.messages_api.messages import (
    Block,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from tests.unit.conversation.conftest import entry

HI = TextBlock(text="Hi")
CALL, OTHER = (ToolUseBlock(id=n, name="ask_user_question", input={}) for n in ("c1", "c2"))
RESULT, OTHER_RESULT = (ToolResultBlock(tool_use_id=n, content="B") for n in ("c1", "c2"))


def user(*content: Block, partial: bool = False, answers: str | None = None) -> HistoryEntry:
    """Return a message of the user's side."""
    return entry("user", *content, partial=partial, answers=answers)


def reply(*content: Block, partial: bool = False) -> HistoryEntry:
    """Return a message of the model's."""
    return entry("assistant", *content, partial=partial)


def chained(*entries: HistoryEntry) -> list[HistoryEntry]:
    """Return the messages as a branch, numbered."""
    return [
        replace(one, uuid=str(n), parent_uuid=str(n - 1) if n else None)
        for n, one in enumerate(entries)
    ]


ASKED = (user(HI), reply(CALL))
FOUND: dict[str, tuple[tuple[HistoryEntry, ...], str, list[str]]] = {
    "no result": (ASKED, "1", ["c1"]),
    "a result of two": (
        (user(HI), reply(CALL, OTHER), user(RESULT, partial=True)),
        "1",
        ["c2"],
    ),
    "no reply to results": ((*ASKED, user(RESULT)), "2", []),
    "a reply to results cut off": ((*ASKED, user(RESULT), reply(HI, partial=True)), "2", []),
    "no reply to an answer": ((user(HI), reply(HI), user(HI, answers="q")), "2", []),
    "a reply to an answer cut off": (
        (user(HI), reply(HI), user(HI, answers="q"), reply(HI, partial=True)),
        "2",
        [],
    ),
    "a call cut off after results": (
        (*ASKED, user(RESULT), reply(OTHER, partial=True)),
        "2",
        [],
    ),
}


@pytest.mark.parametrize(("entries", "at", "open_calls"), FOUND.values(), ids=FOUND)
def test_an_interrupted_turn_is_found(
    entries: tuple[HistoryEntry, ...], at: str, open_calls: list[str]
) -> None:
    found = find_unfinished_turn(chained(*entries))
    assert found is not None
    assert (found.turn_id, found.at) == ("t", at)
    assert sorted(found.open_calls) == open_calls


@pytest.mark.parametrize("entries", [entries for entries, _at, _open in FOUND.values()], ids=FOUND)
def test_no_turn_is_found_that_was_ended(entries: tuple[HistoryEntry, ...]) -> None:
    branch = chained(*entries)
    branch[-1] = replace(branch[-1], ended=True)
    assert find_unfinished_turn(branch) is None


@pytest.mark.parametrize(
    "entries",
    [
        (),
        (user(HI),),
        (user(HI), reply(HI)),
        (user(HI), reply(HI, partial=True)),
        (*ASKED, user(RESULT), reply(HI)),
        (*ASKED, user(RESULT), reply(HI), user(HI)),
        (*ASKED, user(HI)),
        (*ASKED, reply(HI, partial=True)),
    ],
)
def test_nothing_is_taken_up_where_no_answer_waits(entries: tuple[HistoryEntry, ...]) -> None:
    assert find_unfinished_turn(chained(*entries)) is None


def test_results_that_were_stored_are_known_and_those_given_up_keep_them() -> None:
    found = find_unfinished_turn(chained(user(HI), reply(CALL, OTHER), user(RESULT, partial=True)))
    assert found is not None
    assert found.partial == "2"
    assert found.known["c1"].content == "B"
    kept, given = abandoned_results(found)
    assert kept == RESULT
    assert isinstance(given, ToolResultBlock)
    assert (given.tool_use_id, given.is_error) == ("c2", True)


def test_what_is_closing_goes_on_closing() -> None:
    branch = chained(*ASKED, user(RESULT))
    branch[-1] = replace(branch[-1], closing=True)
    assert find_unfinished_turn(branch) == UnfinishedTurn(turn_id="t", at="2", is_closing=True)


@st.composite
def entries(draw: st.DrawFn) -> HistoryEntry:
    """Draw a message of a turn, however it ended."""
    make = draw(st.sampled_from([user, reply]))
    content = draw(st.lists(st.sampled_from([HI, CALL, OTHER, RESULT, OTHER_RESULT]), max_size=3))
    return replace(make(*content, partial=draw(st.booleans())), ended=draw(st.booleans()))


@given(st.lists(entries(), max_size=8))
def test_whatever_is_stored_the_place_to_go_on_from_is_on_the_branch(
    stored: list[HistoryEntry],
) -> None:
    branch = chained(*stored)
    found = find_unfinished_turn(branch)
    if found is None:
        return
    place = next(one for one in branch if one.uuid == found.at)
    assert not place.partial
    assert set(found.known) | found.open_calls >= {call.id for call in found.calls}
    assert bool(found.calls) == (place.role == "assistant")


def test_the_pictures_of_a_stored_result_are_known_and_kept() -> None:
    picture = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "QQ=="})
    found = find_unfinished_turn(
        chained(user(HI), reply(CALL, OTHER), user(RESULT, picture, partial=True))
    )

    assert found is not None
    assert found.known["c1"].images == (picture,)
    assert abandoned_results(found)[:2] == (RESULT, picture)
