"""Takes pictures of questions on pages, in a real browser, for the documentation.

    .venv/bin/python docs/page_screenshots.py --out docs/screenshots/pages

One picture for each state, language, theme and width. Needs Chromium and its driver.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.locale import LANGUAGES, use_language
from assistant.questions.model import Kind, Option, Question, QuestionSet
from tests.helpers.browser import Stage, Tab, chromium, missing

WIDTHS = (360, 1200)

STORE = Question(
    id="store",
    kind=Kind.SINGLE,
    text="Where should the notes be kept?",
    header="Storage",
    context="It can be changed later; what was written moves along.",
    options=(
        Option(
            id="sqlite",
            label="SQLite",
            description="One file on this machine. Nothing to run.",
            recommended=True,
            preview="**One file**\n\n```\nnotes.db   2.1 MB\n```\n\n- nothing to run\n- one writer",
        ),
        Option(
            id="postgres",
            label="PostgreSQL",
            description="A server of your own, for several devices at once.",
            preview="**A server**\n\n- many writers\n- wants care",
        ),
        Option(id="files", label="Markdown files", description="Readable with any editor."),
    ),
    allow_other=True,
)
PARTS = Question(
    id="parts",
    kind=Kind.MULTI,
    text="어떤 알림을 받을까요?",
    header="알림",
    options=(
        Option(id="mail", label="메일", description="하루에 한 번"),
        Option(id="phone", label="휴대폰", description="중요한 것만", recommended=True),
        Option(id="window", label="창", description="바로"),
    ),
    allow_other=True,
    min_choices=1,
)
NAME = Question(
    id="name", kind=Kind.TEXT, text="What should the notebook be called?", header="Name"
)
SURE = Question(id="sure", kind=Kind.BOOLEAN, text="Begin with an example in it?", header="Example")


def made(*questions: Question, **changes: object) -> QuestionSet:
    """Return a set."""
    return QuestionSet(id="set", questions=questions).model_copy(update=changes)


def _form(tab: Tab) -> None:
    tab.press("1")
    tab.until_focused("multi_choice_set_parts_mail")


def _review(tab: Tab) -> None:
    tab.press("1")
    tab.until_focused("multi_choice_set_sure2_true")
    tab.press("2")
    tab.until_focused("submit_form_set")


def _wrong(tab: Tab) -> None:
    tab.named("confirm").click()
    tab.until(".card.wrong")


def _answered(tab: Tab) -> None:
    tab.press("1")
    tab.until("main.over")


STATES: dict[str, tuple[QuestionSet, Callable[[Tab], object]]] = {
    "choice": (made(STORE, source="notebook"), lambda _tab: None),
    "own-words": (made(STORE), lambda tab: tab.press("4")),
    "several": (made(PARTS, timeout_s=300.0), lambda tab: tab.press(" ")),
    "text-wrong": (made(NAME), _wrong),
    "form": (made(STORE, PARTS, NAME, SURE, title="A new notebook"), _form),
    "review": (made(SURE, SURE.model_copy(update={"id": "sure2"})), _review),
    "answered": (made(STORE), _answered),
}


def main() -> None:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    if reason := missing():
        sys.exit(reason)
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        tab = Tab(browser)
        for language in LANGUAGES:
            use_language(language)
            for is_dark in (False, True):
                for width in WIDTHS:
                    for name, (questions, lead) in STATES.items():
                        theme = "dark" if is_dark else "light"
                        file = out / f"{name}-{language}-{theme}-{width}.png"
                        _take(tab, questions, lead, width=width, is_dark=is_dark, file=file)


def _take(
    tab: Tab,
    questions: QuestionSet,
    lead: Callable[[Tab], object],
    *,
    width: int,
    is_dark: bool,
    file: Path,
) -> None:
    tab.show_at(width, is_dark=is_dark, height=1000)
    with Stage() as stage:
        put = stage.put(questions)
        tab.open(put.address)
        lead(tab)
        tab.browser.execute_script("document.getAnimations().forEach((one) => one.finish());")
        tab.browser.save_screenshot(str(file))
        put.response.cancel()


if __name__ == "__main__":
    main()
