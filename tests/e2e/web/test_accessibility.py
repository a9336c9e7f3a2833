"""What a checker of accessibility says of every state of a page, and that nothing is cut off."""

from typing import Any

import pytest

from assistant.locale import InterfaceLanguage, use_language
from assistant.questions.model.question import Option
from tests.conftest import STRESS
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.web.browser import PageStage, Tab, accessibility_checker
from tests.helpers.web.page_forms import form
from tests.helpers.web.page_states import PageState, reached, states

_LABEL = "A label of fifty characters that wraps and is whole"
_ABOUT = "A description that is as long as a description may well be and says more. " * 3
_LONG = choice().model_copy(
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
LANGUAGES: tuple[InterfaceLanguage, ...] = ("en", "ko", "zh") if STRESS else ("ko",)
"""Korean breaks lines at spaces only: it needs the most room."""
NARROW, WIDTHS = 320, (360, 1200)
SEVERE = {"moderate", "serious", "critical"}
LIKE_OTHERS = frozenset[str]() if STRESS else {"choice", "several", "elsewhere", "cancelled"}
STATES = [
    (language, name)
    for language in LANGUAGES
    for name in ("long", *states("en"))
    if name not in LIKE_OTHERS
]


def _state(name: str, language: InterfaceLanguage) -> PageState:
    if name == "long":
        return PageState(questions=question_set(_LONG))
    return states(language)[name]


@pytest.fixture(scope="module")
def checker() -> str:
    return accessibility_checker()


@pytest.mark.requirement(
    "Q-PRES-10",
    "Q-PRES-11",
    "Q-PRES-12",
    "Q-PRES-13",
    "Q-PRES-14",
    "Q-PRES-15",
    "Q-PRES-16",
    "Q-PRES-38",
)
@pytest.mark.parametrize(("language", "name"), STATES)
def test_nothing_serious_is_found_and_nothing_sticks_out(
    tab: Tab, checker: str, name: str, language: InterfaceLanguage
) -> None:
    """Contrast is looked at in both schemes; all else where there is least room.

    With `PARLEY_STRESS`, all is looked at in both schemes, three languages and three widths.
    """
    use_language(language)
    tab.show_at(NARROW)
    with reached(tab, _state(name, language)):
        tab.browser.execute_script(checker)
        _assert_all_is_in_sight(tab)
        assert _severe(tab) == []
        tab.show_at(NARROW, is_dark=True)
        assert _severe(tab, None if STRESS else "color-contrast") == []
        for width in WIDTHS if STRESS else WIDTHS[-1:]:
            tab.show_at(width)
            _assert_all_is_in_sight(tab)
            if STRESS:
                assert _severe(tab) == []
                tab.show_at(width, is_dark=True)
                assert _severe(tab) == []


def _severe(tab: Tab, only: str | None = None) -> list[tuple[str, list[str]]]:
    found: list[dict[str, Any]] = tab.browser.execute_async_script(
        "const [only, done] = arguments;"
        "Promise.all(document.getAnimations().map((one) => one.finished))"
        ".then(() => axe.run(only ? {runOnly: [only]} : {}))"
        ".then((found) => done(found.violations));",
        only,
    )
    return [
        (one["id"], [node["html"] for node in one["nodes"]])
        for one in found
        if one["impact"] in SEVERE
    ]


def _assert_all_is_in_sight(tab: Tab) -> None:
    room, needed, heights = tab.browser.execute_script(
        "const page = document.documentElement;"
        "const controls = [...document.querySelectorAll('button, label.row, a')];"
        "return [page.clientWidth, page.scrollWidth,"
        " controls.map((one) => one.getBoundingClientRect().height)];"
    )
    assert needed <= room
    assert all(height >= 24 for height in heights)


@pytest.mark.requirement("Q-PRES-06", "Q-PRES-07", "Q-PRES-08", "Q-PRES-09")
def test_every_control_has_a_name_and_a_role(stage: PageStage, tab: Tab, checker: str) -> None:
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
    # The checker sees it where there is none.
    tab.browser.execute_script(checker)
    nameless = "document.querySelector('main').append(document.createElement('button'));"
    tab.browser.execute_script(nameless)
    assert [one for one, _nodes in _severe(tab)] == ["button-name"]
    put.response.cancel()
