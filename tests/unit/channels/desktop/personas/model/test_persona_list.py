import pytest

from assistant.channels.desktop.personas.model.persona_list import (
    NameAdvice,
    advise_name,
    persona_of,
    persona_rows,
    starting_text,
    summary_of,
)
from assistant.channels.desktop.personas.switch_button import in_use_text
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, use_language
from assistant.memory.personas import PERSONA_LIMIT
from assistant.protocol.personas import PersonasListed

LISTED = PersonasListed(
    workspaces=("default",),
    agents=("default", "Teacher", "요리사"),
    personas=(
        ("default", "You are Parley."),
        ("Teacher", "# Ada\n\nYou teach maths."),
        ("요리사", "당신은 요리사입니다."),
    ),
    workspace="default",
    agent="default",
)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["default", "Teacher", "요리사"]),
        ("teach", ["Teacher"]),
        ("TEACH maths", ["Teacher"]),
        ("요리사입", ["요리사"]),
        ("you are parley", ["default"]),
        ("ｔｅａｃｈｅｒ", ["Teacher"]),
        ("nobody", []),
    ],
)
def test_personas_are_found_by_the_words_of_name_and_text(query: str, names: list[str]) -> None:
    assert [row.name for row in persona_rows(LISTED, query)] == names


@pytest.mark.parametrize(
    ("persona", "summary"),
    [
        ("", ""),
        ("You are  brief.\nAnd kind.", "You are brief."),
        ("\n# Ada\n\nYou teach.", "Ada"),
        ("---\n- You teach.", "You teach."),
        ("x" * 161, "x" * 159 + "…"),
        ("x" * 160, "x" * 160),
    ],
)
def test_a_summary_is_how_the_text_begins(persona: str, summary: str) -> None:
    assert summary_of(persona) == summary


def test_the_text_of_a_persona_is_found_by_its_name() -> None:
    assert persona_of(LISTED, "default") == "You are Parley."
    assert persona_of(LISTED, "nobody") == ""


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("teacher-2", NameAdvice(name="teacher-2")),
        ("My cook", NameAdvice(name="My-cook", remark="It will be called My-cook.")),
        ("cook!", NameAdvice(name="cook", remark="It will be called cook.")),
    ],
)
def test_a_typed_name_becomes_one_that_can_be(typed: str, advice: NameAdvice) -> None:
    assert advise_name(typed, LISTED.agents) == advice


@pytest.mark.parametrize("typed", ["", "!", "TEACHER", "con"])
def test_a_name_that_cannot_be_says_why(typed: str) -> None:
    assert advise_name(typed, LISTED.agents).problem


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
def test_the_example_works_as_it_is(language: InterfaceLanguage) -> None:
    use_language(language)

    assert "Ms Frizzle" in starting_text("Ms Frizzle")
    assert "{name}" not in starting_text("")
    assert len(starting_text("x" * 64)) < PERSONA_LIMIT


@pytest.mark.parametrize(
    ("workspace", "agent", "text"),
    [
        ("default", "default", ""),
        ("default", "teacher", "teacher"),
        ("shop", "default", "shop"),
        ("shop", "teacher", "teacher · shop"),
    ],
)
def test_what_is_shipped_need_not_be_named(workspace: str, agent: str, text: str) -> None:
    assert in_use_text(workspace, agent) == text
