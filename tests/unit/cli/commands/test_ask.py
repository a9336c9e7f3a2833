"""`parley ask`."""

import io
import json
import sys
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typing_extensions import override

from assistant.cli import main
from assistant.cli.commands import ask
from assistant.cli.commands.ask import rendered
from assistant.questions.formats.detection import parse_any
from assistant.questions.model.question import Answer, Answered
from tests.helpers.questions.builders import by_click
from tests.unit.questions.inline_choices.messages import FORM, GROUP, NO_CHOICES, SINGLE, fenced

CALL: dict[str, Any] = {
    "questions": [
        {"question": "Which?", "header": "H", "multiSelect": False, "options": ["A", "B"]}
    ]
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a test puts the question."""
    return tmp_path / "question.json"


def write(file: Path, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    file.write_text(text, encoding="utf-8")
    return str(file)


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))


def without_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_a_reply_is_taken_apart_without_asking(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reply = write(file, f"Before.\n{fenced(GROUP)}\nAfter.\n{fenced(FORM)}")
    assert main(["ask", "--reply", reply, "--dry-run", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert set(record) == {"text", "question", "notes"}
    assert record["text"] == "Before.\n\nAfter.\n"
    assert [question["text"] for question in record["question"]["questions"]] == [
        "DB 선택?",
        "Auth 방식?",
    ]
    assert "1 further choices in the message are not shown" in record["notes"]


@pytest.mark.parametrize(
    ("name", "left", "asked"),
    [
        ("r48b_think_fence.txt", "We need a boat.\n", "Which boat shall we hire?"),
        ("r19_toolcall_tag.txt", "Let me ask.\n", "Which boat?"),
    ],
)
def test_a_draft_of_a_question_in_reasoning_is_none_and_a_call_in_words_is_one(
    capsys: pytest.CaptureFixture[str], name: str, left: str, asked: str
) -> None:
    path = Path(__file__).parents[3] / "data" / "questions" / "untidy" / name
    assert main(["ask", "--reply", str(path), "--dry-run", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["text"] == left
    assert [one["text"] for one in record["question"]["questions"]] == [asked]


@pytest.mark.parametrize("text", NO_CHOICES)
def test_a_reply_without_a_choice_has_no_question(
    text: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(text.encode())
    assert main(["ask", "--reply", str(file), "--dry-run", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["question"] is None
    assert record["text"].splitlines() == text.splitlines()


def test_a_reply_comes_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, f"질문\n{fenced(SINGLE)}")
    assert main(["ask", "--reply", "-", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == "질문\n"


def test_a_question_is_shown_as_it_is_understood(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", write(file, SINGLE), "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert '"text": "DB 선택?"' in out


def test_coercions_and_lint_are_noted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    choice = SINGLE | {"context": "", "options": ["3 players", "4 players", "5", "6", "7"]}
    assert main(["ask", write(file, choice), "--dry-run", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert any("5 options, the first 4 are kept" in note for note in record["notes"])
    assert any("no context" in note for note in record["notes"])
    assert record["question"]["questions"][0]["markers"] == "letters"


@pytest.mark.requirement("Q-TERM-16")
@pytest.mark.parametrize(
    ("value", "line", "printed"),
    [
        (SINGLE, "2", "2\n"),
        (SINGLE, "Redis", "Redis\n"),
        (CALL, "1", "User answered the following questions:\n\n1. H (Which?)\n   Selected: A\n"),
    ],
)
def test_the_answer_is_printed_as_the_asker_reads_it(
    value: object,
    line: str,
    printed: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(monkeypatch, line + "\n")
    assert main(["ask", write(file, value), "--terminal"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith(printed)
    assert "1. " in captured.err


@pytest.mark.requirement("APP-01", "APP-07")
def test_without_a_display_it_asks_in_the_terminal(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_display(monkeypatch)
    typed(monkeypatch, "1\n2\n")
    assert main(["ask", write(file, FORM), "--json"]) in {0, 1}
    typed(monkeypatch, "1\n1\n")
    capsys.readouterr()
    assert main(["ask", write(file, FORM), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["status"] == "answered"
    assert [answer["option_ids"] for answer in record["answers"]] == [["1"], ["1"]]


def test_the_choice_of_a_reply_is_asked_under_its_words(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1\n")
    reply = write(file, f"Before I begin:\n{fenced(SINGLE)}")
    assert main(["ask", "--reply", reply, "--terminal"]) == 0
    assert capsys.readouterr().out == "Before I begin:\n\n1\n"


def test_a_form_too_long_is_asked_as_a_list(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = GROUP | {"choices": GROUP["choices"] * 13}
    assert main(["ask", "--reply", write(file, fenced(group)), "--dry-run", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert len(record["question"]["questions"]) == 26
    assert "more than 24 questions are shown as a text list" in record["notes"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "Give one of"),
        (["FILE", "--reply", "FILE"], "Give one of"),
        (["FILE", "--heard-file", "FILE"], "Give one of"),
        (["FILE", "--web", "--terminal"], "Give one of --terminal, --web and --running"),
        (["--reply", "FILE", "--heard-file", "FILE"], "Give one of"),
        (["--heard-file", "MISSING"], "cannot be read"),
        (["missing.json"], "'missing.json' cannot be read"),
        (["."], "cannot be read"),
    ],
)
def test_wrong_usage_is_told(
    given: list[str], says: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(file, SINGLE)
    assert main(["ask", *(name if part == "FILE" else part for part in given)]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1, column 2"),
        ('{"a": 1}', "question"),
        ('{"type": "user_choice", "question": "Q"}', "choices is missing or empty"),
        ('{"type": "user_choices", "questions": [{"question": "Q", "options": ["A"]}]}', "[0].cho"),
        ('{"questions": [{"question": "", "options": ["A"]}]}', "questions[0].question is missing"),
    ],
)
def test_an_input_that_cannot_be_used_names_the_field_and_the_mend(
    text: str, says: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", write(file, text)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(repr(str(file)))
    assert says in told
    assert ask.EXAMPLE in told


@pytest.mark.requirement("APP-03")
@pytest.mark.parametrize(
    ("value", "says"),
    [
        (
            {"question": "Q", "options": list("abcdefghijklmnopqrstu")},
            "질문할 수 없어요. options: 항목이 21개인데 1개에서 20개까지 쓸 수 있어요.",
        ),
        (
            {"questions": [{"question": "", "options": ["A"]}]},
            "질문할 수 없어요. questions[0].question: 없거나 비어 있어요.",
        ),
        ({"a": 1}, "질문의 형식이 아니에요: {'a': 1}."),
        (
            {"type": "user_choice", "question": "Q"},
            "질문할 수 없어요. choices: 없거나 비어 있어요.",
        ),
    ],
)
def test_what_is_wrong_with_an_input_is_told_in_the_language_of_the_user(
    value: object,
    says: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PARLEY_UI__LANGUAGE", "ko")
    assert main(["ask", write(file, value), "--terminal"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"{str(file)!r}: {says}"


def test_that_nothing_is_asked_is_told_in_the_language_of_the_user(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLEY_UI__LANGUAGE", "zh")
    assert main(["ask", "--reply", write(file, "Hello."), "--terminal"]) == 1
    assert capsys.readouterr().err == "这个回复没有提问。\n"


def test_a_question_by_hand_has_as_many_options_as_one_of_a_program(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = [{"question": f"Q{n}", "options": ["A", "B", "C", "D", "E"]} for n in range(5)]
    for value in (questions[0], {"questions": questions}):
        assert main(["ask", write(file, value), "--dry-run", "--json"]) == 0
        asked = json.loads(capsys.readouterr().out)["question"]["questions"]
        assert {len(question["options"]) for question in asked} == {5}


def test_bytes_that_are_no_text_are_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"\xff\xfe{")
    assert main(["ask", str(file)]) == 2
    assert "not UTF-8" in capsys.readouterr().err


def test_a_question_from_standard_input_cannot_be_answered_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ask, "TERMINAL", "/nowhere/at/all")
    typed(monkeypatch, json.dumps(SINGLE))
    assert main(["ask", "-", "--terminal"]) == 2
    assert "both the question and the answer" in capsys.readouterr().err


def test_a_question_from_standard_input_is_answered_on_the_terminal(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ask, "TERMINAL", write(file, "1\n"))
    typed(monkeypatch, json.dumps(CALL))
    assert main(["ask", "-", "--terminal"]) == 0
    assert "Selected: A" in capsys.readouterr().out


def test_the_example_of_the_help_is_a_question(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "2\n")
    assert main(["ask", write(file, ask.EXAMPLE), "--terminal"]) == 0
    assert "Selected: Coffee" in capsys.readouterr().out
    assert ask.EXAMPLE in (ask.command.__doc__ or "")


class Screen(io.StringIO):
    """Standard output that is a terminal."""

    @override
    def isatty(self) -> bool:
        return True


@pytest.mark.requirement("SEC-13")
@pytest.mark.parametrize("is_terminal", [False, True])
def test_what_a_model_says_cannot_steer_the_terminal_it_is_printed_on(
    is_terminal: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Screen() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    main(["ask", "--reply", write(file, "One\x9b2J\ttwo"), "--dry-run"])
    said = "One\ttwo" if is_terminal else "One\x9b2J\ttwo"
    assert out.getvalue().startswith(said)


@pytest.mark.requirement("SEC-13")
def test_a_file_cannot_steer_the_terminal_by_what_is_wrong_with_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", write(file, {"questions": [{"\x1b[2J": 1}]})]) == 2
    assert "\x1b[2J" not in capsys.readouterr().err


@pytest.mark.parametrize("reply", [False, True])
def test_no_answer_is_a_failure(
    reply: bool, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "")
    given = ["--reply", write(file, "Only words.")] if reply else [write(file, SINGLE)]
    assert main(["ask", *given, "--terminal"]) == 1
    assert ("asks nothing" if reply else "no answer") in capsys.readouterr().err


def test_provide_choice_and_elicitation_answer_in_json() -> None:
    choice = {
        "title": "T",
        "prompt": "P",
        "type": "single_select",
        "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}],
        "allow_cancel": True,
    }
    form = {
        "message": "M",
        "requestedSchema": {
            "type": "object",
            "properties": {"x": {"type": "string", "enum": ["A", "B"]}},
        },
    }
    for value in (choice, form):
        questions = parse_any(value, set_id="ask").questions
        question = questions.questions[0]
        answer = Answer(question_id=question.id, option_ids=(question.options[1].id,))
        response = Answered(answers=(answer,), provenance=by_click())
        record = json.loads(rendered(questions, response, style="list", transport="terminal"))
        assert "B" in json.dumps(record)


@pytest.mark.requirement("Q-WEB-01", "Q-WEB-04")
def test_on_a_page_the_address_is_told_and_the_answer_printed(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_display(monkeypatch)
    people: list[threading.Thread] = []

    def answer(told: str) -> None:
        address = told.removeprefix("Answer here: ").strip()
        card = httpx2.get(f"{address}/view", trust_env=False).json()["card"]
        action = {"do": "choose", "question": card["question"], "option": card["options"][1]["id"]}
        action["is_final"] = True
        httpx2.post(f"{address}/act", json=action, trust_env=False)

    def show(text: str) -> None:
        people.append(threading.Thread(target=answer, args=(text,)))
        people[-1].start()

    monkeypatch.setattr("assistant.cli.commands.ask.show", show)
    choice = {
        "title": "T",
        "prompt": "Which?",
        "type": "single_select",
        "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}],
    }
    assert main(["ask", "--web", write(file, choice)]) == 0
    people[0].join()
    payload = json.loads(capsys.readouterr().out)
    assert payload["transport"] == "web"
    assert payload["url"].startswith("http://127.0.0.1:")
    assert payload["selection"]["labels"] == ["B"]


def test_a_running_program_that_is_not_there_is_told(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["ask", write(file, CALL), "--running", "--home", str(tmp_path)])
    assert code != 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert str(tmp_path) in shown.err
    assert "--running" in shown.err
