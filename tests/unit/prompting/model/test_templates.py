"""Prepared questions and their placeholders."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from assistant.prompting.model.templates import (
    MAX_OPTIONS,
    MAX_QUOTE,
    FilledTemplate,
    TemplateError,
    resolve,
)


class FixedFiles:
    """Implements `Files` with a dictionary."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._texts = dict(texts or {})

    def files(self, pattern: str) -> Sequence[str]:
        """Return every file, whatever the pattern."""
        return sorted(self._texts)

    def text(self, reference: str) -> str | None:
        """Return what the file says."""
        return self._texts.get(reference)


def filled(*questions: object, files: Mapping[str, str] | None = None) -> FilledTemplate:
    return resolve(questions, files=FixedFiles(files), date="2026-02-19")


def problem(*questions: object, files: Mapping[str, str] | None = None) -> str:
    with pytest.raises(TemplateError) as caught:
        filled(*questions, files=files)
    return str(caught.value)


def question(**fields: Any) -> dict[str, Any]:
    return {"question_text": "Which?", "type": "multiple_choice", **fields}


def test_a_question_without_placeholders_is_itself() -> None:
    plain = question(
        options=["A", {"id": "b", "label": "B", "default": True}],
        required=False,
        follow_up_questions={"b": [question(options=["C"])]},
    )

    assert filled(plain).questions == (plain,)


@pytest.mark.requirement("PR-25")
def test_files_become_options_beside_written_ones() -> None:
    files = {"docs/a.md": "", "docs/b.md": ""}
    offered = [{"id": name, "label": name} for name in files]

    (alone,) = filled(question(options="{{files:docs/*.md}}"), files=files).questions
    (beside,) = filled(question(options=["None", "{{ files: docs/*.md }}"]), files=files).questions

    assert alone["options"] == offered
    assert beside["options"] == ["None", *offered]


def test_the_first_twenty_files_are_offered_and_the_model_told() -> None:
    files = {f"{n:03}.md": "" for n in range(MAX_OPTIONS + 5)}

    resolved = filled(question(options="{{files:*.md}}"), files=files)

    (offered,) = resolved.questions
    assert [option["id"] for option in offered["options"]] == sorted(files)[:20]
    assert resolved.notes == ("Of 25 files that fit *.md, the first 20 were offered.",)


def test_files_take_the_places_that_written_options_leave() -> None:
    files = {f"{n:03}.md": "" for n in range(30)}
    written = ["None", {"label": "All"}]

    resolved = filled(question(options=["{{files:*.md}}", *written]), files=files)

    options = resolved.questions[0]["options"]
    assert len(options) == MAX_OPTIONS
    assert options[-2:] == written
    assert resolved.notes == ("Of 30 files that fit *.md, the first 18 were offered.",)


def test_two_patterns_offer_a_file_once_and_twenty_together() -> None:
    few = {"a.md": "", "b.md": ""}
    many = {f"{n:03}.md": "" for n in range(30)}
    both = question(options=["{{files:*}}", "{{files:*.md}}"])

    assert [o["id"] for o in filled(both, files=few).questions[0]["options"]] == ["a.md", "b.md"]
    resolved = filled(both, files=many)
    assert len(resolved.questions[0]["options"]) == MAX_OPTIONS
    assert len(resolved.notes) == 2


def test_names_that_cannot_be_shown_are_left_out() -> None:
    files = {"ok.md": "", "a\x1bb.md": "", "x" * 300: ""}

    (offered,) = filled(question(options="{{files:*}}"), files=files).questions

    assert offered["options"] == [{"id": "ok.md", "label": "ok.md"}]


def test_a_file_is_quoted_in_what_one_needs_to_know() -> None:
    files = {"VERSION": "\n1.2\n"}

    (context,) = filled(question(context="Now: {{file:VERSION}}."), files=files).questions
    (described,) = filled(question(description="{{file:VERSION}}"), files=files).questions

    assert context["context"] == "Now: 1.2."
    assert described["description"] == "1.2"


@pytest.mark.parametrize("length", [MAX_QUOTE, MAX_QUOTE + 1, 10 * MAX_QUOTE])
def test_a_quotation_is_cut_at_two_thousand_characters(length: int) -> None:
    (asked,) = filled(question(context="{{file:a}}"), files={"a": "x" * length}).questions

    assert len(asked["context"]) == MAX_QUOTE
    assert asked["context"].endswith("…") is (length > MAX_QUOTE)


def test_today_may_stand_in_every_text() -> None:
    day = "2026-02-19"
    (asked,) = filled(
        question(
            question_text="Release {{date}}?",
            header="{{ date }}",
            options=["On {{date}}", {"label": "{{date}}", "description": "{{date}}"}],
            follow_up_questions={"1": [question(question_text="{{date}}?", options=["A"])]},
        )
    ).questions

    assert asked["question_text"] == f"Release {day}?"
    assert asked["header"] == day
    assert asked["options"] == [f"On {day}", {"label": day, "description": day}]
    assert asked["follow_up_questions"]["1"][0]["question_text"] == f"{day}?"


def test_what_a_file_says_is_never_filled_in() -> None:
    files = {"a": "{{date}} {{file:b}} {{files:*}} {{x}}", "b": "secret"}

    (asked,) = filled(question(context="{{file:a}}"), files=files).questions

    assert asked["context"] == files["a"]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        pytest.param("Which?", "questions[0] is not a question", id="words"),
        pytest.param(
            question(context="{{file:gone}}"), "gone is no text file", id="a file that is not there"
        ),
        pytest.param(
            question(options="{{files:*.md}}"), "no file of the workspace fits *.md", id="no files"
        ),
        pytest.param(
            question(context="{{file:../x}}"), "../x is not relative", id="a file outside"
        ),
        pytest.param(
            question(options=["{{files:/etc/*}}"]), "/etc/* is not relative", id="files outside"
        ),
        pytest.param(question(options="{{files}}"), "an empty path", id="no pattern"),
        pytest.param(question(context="{{file: }}"), "an empty path", id="no path"),
        pytest.param(
            question(question_text="{{file:a}}?"),
            "may stand only in a question's context or description",
            id="a quotation in the question",
        ),
        pytest.param(
            question(options=[{"label": "A", "description": "{{file:a}}"}]),
            "questions[0].options[0].description",
            id="a quotation in an option",
        ),
        pytest.param(
            question(context="{{files:*}}"), "may stand only among the options", id="files in text"
        ),
        pytest.param(
            question(options=["see {{files:*}}"]), "only among the options", id="files in a label"
        ),
        pytest.param(question(context="{{env:HOME}}"), "is no placeholder", id="unknown"),
        pytest.param(question(context="{{shell:id}}"), "is no placeholder", id="a command"),
        pytest.param(question(context="{{date:tomorrow}}"), "is no placeholder", id="date of what"),
        pytest.param(question(context="{{ran}}"), "is no placeholder", id="one word"),
    ],
)
def test_a_template_that_cannot_be_filled_in_says_why(entry: object, why: str) -> None:
    assert why in problem(entry)


def test_no_question_is_a_problem() -> None:
    assert "no questions" in problem()


def test_a_problem_deep_down_is_found_with_its_place() -> None:
    nested = question(
        options=["A"], follow_up_questions={"1": [question(context="{{x}}", options=["B"])]}
    )

    assert "questions[0].follow_up_questions.1[0].context" in problem(nested)


def test_what_is_no_question_at_all_is_left_to_the_reader_of_questions() -> None:
    odd = question(options=[7, None], follow_up_questions={"1": "no list"}, required=True)

    assert filled(odd).questions == (odd,)
