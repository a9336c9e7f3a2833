"""Conversations as lines of JSON and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.history.files.json_export import export_lines
from assistant.conversation.history.files.json_import import (
    ImportDefaults,
    ImportResult,
    import_lines,
)
from assistant.conversation.history.message_history import to_history_entry
from assistant.conversation.history.model.replay import replay
from assistant.llm.messages_api.messages import (
    Block,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    blocks,
)
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.model.message_tree import latest_branch
from assistant.storage.model.records import MessageRecord
from tests.helpers.llm.message_rules import faults
from tests.unit.storage.samples import START, conversation, question, tool_call

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SETTING = ImportDefaults(
    workspace="default", agent="default", profile="anthropic", model="some-model"
)


def read(lines: Sequence[str]) -> ImportResult:
    return import_lines(lines, setting=SETTING, now=NOW)


def record(uuid: str, parent: str | None, role: str = "user", **more: Any) -> dict[str, Any]:
    """Return a record of another program."""
    content = more.pop("content", [{"type": "text", "text": f"words of {uuid}"}])
    message = {"role": role, "content": content}
    return {"type": role, "message": message, "uuid": uuid, "parentUuid": parent, **more}


def lines(*records: Mapping[str, Any]) -> list[str]:
    return [json.dumps(one, ensure_ascii=False) + "\n" for one in records]


def message(
    uuid: str, parent: str | None, role: str, content: Sequence[Block], **more: Any
) -> MessageRecord:
    return MessageRecord(
        uuid=uuid,
        parent_uuid=parent,
        conversation_id="c1",
        turn_id=more.pop("turn_id", "t1"),
        role="user" if role == "user" else "assistant",
        content=blocks.dump_json(tuple(content)).decode(),
        status="partial" if more.pop("partial", False) else "complete",
        created_at=START + timedelta(seconds=more.pop("after_s", 0)),
        meta=json.dumps(more, ensure_ascii=False),
    )


# What was exported comes back.

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.dictionaries(words, st.one_of(words, st.integers(-5, 5), st.booleans()), max_size=2)


@st.composite
def contents(draw: st.DrawFn, role: str) -> list[Block]:
    kinds: list[st.SearchStrategy[Block]] = [st.builds(TextBlock, text=words)]
    ids = st.sampled_from(["call_1", "call_2"])
    if role == "assistant":
        kinds.append(st.builds(ThinkingBlock, thinking=words, signature=words))
        kinds.append(st.builds(ToolUseBlock, id=ids, name=st.just("look"), input=values))
    else:
        kinds.append(
            st.builds(ToolResultBlock, tool_use_id=ids, content=words, is_error=st.booleans())
        )
        kinds.append(st.builds(ImageBlock, source=st.just({"type": "base64", "data": "aa"})))
    return draw(st.lists(st.one_of(kinds), max_size=3))


@st.composite
def wholes(draw: st.DrawFn) -> WholeConversation:
    """A conversation of any shape: branches, cut-off replies, questions, tool calls."""
    count = draw(st.integers(1, 8))
    messages: list[MessageRecord] = []
    for place in range(count):
        role = draw(st.sampled_from(["user", "assistant"]))
        parent = draw(st.sampled_from([None, *(m.uuid for m in messages)]))
        meta: dict[str, Any] = {}
        if draw(st.booleans()):
            meta["heard" if role == "assistant" else "answers"] = draw(words)
        if role == "user" and draw(st.booleans()):
            meta["results"] = {"call_1": {"toolUseResult": draw(values)}}
        messages.append(
            message(
                f"m{place}",
                parent,
                role,
                draw(contents(role)),
                partial=draw(st.booleans()),
                after_s=place,
                turn_id=draw(st.sampled_from(["t1", "t2"])),
                **meta,
            )
        )
    leaf = draw(st.sampled_from([None, *(m.uuid for m in messages)]))
    return WholeConversation(
        conversation=conversation("c1", title=draw(words)),
        messages=tuple(messages),
        questions=draw(st.sampled_from([(), (question("q1"), question("q2"))])),
        tool_calls=draw(st.sampled_from([(), (tool_call("call_1"),)])),
        leaf=leaf,
    )


@pytest.mark.requirement("MSG-13", "MSG-14")
@given(wholes())
def test_what_was_exported_comes_back_as_it_was(whole: WholeConversation) -> None:
    back = read(list(export_lines(whole)))

    assert back.problems == ()
    assert back.wholes == (whole,)


@given(wholes())
def test_the_model_is_told_the_same_after_an_import(whole: WholeConversation) -> None:
    (back,) = read(list(export_lines(whole))).wholes

    def told(one: WholeConversation) -> object:
        return replay([to_history_entry(r) for r in latest_branch(one.messages).messages])

    assert told(back) == told(whole)


@given(st.lists(wholes(), min_size=2, max_size=3))
def test_several_conversations_stay_apart(given_wholes: list[WholeConversation]) -> None:
    renamed = [_renamed(whole, f"c{n}") for n, whole in enumerate(given_wholes)]
    text = [line for whole in renamed for line in export_lines(whole)]

    assert read(text).wholes == tuple(renamed)


def _renamed(whole: WholeConversation, name: str) -> WholeConversation:
    def own(uuid: str | None) -> str | None:
        return None if uuid is None else f"{name}-{uuid}"

    return WholeConversation(
        conversation=replace(whole.conversation, conversation_id=name),
        messages=tuple(
            replace(
                m, uuid=f"{name}-{m.uuid}", parent_uuid=own(m.parent_uuid), conversation_id=name
            )
            for m in whole.messages
        ),
        questions=tuple(replace(q, conversation_id=name) for q in whole.questions),
        tool_calls=tuple(replace(c, conversation_id=name) for c in whole.tool_calls),
        leaf=own(whole.leaf),
    )


# The form of the lines.


def exported() -> list[dict[str, Any]]:
    call = ToolUseBlock(id="call_1", name="ask_user_question", input={"questions": []})
    result = ToolResultBlock(tool_use_id="call_1", content="Selected: B")
    whole = WholeConversation(
        conversation=conversation("c1", title="A talk"),
        messages=(
            message("m1", None, "user", [TextBlock(text="Ask me")]),
            message("m2", "m1", "assistant", [call], stop_reason="tool_use"),
            message(
                "m3",
                "m2",
                "user",
                [result],
                results={"call_1": {"toolUseResult": {"outcome": "answered"}}},
            ),
        ),
        questions=(question("q1"),),
    )
    return [json.loads(line) for line in export_lines(whole)]


@pytest.mark.requirement("MSG-13", "MSG-14")
def test_records_have_the_form_of_the_chain() -> None:
    records = exported()

    for one in records:
        assert one["type"] == one["message"]["role"]
        assert set(one) <= {"type", "message", "uuid", "parentUuid", "toolUseResult", "parley"}
    assert [one["parentUuid"] for one in records] == [None, "m1", "m2"]


@pytest.mark.requirement("MSG-13", "MSG-14")
def test_question_and_answer_are_messages_of_their_own_with_one_id() -> None:
    _words, asked, answered = exported()

    (call,), (result,) = asked["message"]["content"], answered["message"]["content"]
    assert (call["type"], result["type"]) == ("tool_use", "tool_result")
    assert call["id"] == result["tool_use_id"]
    assert "toolUseResult" not in asked
    assert answered["toolUseResult"] == {"outcome": "answered"}


def test_several_results_are_told_apart_by_their_ids() -> None:
    results = [
        ToolResultBlock(tool_use_id="a", content="one"),
        ToolResultBlock(tool_use_id="b", content="two", is_error=True),
    ]
    whole = WholeConversation(
        conversation=conversation(), messages=(message("m", None, "user", results),)
    )
    (line,) = export_lines(whole)

    assert json.loads(line)["toolUseResult"] == {
        "a": {"content": "one", "isError": False},
        "b": {"content": "two", "isError": True},
    }


# Records of other programs.

SAMPLE = lines(
    record("msg_001", None, content=[{"type": "text", "text": "使用ask_user_question工具"}]),
    record(
        "msg_002",
        "msg_001",
        "assistant",
        content=[
            {
                "type": "tool_use",
                "id": "call_function_8kherxj202p7_1",
                "name": "AskUserQuestion",
                "input": {"questions": []},
            }
        ],
    ),
    record(
        "msg_003",
        "msg_002",
        content=[
            {
                "type": "tool_result",
                "tool_use_id": "call_function_8kherxj202p7_1",
                "content": "再给一个多选框",
            }
        ],
        toolUseResult={"questions": []},
    ),
    record(
        "msg_004",
        "msg_003",
        "assistant",
        content=[{"type": "text", "text": "好的，你选择了第二个选项。"}],
    ),
    record(
        "msg_005",
        "msg_004",
        "assistant",
        content=[
            {
                "type": "tool_use",
                "id": "call_function_nkxnxhd9vtmk_1",
                "name": "AskUserQuestion",
                "input": {},
            }
        ],
    ),
)
"""The example of the chain in the requirements, with its ellipses filled in."""


@pytest.mark.requirement("MSG-16", "TEST-29")
def test_the_example_of_the_chain_is_taken_and_replays_validly() -> None:
    (whole,) = read(SAMPLE).wholes

    entries = [to_history_entry(r) for r in latest_branch(whole.messages).messages]
    assert len(entries) == 5
    assert entries[2].results == {
        "call_function_8kherxj202p7_1": {"toolUseResult": {"questions": []}}
    }
    messages = replay(entries)
    assert faults([m.model_dump() for m in messages]) == []
    assert [m.role for m in messages] == ["user", "assistant", "user", "assistant", "user"]


def test_ids_may_stand_in_the_message_too() -> None:
    inside = {
        "type": "user",
        "message": {"role": "user", "content": "hello", "uuid": "msg_001", "parentUuid": None},
    }
    (whole,) = read(lines(inside, record("msg_002", "msg_001", "assistant"))).wholes

    assert len(latest_branch(whole.messages).messages) == 2
    assert whole.conversation.title == "hello"


def test_a_file_of_another_program_gives_the_same_ids_each_time_and_others_than_another() -> None:
    first, again = read(SAMPLE), read(SAMPLE)
    other = read(lines(record("msg_001", None)))

    assert [w.conversation.conversation_id for w in first.wholes] == [
        w.conversation.conversation_id for w in again.wholes
    ]
    ids = {m.uuid for w in first.wholes for m in w.messages}
    assert not ids & {m.uuid for w in other.wholes for m in w.messages}


def test_each_record_without_a_parent_begins_a_conversation() -> None:
    found = read(lines(record("a", None), record("b", None), record("c", "a", "assistant")))

    assert [len(whole.messages) for whole in found.wholes] == [2, 1]


def test_a_result_may_be_a_list_of_blocks() -> None:
    result = {
        "type": "tool_result",
        "tool_use_id": "x",
        "content": [{"type": "text", "text": "one"}, {"type": "image"}, "?"],
    }
    (whole,) = read(lines(record("a", None, content=[result]))).wholes

    (block,) = blocks.validate_json(whole.messages[0].content)
    assert isinstance(block, ToolResultBlock)
    assert block.content == "one\n"


@pytest.mark.parametrize(
    "given", [{"half \ud800": "\ud83d"}, {"list": ["\udc00", {"a": "\ud800"}]}], ids=repr
)
def test_half_of_a_surrogate_pair_costs_itself_alone(given: dict[str, Any]) -> None:
    call = {"type": "tool_use", "id": "x", "name": "n", "input": given}
    (whole,) = read(lines(record("a", None, "assistant", content=[call]))).wholes
    assert "\ufffd" in whole.messages[0].content


def test_what_is_nested_too_deeply_to_be_kept_costs_its_line() -> None:
    deep: Any = []
    for _level in range(400):
        deep = [deep]
    call = {"type": "tool_use", "id": "x", "name": "n", "input": {"a": deep}}
    found = read(lines(record("a", None), record("b", "a", "assistant", content=[call])))
    assert [problem.line for problem in found.problems] == [2]


def test_times_are_taken_where_they_stand() -> None:
    (whole,) = read(lines(record("a", None, timestamp="2025-01-02T03:04:05+01:00"))).wholes

    assert whole.messages[0].created_at == datetime(2025, 1, 2, 2, 4, 5, tzinfo=UTC)


# What cannot be taken.

WRONG = [
    ("{", "not JSON"),
    ("[" * 100_000, "nested"),
    ("[1]", "not a JSON object"),
    (json.dumps({"type": "summary"}), '"type" is'),
    (json.dumps({"type": "user"}), '"message" is missing'),
    (json.dumps({"type": "user", "message": {"role": "assistant"}}), "differ"),
    (json.dumps({"type": "user", "message": {"content": "x"}, "parentUuid": None}), '"uuid"'),
    (json.dumps({"type": "user", "message": {"content": "x"}, "uuid": "u"}), '"parentUuid"'),
    (json.dumps(record("u", None, content=3)), "not a list"),
    (json.dumps(record("u", None, content=[{"type": "video"}])), "cannot be understood"),
    (json.dumps(record("u", None, content=[7])), "cannot be understood"),
    (json.dumps(record("u", "nowhere")), "does not stand before"),
    (json.dumps(record("u", None, parley=3)), "not an object"),
    (json.dumps(record("u", None, parley={"conversation": "c", "meta": {"heard": 3}})), "meta"),
    (json.dumps(record("u", None, parley={"conversation": "c"})), "another version"),
    (
        json.dumps(record("u", None, parley={"conversation": "c", "version": 1, "about": {}})),
        "cannot be understood",
    ),
]


@pytest.mark.parametrize(("line", "what"), WRONG, ids=[what for _line, what in WRONG])
def test_a_line_that_cannot_be_taken_is_told_with_its_number(line: str, what: str) -> None:
    found = read(["\n", line])

    assert found.wholes == ()
    (problem,) = found.problems
    assert problem.line == 2
    assert what in problem.text
    assert found.kept_out == 1


def test_a_broken_line_keeps_out_its_conversation_and_no_other() -> None:
    whole = [
        WholeConversation(conversation=conversation(f"c{n}"), messages=_three(f"c{n}"))
        for n in range(4)
    ]
    text = [line for one in whole for line in export_lines(one)]
    text[4] = text[4][:-9]

    found = read(text)

    assert [w.conversation.conversation_id for w in found.wholes] == ["c0", "c2", "c3"]
    assert [p.line for p in found.problems] == [5]
    assert found.kept_out == 1


def test_a_broken_line_between_two_conversations_keeps_both_out() -> None:
    whole = [
        WholeConversation(conversation=conversation(f"c{n}"), messages=_three(f"c{n}"))
        for n in range(3)
    ]
    text = [line for one in whole for line in export_lines(one)]
    text[3] = "?"  # the first of c1, or one more of c0

    found = read(text)

    assert [w.conversation.conversation_id for w in found.wholes] == ["c2"]
    assert found.kept_out == 2


def test_an_id_that_stands_twice_keeps_its_conversation_out() -> None:
    found = read(lines(record("a", None), record("a", "a", "assistant")))

    assert found.wholes == ()
    assert "twice" in found.problems[0].text


def test_a_newer_version_is_refused() -> None:
    records = exported()
    records[0]["parley"]["version"] = 2

    found = read(lines(*records))

    assert found.wholes == ()
    assert "another version" in found.problems[0].text


def _three(name: str) -> tuple[MessageRecord, ...]:
    return tuple(
        replace(
            message(f"{name}-{n}", f"{name}-{n - 1}" if n else None, "user", [TextBlock(text="x")]),
            conversation_id=name,
        )
        for n in range(3)
    )


Json = st.SearchStrategy[Any]

json_values: Json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def objects(must: dict[str, Json], may: dict[str, Json]) -> Json:
    """Return objects that have some keys and may have others."""
    return st.fixed_dictionaries(must, optional=may)


near_blocks = objects(
    {"type": st.sampled_from(["text", "tool_result", "tool_use"])},
    {"text": json_values, "content": json_values, "tool_use_id": json_values, "input": json_values},
)
near_messages = objects({"content": st.one_of(json_values, st.lists(near_blocks, max_size=2))}, {})
near_own = objects(
    {"conversation": st.just("c"), "version": st.just(1)},
    {
        "about": json_values,
        "questions": json_values,
        "meta": json_values,
        "at": json_values,
        "leaf": json_values,
        "turn": json_values,
    },
)
near_records = objects(
    {
        "type": st.one_of(st.sampled_from(["user", "assistant"]), json_values),
        "message": st.one_of(json_values, near_messages),
    },
    {
        "uuid": st.one_of(st.sampled_from(["a", "b"]), json_values),
        "parentUuid": st.one_of(st.sampled_from([None, "a", "b"]), json_values),
        "toolUseResult": json_values,
        "timestamp": json_values,
        "parley": st.one_of(json_values, near_own),
    },
)


@given(st.lists(st.one_of(near_records, json_values), max_size=4))
def test_no_file_is_too_odd(records: list[Any]) -> None:
    found = read([json.dumps(one) for one in records])

    for whole in found.wholes:
        for stored in whole.messages:
            to_history_entry(stored)


@given(st.lists(st.text(max_size=20), max_size=5))
def test_no_text_is_too_odd(texts: list[str]) -> None:
    assert read(texts).wholes == ()
