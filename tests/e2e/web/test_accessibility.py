"""What a checker of accessibility says of every state of a page, and that nothing is cut off."""

from collections.abc import Callable
from typing import Any

import pytest

from assistant.locale import Language, use_language
from assistant.questions.model import Option, QuestionSet
from tests.helpers.browser import Stage, Tab, accessibility_checker
from tests.helpers.pages import NAME, SURE, TOPPINGS, form
from tests.helpers.question_sets import choice, question_set

_LABEL = "A label of fifty characters that wraps and is whole"
_ABOUT = "A description that is as long as a description may well be and says more. " * 3
LONG = choice().model_copy(
    update={
        "options": (
            Option(
                id="a", label=_LABEL, description=_ABOUT, recommended=True, preview="**A**\n\n`a`"
            ),
            Option(id="b", label="가나다라마바사아자차카타파하" * 3, description=_ABOUT),
            Option(id="c", label="x" * 120),
        ),
        "context": _ABOUT,
    }
)
STATES: dict[str, tuple[QuestionSet, Callable[[Tab], object]]] = {
    "choice": (question_set(LONG), lambda _tab: None),
    "several": (question_set(TOPPINGS), lambda tab: tab.named("custom_input_single").click()),
    "text": (question_set(NAME), lambda tab: tab.named("confirm").click()),
    "yes or no": (
        question_set(SURE).model_copy(update={"timeout_s": 600.0, "source": "a server"}),
        lambda tab: tab.named("add_note").click(),
    ),
    "form": (form(), lambda tab: tab.press("1")),
    "review": (
        form(SURE, SURE.model_copy(update={"id": "sure2"})),
        lambda tab: (tab.press("1"), tab.until(".lines .settled"), tab.press("1"))[-1],
    ),
    "none fits": (question_set(), lambda tab: tab.named("none_fit").click()),
    "settled": (question_set(), lambda tab: tab.press("1")),
}


@pytest.fixture(scope="module")
def checker() -> str:
    return accessibility_checker()


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("state", STATES)
def test_nothing_serious_is_found(
    stage: Stage, tab: Tab, checker: str, state: str, width: int, is_dark: bool
) -> None:
    questions, lead = STATES[state]
    tab.show_at(width, is_dark=is_dark)
    put = stage.put(questions)
    tab.open(put.address)
    lead(tab)
    found: list[dict[str, Any]] = _run(tab, checker)
    serious = [
        (one["id"], [node["html"] for node in one["nodes"]])
        for one in found
        if one["impact"] in {"serious", "critical", "moderate"}
    ]
    assert serious == []
    put.response.cancel()


def _run(tab: Tab, checker: str) -> list[dict[str, Any]]:
    tab.browser.execute_script(checker)
    return tab.browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "Promise.all(document.getAnimations().map((one) => one.finished))"
        ".then(() => axe.run()).then((found) => done(found.violations));"
    )


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
@pytest.mark.parametrize("width", [320, 360, 1200])
@pytest.mark.parametrize("state", STATES)
def test_nothing_sticks_out(
    stage: Stage, tab: Tab, state: str, width: int, language: Language
) -> None:
    use_language(language)
    questions, lead = STATES[state]
    tab.show_at(width)
    put = stage.put(questions)
    tab.open(put.address)
    lead(tab)
    room, needed = tab.browser.execute_script(
        "const page = document.documentElement; return [page.clientWidth, page.scrollWidth];"
    )
    assert needed <= room
    for control in tab.all("button, label.row"):
        assert control.size["height"] >= 24
    put.response.cancel()


def test_every_control_has_a_name_and_a_role(stage: Stage, tab: Tab) -> None:
    put = stage.put(form())
    tab.open(put.address)
    tree = tab.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})
    controls = {
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in tree["nodes"]
        if node.get("role", {}).get("value") in {"radio", "group", "button", "textbox"}
    }
    assert ("group", "Which database should we use for this project?") in controls
    assert ("radio", "PostgreSQL") in controls
    assert all(name for _role, name in controls)
    put.response.cancel()
