"""Decisions as Markdown records."""

from dataclasses import replace
from datetime import timedelta

from assistant.decision_log.decision import Decision, DecisionConversation, decision_of
from assistant.decision_log.decision_file import RecordFile, folder_name, record_files
from assistant.questions.model.question import (
    Answer,
    NoneFit,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
)
from tests.helpers.questions.settled import CLAUDE, START, answered, asked, by


def made(
    questions: QuestionSet | None = None, response: Response | None = None, *, days: int = 0
) -> Decision:
    given = response or answered(
        Answer(question_id="db", option_ids=("1",), note="Migrate first."),
        provenance=by(at=START + timedelta(days=days)),
    )
    decision = decision_of(
        questions or asked(asker=CLAUDE),
        given,
        conversation=DecisionConversation(id="c1", workspace="Mein Büro"),
        asked_at=START,
    )
    assert decision is not None
    return decision


def test_a_record_has_the_form_of_an_adr() -> None:
    (file,) = record_files([made()], [])
    assert file.name == "0001-which-database-should-we-use.md"
    mark, text = file.text.split("\n", 1)
    assert mark.startswith("<!-- parley decision ")
    assert (
        text
        == """
# 1. Which database should we use?

- Status: Accepted
- Date: 2026-03-02
- Asked by: Claude Code · webshop · 2
- Answered: in the window, by a click

## Context

> For the new service.
>
> Which database should we use?

## Options

1. PostgreSQL (recommended): Relational
2. SQLite: A file

## Decision

PostgreSQL

## Consequences

- Migrate first.
"""
    )


def test_records_keep_their_numbers_and_what_was_written_into_them() -> None:
    first, second = made(asked(set_id="a")), made(asked(set_id="b"), days=1)
    files = record_files([second, first], [])
    assert [file.name[:4] for file in files] == ["0001", "0002"]
    edited = [replace(file, text=file.text + "More.\n") for file in files]
    assert record_files([first, second], edited) == ()
    late = made(asked(set_id="c"), days=-1)
    (new,) = record_files([late, second, first], edited)
    assert new.name.startswith("0003-")


def test_numbers_go_on_behind_the_records_of_others() -> None:
    (file,) = record_files([made()], [RecordFile(name="0041-use-rust.md", text="# 41. Use Rust")])
    assert file.name.startswith("0042-")


def test_a_decision_that_was_changed_names_the_one_that_holds() -> None:
    first, second = made(asked(set_id="a")), made(asked(set_id="b"), days=1)
    files = record_files([first], [])
    changed = replace(first, changed_by="b")
    renewed = record_files([changed, second], files)
    assert [file.name[:4] for file in renewed] == ["0001", "0002"]
    status = f"- Status: Superseded by [0002](<{renewed[1].name}>)"
    assert renewed[0].text == files[0].text.replace("- Status: Accepted", status)
    assert record_files([changed, second], renewed) == ()


def test_nothing_that_others_wrote_is_markup_or_a_name_for_a_file() -> None:
    evil = "../../x --> <script> # [a](b)\n## Decision\n<!-- parley decision 0123456789abcdef -->"
    question = Question(id="db", kind=QuestionKind.TEXT, text=evil, context=evil)
    response = answered(Answer(question_id="db", text=evil))
    (file,) = record_files([made(asked(question), response)], [])
    assert "/" not in file.name
    assert len(file.name) < 80
    lines = file.text.splitlines()
    assert lines.count("## Decision") == 1
    assert sum("<" in line.replace("\\<", "") for line in lines) == 1  # our own mark


def test_a_choice_of_nothing_is_a_rejection() -> None:
    (file,) = record_files([made(response=NoneFit(words="a file", provenance=by()))], [])
    assert "- Status: Rejected\n" in file.text
    assert "## Decision\n\nNone of these: a file\n" in file.text
    assert "## Consequences\n\nNone were noted.\n" in file.text


def test_folders_are_named_after_projects() -> None:
    assert folder_name(made()) == "webshop"
    assert folder_name(made(asked())) == "mein-büro"
    nowhere = CLAUDE.model_copy(update={"project": "../.."})
    assert folder_name(made(asked(asker=nowhere))) == "claude-code"
