"""`parley ask --heard-file`: what spoken answers mean."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli import main
from assistant.cli.utterance_file import (
    UtteranceResult,
    as_json,
    as_row,
    results,
    understood_record,
)
from assistant.locale import InterfaceLanguage, use_language
from assistant.questions.spoken.understanding import SpokenChoice
from tests.helpers.english_words import english_words

CALL: dict[str, Any] = {
    "questions": [
        {
            "question": "Which database?",
            "header": "DB",
            "multiSelect": False,
            "options": [{"label": name, "description": "-"} for name in ("Pine", "Oak", "Elm")],
        }
    ]
}
TYPED: dict[str, Any] = {
    "question_id": "ok",
    "question_text": "Shall I go on?",
    "type": "boolean",
}
WORDED: dict[str, Any] = {"type": "user_choice", "question": "Tree?", "options": ["Pine", "Oak"]}
FORM: dict[str, Any] = {
    "questions": [
        {"id": "tree", "kind": "single", "text": "Tree?", "options": [
            {"id": "p", "label": "Pine"}, {"id": "o", "label": "Oak"}]},
        {"id": "trees", "kind": "multi", "text": "Trees?", "options": [
            {"id": "p", "label": "Pine"}, {"id": "o", "label": "Oak"},
            {"id": "e", "label": "Elm"}]},
        {"id": "name", "kind": "text", "text": "Name?"},
    ]
}  # fmt: skip
ELICITATION: dict[str, Any] = {
    "message": "Tell me",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "size": {"type": "string", "enum": ["small", "large"]},
            "sure": {"type": "boolean"},
        },
    },
}


def meaning(question: object, heard: str, **fields: object) -> dict[str, Any]:
    """Return the record of one line, without its number."""
    line = json.dumps({"question": question, "heard": heard} | fields).encode()
    (result,) = results([line])
    assert result.record is not None, result.problem
    record = dict(result.record)
    assert record.pop("line") == 1
    assert 0 <= record["score"] <= 1
    return record


@pytest.mark.parametrize(
    ("question", "heard", "fields", "expected"),
    [
        (CALL, "the second one", {"lang": "en"}, {"answer": ["2"], "score": 1.0}),
        (json.dumps(CALL), "the second one", {}, {"answer": ["2"], "score": 1.0}),
        (CALL, "두 번째 걸로 해줘", {"lang": "ko-KR"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "第二个吧", {"lang": "zh_CN"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "二番目でお願いします", {"lang": "ja"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "ich nehme das zweite", {"lang": "de"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "je prends le deuxième", {"lang": "fr"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "la segunda por favor", {"lang": "ES"}, {"answer": ["2"], "score": 1.0}),
        (CALL, "that one", {"current": "3"}, {"answer": ["3"], "score": 0.9}),
        (TYPED, "nope", {"lang": None}, {"answer": False, "score": 1.0}),
        (TYPED, "yes please", {"lang": "tlh"}, {"answer": True, "score": 1.0}),
        (WORDED, "both", {}, {"unclear": "one_only", "options": ["1", "2"], "score": 0.0}),
        (CALL, "banana", {}, {"unclear": "no_match", "options": [], "score": 0.0}),
        (CALL, "", {}, {"unclear": "empty", "options": [], "score": 0.0}),
        (
            CALL,
            "what's the difference between one and three",
            {},
            {"command": "compare", "options": ["1", "3"], "score": 1.0},
        ),
        (CALL, "explain two", {}, {"command": "explain", "options": ["2"], "score": 1.0}),
        (CALL, "none of them", {}, {"command": "other", "options": [], "score": 1.0}),
        (
            CALL,
            "something else: a birch",
            {},
            {"command": "other", "options": [], "words": "a birch", "score": 0.75},
        ),
        (FORM, "Oak", {}, {"answer": ["o"], "score": 1.0}),
        (FORM, "all", {"question_id": "trees"}, {"answer": ["p", "o", "e"], "score": 1.0}),
        (
            FORM,
            "not the first one",
            {"question_id": "trees"},
            {"answer": ["o", "e"], "score": 0.8, "confirm": True},
        ),
        (FORM, "none", {"question_id": "trees"}, {"answer": [], "score": 1.0}),
        (
            FORM,
            "Parley",
            {"question_id": "name"},
            {"text": "Parley", "score": 1.0, "confirm": True},
        ),
        (ELICITATION, "yes", {"question_id": "sure"}, {"answer": True, "score": 1.0}),
        (CALL, "the last one", {"note": "from the field"}, {"answer": ["3"], "score": 1.0}),
    ],
)
def test_a_line_becomes_an_answer_a_command_or_says_why_not(
    question: object, heard: str, fields: dict[str, object], expected: dict[str, Any]
) -> None:
    assert meaning(question, heard, **fields) == expected


@pytest.mark.parametrize(
    ("heard", "command"),
    [
        ("say that again", "repeat"),
        ("slower", "slower"),
        ("explain", "explain"),
        ("compare them", "compare"),
        ("go back", "back"),
        ("skip", "skip"),
        ("cancel", "cancel"),
        ("you decide", "decide"),
        ("ask me later", "later"),
        ("something else", "other"),
    ],
)
def test_every_command_has_its_name(heard: str, command: str) -> None:
    assert meaning(CALL, heard)["command"] == command


BAD_LINES: list[tuple[bytes, str]] = [
    (b"oops", "not JSON"),
    (b"[" * 100_000, "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"[1]", "not a JSON object"),
    (b'{"heard": "two"}', '"question" is missing'),
    (b'{"question": {}}', '"heard" is missing'),
    (b'{"question": {}, "heard": "two"}', "no form of a question"),
    (b'{"question": {}, "heard": null}', "no form of a question"),
    (json.dumps({"question": CALL, "heard": 2}).encode(), '"heard" is no text'),
    (json.dumps({"question": CALL, "heard": None}).encode(), '"heard" is no text'),
    (json.dumps({"question": CALL, "heard": "x", "lang": 1}).encode(), '"lang" is no text'),
    (
        json.dumps({"question": FORM, "heard": "x", "question_id": "no"}).encode(),
        "\"question_id\" is 'no', not one of 'tree', 'trees', 'name'",
    ),
    (
        json.dumps({"question": FORM, "heard": "x", "current": "9"}).encode(),
        "\"current\" is '9', not one of 'p', 'o'",
    ),
]


@pytest.mark.parametrize(("line", "problem"), BAD_LINES)
def test_a_line_that_cannot_be_used_says_why(line: bytes, problem: str) -> None:
    found = list(results([b"\n", line, json.dumps({"question": CALL, "heard": "two"}).encode()]))
    assert [result.line for result in found] == [2, 3], "empty lines are passed over"
    assert found[0].record is None
    assert problem in found[0].problem
    assert found[1].record is not None, "the others are still processed"


@pytest.mark.parametrize("language", ["ko", "zh"])
@pytest.mark.parametrize("line", [line for line, _problem in BAD_LINES])
def test_why_a_line_cannot_be_used_is_said_in_the_interfaces_language(
    line: bytes, language: InterfaceLanguage
) -> None:
    use_language(language)
    (told,) = results([line])
    assert told.problem
    assert english_words(told.problem) <= {"type"}  # of the question's own names


def write(path: Path, *lines: object) -> str:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines)
    path.write_text("\ufeff" + text, encoding="utf-8")
    return str(path)


def test_bad_lines_are_told_apart_and_the_others_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"question": CALL, "heard": "the second one", "lang": "en"}
    file = write(tmp_path / "heard.jsonl", good, "oops", "", good | {"heard": "what"})
    assert main(["ask", "--heard-file", file, "--json"]) == 2
    captured = capsys.readouterr()
    printed = [json.loads(line) for line in captured.out.splitlines()]
    assert printed == [
        {"line": 1, "answer": ["2"], "score": 1.0},
        {"line": 4, "command": "repeat", "options": [], "score": 1.0},
    ]
    assert captured.err.startswith("Line 2: it is not JSON")
    assert len(captured.err.splitlines()) == 1


def test_good_lines_from_standard_input_end_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({"question": WORDED, "heard": "Oak"})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.encode()), "utf-8"))
    assert main(["ask", "--heard-file", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"line": 1, "answer": ["2"], "score": 1.0}


@pytest.mark.parametrize(
    ("question", "heard", "row"),
    [
        (WORDED, "the second one", "    1  1.00  'the second one'  →  2"),
        (TYPED, "no", "    1  1.00  'no'  →  no"),
        (CALL, "explain two", "    1  1.00  'explain two'  →  [explain 2]"),
        (CALL, "one or three", "    1  0.00  'one or three'  →  unclear: one_only (1, 3)"),
        (CALL, "five", "    1  0.00  'five'  →  unclear: out_of_range"),
        (CALL, "maybe two", "    1  0.95  'maybe two'  →  2"),
        (CALL, "not sure, two", "    1  0.95  'not sure, two'  →  2  to be confirmed"),
        (
            CALL,
            "something else: a birch",
            "    1  0.75  'something else: a birch'  →  [other] 'a birch'",
        ),
    ],
)
def test_people_read_a_table(
    question: object, heard: str, row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "heard.jsonl", {"question": question, "heard": heard})
    assert main(["ask", "--heard-file", file]) == 0
    assert capsys.readouterr().out.rstrip("\n") == row


def test_the_table_shows_free_words_and_nothing_chosen() -> None:
    text = understood_record(SpokenChoice(text="a b", score=1.0, needs_confirming=True))
    assert as_row(UtteranceResult(line=2, heard="a b", record=text)).endswith(
        "text 'a b'  to be confirmed"
    )
    none = understood_record(SpokenChoice(score=1.0))
    assert as_row(UtteranceResult(line=2, heard="none", record=none)).endswith("→  none")


def test_what_cannot_be_encoded_is_escaped() -> None:
    record = {"text": "\ud800"}
    assert as_json(record) == '{"text": "\\ud800"}'
    assert json.loads(as_json(record)) == record


@given(st.binary(max_size=200) | st.text(max_size=40).map(lambda t: t.encode("utf-8", "replace")))
def test_no_line_raises(line: bytes) -> None:
    for result in results([line]):
        assert (result.record is None) == bool(result.problem)
