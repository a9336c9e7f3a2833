import pytest

from assistant.questions.model.question import Answer
from assistant.sync.documents.model.conflict_question import (
    conflict_question,
    described,
    resolution_of,
)
from assistant.sync.documents.model.line_document import LineConflict, LineResolution, LineVersion

DEVICES = {"d1": "Laptop", "d2": "Desk"}


def conflict(*texts: str) -> LineConflict:
    return LineConflict(
        document="memory/me.md",
        id="c0ffee",
        versions=tuple(
            LineVersion(line_id=f"{n}-0", text=text, device=f"d{n}")
            for n, text in enumerate(texts, start=1)
        ),
    )


TOWNS = conflict("- lives in Bonn", "- lives in Paris")


def test_both_lines_are_shown_with_the_devices_they_come_from() -> None:
    question = conflict_question(TOWNS, DEVICES)
    assert "your memory" in question.text
    assert [(one.label, one.description) for one in question.options] == [
        ("- lives in Bonn", "From Laptop"),
        ("- lives in Paris", "From Desk"),
        ("Keep both", ""),
    ]
    assert question.allow_other


def test_three_lines_and_an_unknown_device() -> None:
    question = conflict_question(conflict("- a", "- b", ""), DEVICES)
    assert [one.label for one in question.options] == ["- a", "- b", "(an empty line)", "Keep all of them"]  # fmt: skip
    assert question.options[2].description == "From another of your devices"


def test_a_long_line_is_cut_and_can_be_read_whole() -> None:
    question = conflict_question(conflict("- " + "x" * 500, "- b"), DEVICES)
    assert len(question.options[0].label) == 120
    assert question.options[0].preview == "- " + "x" * 500


@pytest.mark.parametrize(
    ("answer", "resolution"),
    [
        ({"option_ids": ("1-0",)}, LineResolution(kept=("1-0",))),
        ({"option_ids": ("2-0",)}, LineResolution(kept=("2-0",))),
        ({"option_ids": ("all",)}, LineResolution(kept=("1-0", "2-0"))),
        ({"other": "lives in\nRome"}, LineResolution(text="- lives in Rome")),
        ({"other": "* lives in Rome"}, LineResolution(text="* lives in Rome")),
        ({}, None),
        ({"option_ids": ("9-9",)}, None),
    ],
)
def test_an_answer_says_what_becomes_of_the_lines(
    answer: dict[str, object], resolution: LineResolution | None
) -> None:
    given = Answer.model_validate({"question_id": "counts", **answer})
    assert resolution_of(TOWNS, given) == resolution


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ("memory/me.md", "your memory"),
        ("workspaces/home/memory.md", "the memory of the workspace home"),
        ("workspaces/home/agents/helper/memory.md", "the memory of the persona helper"),
        ("agents/helper/persona.md", "the persona helper"),
        ("workspaces/home/notes/trip.md", "the note trip"),
        ("workspaces/home/lists/shopping.md", "the list shopping"),
        ("elsewhere", "elsewhere"),
    ],
)
def test_a_document_is_called_as_the_user_knows_it(document: str, name: str) -> None:
    assert described(document) == name
