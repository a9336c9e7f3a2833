"""What servers answer, read entry by entry and part by part."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import methods

from assistant.message_splitter import BARE
from assistant.tools.mcp.model.answer_reader import read_answer

OPEN = {"type": "object"}
OF_A = {"properties": {"a": {"type": "string"}}}
METHODS = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
    "tools/call",
    "resources/read",
    "prompts/get",
    "initialize",
]


def tools(*entries: object) -> list[Any]:
    """Return the tools that are read of these entries."""
    return read_answer("tools/list", {"tools": list(entries)}).result["tools"]


@pytest.mark.parametrize(
    ("entry", "schema"),
    [
        ({"name": "t"}, OPEN),
        ({"name": "t", "inputSchema": {}}, OPEN),
        ({"name": "t", "inputSchema": None}, OPEN),
        ({"name": "t", "inputSchema": []}, OPEN),
        ({"name": "t", "inputSchema": "nothing"}, OPEN),
        ({"name": "t", "inputSchema": {"type": "string"}}, OPEN),
        ({"name": "t", "inputSchema": {"type": ["object", "null"]}}, OPEN),
        ({"name": "t", "inputSchema": '{"type": "object", "title": "x"}'}, {**OPEN, "title": "x"}),
        ({"name": "t", "parameters": {"properties": {}}}, {**OPEN, "properties": {}}),
        ({"type": "function", "function": {"name": "t", "parameters": OPEN}}, OPEN),
        ({"name": "t", "inputSchema": {"json": {"type": "object"}}}, OPEN),
        (
            {"name": "t", "inputSchema": {"type": {"type": "string"}, "b": {"type": "integer"}}},
            {**OPEN, "properties": {"type": {"type": "string"}, "b": {"type": "integer"}}},
        ),
        (
            {
                "name": "t",
                "inputSchema": {"type": "object", "properties": {"a": "string", "b": None}},
            },
            {**OPEN, "properties": {"a": {"type": "string"}, "b": {}}},
        ),
        (
            {"name": "t", "inputSchema": {"properties": [], "required": None, "$schema": 7}},
            OPEN,
        ),
        ({"toolSpec": {"name": "t", "arguments": OF_A}}, {**OPEN, **OF_A}),
        ({"name": "t", "inputSchema": {"jsonSchema": OF_A}}, {**OPEN, **OF_A}),
        ({"name": "t", "inputSchema": {"schema": OF_A}}, {**OPEN, **OF_A}),
        ({"name": "t", "params": {"a": "string"}}, {**OPEN, **OF_A}),
        (
            {"name": "t", "inputSchema": {"properties": {"type": {"type": "string"}}}},
            {**OPEN, "properties": {"type": {"type": "string"}}},
        ),
        ({"name": "t", "inputSchema": {"type": "array", "items": {"type": "string"}}}, OPEN),
        ({"name": "t", "inputSchema": {"description": "text"}}, {**OPEN, "description": "text"}),
        (
            {"name": "t", "args": [{"name": "a", "type": "string", "required": True}, 7]},
            {**OPEN, **OF_A, "required": ["a"]},
        ),
        (
            {"name": "t", "inputSchema": {"properties": [{"name": "a", "type": "string"}]}},
            {**OPEN, **OF_A, "required": []},
        ),
        (
            {"name": "t", "inputSchema": {"type": "object", "required": ["a", 1, "a"]}},
            {**OPEN, "required": ["a"]},
        ),
    ],
)
def test_a_tool_keeps_its_name_whatever_its_schema_is(
    entry: dict[str, Any], schema: dict[str, Any]
) -> None:
    assert tools(entry) == [{"name": "t", "inputSchema": schema}]


@pytest.mark.parametrize(
    "bad", [None, 7, "t", [], {}, {"name": None}, {"name": ""}, {"inputSchema": {}}, {"name": []}]
)
def test_an_entry_that_is_no_tool_costs_itself_alone(bad: object) -> None:
    good = {"name": "good", "description": "d", "inputSchema": OPEN}
    read = read_answer("tools/list", {"tools": [bad, good], "nextCursor": 5})
    assert read.result == {"tools": [good], "resultType": "complete"}
    assert read.left_out == ("#1",)


def test_words_of_a_wrong_type_cost_themselves_alone() -> None:
    (tool,) = tools(
        {
            "name": 7,
            "title": {},
            "description": ["no"],
            "annotations": 1,
            "icons": "x",
            "outputSchema": {"type": 5},
            "execution": {"taskSupport": "maybe"},
        }
    )
    assert tool == {"name": "7", "inputSchema": OPEN}


def test_lists_are_found_where_they_should_not_stand() -> None:
    entry = {"name": "t", "inputSchema": OPEN}
    listed: list[Any] = [{BARE: [entry]}, {"tools": {"t": {}}}, {"tools": [entry]}]
    listed += [{"result": {"tools": [entry]}}, {"data": {"tools": [entry]}}]
    listed += [{"result": [entry]}, {"Tools": [entry]}, {"tools": {"t": None}}, {"tools": entry}]
    listed += [{"tools": json.dumps([entry])}, {BARE: json.dumps({"tools": [entry]})}]
    for result in listed:
        assert read_answer("tools/list", result).result["tools"] == [entry]
    none: list[Any] = [{}, {"tools": None}, {"tools": 3}, {BARE: None}, {BARE: "x"}]
    for result in none:
        assert read_answer("tools/list", result).result["tools"] == []


def test_resources_and_prompts_are_read_entry_by_entry() -> None:
    read = read_answer("resources/list", {"resources": [{"uri": "a:b", "size": "big"}, {}, None]})
    assert read.result["resources"] == [{"uri": "a:b", "name": "a:b"}]
    assert read.left_out == ("#2", "#3")
    read = read_answer(
        "prompts/list",
        {"prompts": [{"name": "p", "arguments": [{"name": "a", "required": "yes"}, "b", {}]}, {}]},
    )
    assert read.result["prompts"] == [
        {
            "name": "p",
            "arguments": [{"name": "a", "required": False}, {"name": "b", "required": False}],
        }
    ]


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


@pytest.mark.parametrize(
    ("result", "parts"),
    [
        ({"content": [text("a"), text("b")]}, [text("a"), text("b")]),
        ({"content": text("a")}, [text("a")]),
        ({"content": "a"}, [text("a")]),
        ({"content": ["a", None, 7]}, [text("a"), text("7")]),
        ({"content": None}, []),
        ({}, []),
        ({BARE: "a"}, [text("a")]),
        ({BARE: None}, []),
        ({"temperature": 21}, [text('{"temperature": 21}')]),
        ({"content": [{"type": "text", "text": None}]}, []),
        ({"content": [{"type": "text", "text": {"a": 1}}]}, [text('{"a": 1}')]),
        ({"content": [{"text": "a"}]}, [text("a")]),
        ({"content": [text("a\ud83d")]}, [text("a\ufffd")]),
        (
            {"content": [{"type": "image", "data": "AA", "mimetype": "x"}, text("a")]},
            [{"type": "image", "data": "AA", "mimeType": ""}, text("a")],
        ),
        ({"content": [{"type": "text", "value": "a"}]}, [text("a")]),
        ({"content": [{"type": "text", "content": "a"}]}, [text("a")]),
        ({"content": [{"type": "TEXT", "text": "a"}]}, [text("a")]),
        ({"content": [{"type": "markdown", "markdown": "*a*"}]}, [text("*a*")]),
        ({"content": [{"type": "json", "json": {"a": 1}}]}, [text('{"a": 1}')]),
        (
            {"content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}]},
            [{"type": "image", "data": "data:image/png;base64,AA", "mimeType": ""}],
        ),
        (
            {"content": [{"type": "image", "url": "https://a.example/b.png"}]},
            [
                {
                    "type": "resource_link",
                    "uri": "https://a.example/b.png",
                    "name": "https://a.example/b.png",
                }
            ],
        ),
        (
            {"content": [{"type": "image", "data": {"type": "Buffer", "data": [0, 255]}}]},
            [{"type": "image", "data": "AP8=", "mimeType": ""}],
        ),
        (
            {"content": [{"type": "image", "mediaType": "image/png", "base64": "AA"}]},
            [{"type": "image", "data": "AA", "mimeType": "image/png"}],
        ),
        (
            {"content": [{"type": "image", "data": "89504E470D0A"}]},
            [{"type": "image", "data": "iVBORw0K", "mimeType": ""}],
        ),
        (
            {"content": [{"type": "resource", "uri": "x:1", "text": "a"}]},
            [{"type": "resource", "resource": {"uri": "x:1", "text": "a"}}],
        ),
        (
            {
                "content": [
                    {
                        "type": "image",
                        "source": {"type": "base64", "media_type": "image/png", "data": "AA"},
                    }
                ]
            },
            [{"type": "image", "data": "AA", "mimeType": "image/png"}],
        ),
        (
            {"content": [{"type": "resource_link", "uri": "a:b"}]},
            [{"type": "resource_link", "uri": "a:b", "name": "a:b"}],
        ),
        (
            {"content": [{"type": "resource", "resource": {"text": "a"}}]},
            [{"type": "resource", "resource": {"uri": "", "text": "a"}}],
        ),
        ({"result": {"content": [text("a")]}}, [text("a")]),
        ({"toolResult": {"content": [text("a")]}}, [text("a")]),
        (
            {"content": [[text("a")], {"type": "tool_result", "content": [text("b")]}]},
            [text("a"), text("b")],
        ),
        ({"content": [["a", "b"]]}, [text('["a", "b"]')]),
        ({"content": json.dumps([text("a")])}, [text("a")]),
        (
            {"content": [{"type": "error", "text": "a"}, {"type": 5, "text": "b"}]},
            [text("a"), text("b")],
        ),
        ({"content": [{"type": "text", "message": "a"}]}, [text("a")]),
        ({"content": [{"type": "json", "value": [1]}]}, [text("[1]")]),
        *(
            ({"content": [part]}, [{"type": "image", "data": "AA", "mimeType": kind}])
            for part, kind in (
                ({"type": "image", "content": "AA"}, ""),
                ({"type": "image", "data": {"base64": "AA"}}, ""),
                ({"type": "image/png", "data": "AA"}, ""),
                ({"type": "screenshot", "bytes": "AA"}, ""),
                ({"type": "media", "data": "AA", "mime_type": "image/png"}, "image/png"),
                ({"type": "blob", "blob": "AA"}, ""),
                ({"type": "file", "file": {"file_data": "AA"}}, ""),
                ({"inlineData": {"mimeType": "image/png", "data": "AA"}}, "image/png"),
            )
        ),
        *(
            (
                {"content": [part]},
                [{"type": "resource_link", "uri": "https://a", "name": "https://a"}],
            )
            for part in (
                {"type": "image", "imageUrl": "https://a"},
                {"type": "image", "src": "https://a"},
                {"type": "image", "data": "https://a"},
                {"type": "resourceLink", "uri": "https://a"},
                {"type": "resource_link", "resource": {"uri": "https://a"}},
            )
        ),
        *(
            ({"content": [part]}, [{"type": "resource", "resource": {"uri": "x:1", "text": "a"}}])
            for part in (
                {"type": "embedded_resource", "resource": {"uri": "x:1", "text": "a"}},
                {"type": "resource", "resource": [{"uri": "x:1", "text": "a"}]},
            )
        ),
    ],
)
def test_a_result_is_read_part_by_part(result: object, parts: list[object]) -> None:
    assert read_answer("tools/call", result).result["content"] == parts


def test_what_cannot_be_read_is_put_into_words_beside_what_can() -> None:
    chart = {"type": "chart", "points": [1, 2]}
    result = read_answer("tools/call", {"content": [chart, text("a")]}).result
    unread, read = result["content"]
    assert "of the type chart" in unread["text"]
    assert '"points": [1, 2]' in unread["text"]
    assert read == text("a")


@pytest.mark.parametrize("part", [{"type": "chart"}, {"type": "image"}, {"type": "resource"}, {}])
def test_where_nothing_can_be_read_the_model_hears_that_the_call_was_done(part: object) -> None:
    result = read_answer("tools/call", {"content": [part]}).result
    assert "was done all the same" in result["content"][-1]["text"]
    beside = read_answer("tools/call", {"content": [part], "structuredContent": {"a": 1}}).result
    assert beside["content"] == []
    assert beside["structuredContent"] == {"a": 1}


def test_structured_content_of_any_kind_is_kept() -> None:
    assert read_answer("tools/call", {"structuredContent": {"a": 1}}).result == {
        "content": [],
        "structuredContent": {"a": 1},
        "isError": False,
        "resultType": "complete",
    }
    listed = read_answer("tools/call", {"structuredContent": [1, 2]}).result
    assert listed["content"] == [text("[1, 2]")]


@pytest.mark.parametrize(
    ("said", "is_error"), [(True, True), ("true", True), (None, False), (0, False)]
)
def test_whether_it_failed_is_read_however_it_is_written(said: object, is_error: bool) -> None:
    assert read_answer("tools/call", {"content": [], "isError": said}).result["isError"] is is_error


@pytest.mark.parametrize(
    ("result", "is_error"),
    [({"iserror": True}, True), ({"error": "x"}, True), ({"error": "x", "content": []}, False)],
)
def test_a_failure_is_read_outside_the_envelope(result: object, is_error: bool) -> None:
    assert read_answer("tools/call", result).result["isError"] is is_error


@pytest.mark.parametrize(
    ("result", "left_out"),
    [
        ({"tools": "x"}, ("tools",)),
        ({"functions": [1]}, ("tools",)),
        ({BARE: "x"}, ("tools",)),
        ({"tools": None}, ()),
        ({}, ()),
        ({"_meta": 1}, ()),
    ],
)
def test_a_list_that_is_none_is_said_to_be_left_out(result: object, left_out: object) -> None:
    assert read_answer("tools/list", result).left_out == left_out


def test_a_question_of_the_server_is_passed_on_as_it_is() -> None:
    asked: dict[str, Any] = {
        "resultType": "input_required",
        "inputRequests": {"a": {}},
        "requestState": "s",
    }
    assert read_answer("tools/call", asked).result == asked


def test_prompts_and_contents_are_read_however_they_are_written() -> None:
    message = {"role": "user", "content": text("a")}
    for result in (
        {"messages": [message]},
        {"messages": [{"role": "system", "content": [text("a")]}]},
        {"messages": [{"content": "a"}]},
        {"messages": "a"},
        {BARE: "a"},
    ):
        assert read_answer("prompts/get", result).result["messages"] == [message]
    held = {"uri": "", "text": "a"}
    for result in ({"contents": [held]}, {"contents": [{"text": "a"}]}, {"contents": "a"}, held):
        assert read_answer("resources/read", result).result["contents"] == [held]


def test_a_greeting_lacks_what_it_may_lack() -> None:
    read = read_answer(
        "initialize",
        {"protocolVersion": "2025-06-18", "capabilities": {"tools": True, "prompts": None}},
    )
    assert read.result["capabilities"] == {"tools": {}}
    assert read.result["serverInfo"] == {"name": "", "version": ""}


def test_a_capability_keeps_what_the_protocol_has_of_it() -> None:
    able = {
        "tools": {"listChanged": "yes"},
        "resources": {"subscribe": True, "listChanged": None},
        "experimental": {"a": True, "b": {"c": 1}},
    }
    read = read_answer("initialize", {"capabilities": able, "protocolVersion": None}).result
    assert read["capabilities"] == {
        "tools": {},
        "resources": {"subscribe": True},
        "experimental": {"b": {"c": 1}},
    }
    methods.validate_server_result("initialize", "2025-06-18", read)


@pytest.mark.parametrize(
    "wrong",
    [{"ttlMs": -1}, {"ttlMs": "5"}, {"ttlMs": True}, {"cacheScope": []}, {"nextCursor": ""}],
    ids=str,
)
def test_what_is_said_beside_a_list_costs_itself_alone(wrong: dict[str, Any]) -> None:
    read = read_answer("tools/list", {"tools": [{"name": "t"}], **wrong}).result
    assert read == {"tools": [{"name": "t", "inputSchema": OPEN}], "resultType": "complete"}


@pytest.mark.parametrize("support", [[], {}, None, 1, "sometimes"], ids=str)
def test_an_unknown_support_of_tasks_costs_itself_alone(support: object) -> None:
    assert tools({"name": "t", "execution": {"taskSupport": support}}) == [
        {"name": "t", "inputSchema": OPEN}
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "uri", "uriTemplate", "content", "text", "type", "data", "inputSchema"]
                + ["properties", "required", "arguments", "messages", "role", "resource", "blob"]
                + ["contents", "tools", "resources", "prompts", "isError", "title", "_meta"]
                + ["execution", "taskSupport", "ttlMs", "cacheScope", "nextCursor"]
                + ["capabilities", "experimental", "protocolVersion", "listChanged", "tasks"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(METHODS), JSON, st.sampled_from(["2025-06-18", "2025-11-25"]))
def test_whatever_is_answered_is_read_as_the_protocol_wants_it(
    method: str, value: Any, version: str
) -> None:
    key = {"tools/list": "tools", "tools/call": "content", "prompts/get": "messages"}.get(method)
    for result in (value, {key or "contents": value}):
        methods.validate_server_result(method, version, read_answer(method, result).result)
