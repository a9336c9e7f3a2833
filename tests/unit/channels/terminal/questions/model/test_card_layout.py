"""How a question looks in a terminal."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.questions.model.card_layout import (
    STYLE,
    key_hint,
    paint_card,
    style_on,
)
from assistant.channels.terminal.questions.model.card_screen import (
    CardPanel,
    CardScreen,
    LookBack,
)
from assistant.channels.terminal.questions.model.viewport import viewport
from assistant.channels.terminal.text.line_wrap import Line, elided, wrapped
from assistant.questions.form.icons import ICONS
from assistant.questions.formats import parse_any
from assistant.questions.model.question import (
    Answer,
    Draft,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model.round_history import EarlierRound
from tests.helpers.questions.builders import choice, chose, question_set
from tests.helpers.questions.strategies import question_sets

AUTH = Question(
    id="a",
    kind=QuestionKind.SINGLE,
    header="Auth Method",
    text="Which authentication method should we use?",
    options=(
        Option(id="1", label="OAuth 2.0", description="Supports social login", recommended=True),
        Option(id="2", label="JWT", description="Stateless tokens"),
    ),
    allow_other=True,
)
FEATURES = choice("A", "B", id="m", kind=QuestionKind.MULTI, header="Features", text="Which?")


def asking(questions: QuestionSet) -> CardScreen:
    return CardScreen.begin(questions, Draft())


def texts(lines: Iterable[Line]) -> list[str]:
    return ["".join(text for _style, text in line) for line in lines]


def drawn(at: CardScreen, columns: int = 60) -> list[str]:
    painted = paint_card(at, columns)
    return texts([*painted.body, *painted.foot])


def style_of(at: CardScreen, text: str) -> str:
    painted = paint_card(at, 60)
    for line in (*painted.body, *painted.foot):
        for style, part in line:
            if text in part:
                return style
    raise AssertionError(f"{text!r} is not shown")


@pytest.mark.requirement("Q-TERM-02", "Q-TERM-05", "Q-TERM-07", "Q-TERM-11")
def test_a_single_choice_has_round_marks_numbers_and_descriptions_below() -> None:
    assert drawn(asking(question_set(AUTH))) == [
        "╭─ Auth Method ─╮  Round 1",
        "│",
        "│  Which authentication method should we use?",
        "│",
        "│  > ○ 1) OAuth 2.0 (Recommended)",
        "│      Supports social login",
        "│    ○ 2) JWT",
        "│      Stateless tokens",
        "│    ○ 3) Other",
        "│      Provide custom input",
        "│",
        "╰" + "─" * 57 + "╯",
        "  ↑↓ navigate  •  enter select  •  tab more  •  esc cancel",
    ]


def test_a_wide_card_is_closed_on_all_sides() -> None:
    painted = paint_card(asking(question_set(AUTH)), 63)
    assert texts([*painted.framed(painted.body), *painted.foot]) == [
        "╭─ Auth Method ─╮  Round 1 ──────────────────────────────────╮",
        "│                                                            │",
        "│  Which authentication method should we use?                │",
        "│                                                            │",
        "│  > ○ 1) OAuth 2.0 (Recommended)                            │",
        "│      Supports social login                                 │",
        "│    ○ 2) JWT                                                │",
        "│      Stateless tokens                                      │",
        "│    ○ 3) Other                                              │",
        "│      Provide custom input                                  │",
        "│                                                            │",
        "╰────────────────────────────────────────────────────────────╯",
        "  ↑↓ navigate  •  enter select  •  tab more  •  esc cancel",
    ]


EMOJI = "👨\u200d👩\u200d👧 👍🏽 🇰🇷 1\ufe0f\u20e3 ⚠\ufe0f e\u0301 가 讲"


@given(questions=question_sets(), columns=st.integers(61, 140), emoji=st.booleans())
def test_the_frame_holds_whatever_is_asked(
    questions: QuestionSet, columns: int, emoji: bool
) -> None:
    if emoji:
        first = questions.questions[0].model_copy(update={"text": EMOJI, "context": EMOJI * 9})
        questions = questions.model_copy(update={"questions": (first, *questions.questions[1:])})
    for at in (asking(questions), asking(questions).ways()):
        painted = paint_card(at, columns)
        lines = texts(painted.framed(painted.body))
        assert {get_cwidth(line) for line in lines} == {painted.width}
        assert all(line.startswith("╭─") == line.endswith("╮") for line in lines)
        assert all(line.endswith(("╮", "│")) for line in lines)
        assert get_cwidth(texts(painted.foot)[0]) == painted.width


def test_a_flag_is_drawn_as_its_letters() -> None:
    flagged = choice("🇰🇷 Korea", "👍🏽 1\ufe0f\u20e3")
    assert "│  > ○ 1) KR Korea" in drawn(asking(question_set(flagged)))
    assert "│    ○ 2) 👍 1" in drawn(asking(question_set(flagged)))


def test_a_family_is_drawn_as_one_figure_and_other_figures_stay_apart() -> None:
    people = choice(
        "👨\u200d👩\u200d👧\u200d👦 boat",
        "👩\u200d❤\ufe0f\u200d👨 cabin",
        "👩🏽\u200d🚀 👩\u200d💻",
    )
    shown = drawn(asking(question_set(people)))
    assert "│  > ○ 1) 👪 boat" in shown
    assert "│    ○ 2) 👩❤👨 cabin" in shown
    assert "│    ○ 3) 👩🚀 👩💻" in shown


def asked(case: str) -> CardScreen:
    path = Path(__file__).parents[5] / "data" / "questions" / "shown" / f"{case}.json"
    return asking(parse_any(json.loads(path.read_text("utf-8")), set_id="s").questions)


def test_korean_chinese_japanese_and_signs_are_drawn_in_their_frame() -> None:
    painted = paint_card(asked("cjk"), 64)
    assert texts(painted.framed(painted.body)) == [
        "╭─ 데이터베이스선택하기 ─╮ ───────────────────────────────────╮",
        "│                                                             │",
        "│  어느 데이터베이스를 사용할까요? 数据库选择 データベースを  │",
        "│  選んでください                                             │",
        "│                                                             │",
        "│  > ○ 1) 포스트그레스큐엘 관계형 데이터베이스 서버           │",
        "│      설명이 아주 길어서 여러 줄로 나뉘어야 하는 한국어      │",
        "│      설명입니다. 정말로 길고 또 길어요.                     │",
        "│    ○ 2) 👪 가족 보트                                        │",
        "│      ⚠ 주의 KR                                              │",
        "│    ○ 3) 1 첫 번째                                           │",
        "│    ○ 4) Other                                               │",
        "│      Provide custom input                                   │",
        "│                                                             │",
    ]


def test_every_line_of_a_question_taller_than_the_terminal_can_be_read() -> None:
    painted = paint_card(asked("tall"), 80)
    lines = painted.framed(painted.body)
    top, read = 0, list[str]()
    for _page in range(10):
        shown = viewport(lines, row=painted.row, rows=painted.rows, room=12, top=top, follows=False)
        read += [line for line in texts(shown.lines) if line not in read]
        top = shown.top + shown.page
    assert {line for line in texts(lines) if "of the premise" in line} <= set(read)
    first = viewport(lines, row=painted.row, rows=painted.rows, room=12, top=0, follows=True)
    assert any("Canoe" in line for line in texts(first.lines))
    assert "more above: Page Up" in texts(first.lines)[0]


@pytest.mark.requirement("Q-TERM-06", "Q-TERM-08")
def test_a_multiple_choice_has_square_marks_and_says_so() -> None:
    shown = drawn(asking(question_set(FEATURES)).toggle(), 90)
    assert "│  Which? (Select multiple with Space)" in shown
    assert "│  > ☑ 1) A" in shown
    assert "│    ☐ 2) B" in shown
    assert "space toggle" in shown[-1]


@pytest.mark.requirement("Q-TERM-09")
def test_of_several_questions_the_first_line_says_which_it_is() -> None:
    shown = drawn(asking(question_set(AUTH, FEATURES)))
    assert shown[0].startswith("╭─ Auth Method ─╮  Question 1 of 2")
    assert shown[0].endswith("○○ 0/2  Round 1")
    frame = [line for line in shown if line.startswith("╰")]
    body = shown[1 : shown.index(frame[0])]
    assert all(line.startswith("│") for line in body)


@pytest.mark.requirement("Q-TERM-09")
def test_one_question_alone_counts_nothing() -> None:
    assert "Question" not in drawn(asking(question_set(AUTH)))[0]


@pytest.mark.requirement("Q-TERM-12")
def test_a_round_of_several_is_named() -> None:
    questions = question_set(AUTH).model_copy(update={"round": 2, "total_rounds": 3})
    shown = drawn(asking(questions))
    assert "│  Round 2/3: Which authentication method should we use?" in shown


@pytest.mark.requirement(
    "Q-PRES-10",
    "Q-PRES-11",
    "Q-PRES-12",
    "Q-PRES-13",
    "Q-PRES-14",
    "Q-PRES-15",
    "Q-PRES-16",
    "Q-PRES-17",
    "Q-TERM-05",
    "Q-TERM-07",
)
@pytest.mark.parametrize(
    ("text", "style"),
    [
        (" Auth Method ", "chip"),
        ("1) OAuth 2.0", "focused"),
        ("2) JWT", "option"),
        ("(Recommended)", "recommended"),
        ("Stateless tokens", "muted"),
        ("○", "mark"),
        ("> ", "pointer"),
    ],
)
def test_each_part_has_its_colour(text: str, style: str) -> None:
    assert style_of(asking(question_set(AUTH)), text) == style


@pytest.mark.requirement(
    "Q-PRES-10",
    "Q-PRES-11",
    "Q-PRES-12",
    "Q-PRES-13",
    "Q-PRES-14",
    "Q-PRES-15",
    "Q-PRES-16",
    "Q-PRES-17",
)
def test_the_colours_are_those_of_the_theme() -> None:
    assert STYLE["chip"] == "#818CF8 bold bg:#1E293B"
    assert (STYLE["focused"], STYLE["option"]) == ("#F1F5F9", "#94A3B8")
    assert (STYLE["muted"], STYLE["mark"], STYLE["recommended"]) == (
        "#64748B",
        "#818CF8",
        "#34D399",
    )


@pytest.mark.requirement(
    "Q-PRES-10",
    "Q-PRES-11",
    "Q-PRES-12",
    "Q-PRES-13",
    "Q-PRES-14",
    "Q-PRES-15",
    "Q-PRES-16",
    "Q-PRES-17",
)
def test_what_is_read_has_the_terminals_own_colour_on_a_light_background() -> None:
    assert style_on(is_light=False) == STYLE
    on_light = style_on(is_light=True)
    assert set(on_light) == set(STYLE)
    assert "#F1F5F9" not in on_light.values()
    assert "#94A3B8" not in {on_light["option"], on_light["focused"]}


@pytest.mark.requirement("Q-PRES-20", "Q-PRES-21")
def test_what_was_wrong_is_below_a_red_frame() -> None:
    refused = asking(question_set(AUTH)).mark(2)
    assert isinstance(refused, CardScreen)
    refused = refused.write("")
    assert isinstance(refused, CardScreen)
    assert refused.view.message
    assert style_of(refused, refused.view.message) == style_of(refused, "╰") == "wrong"


@pytest.mark.requirement("Q-PRES-20", "Q-PRES-21")
def test_the_answer_just_taken_is_green() -> None:
    painted = paint_card(asking(question_set(AUTH)), 60, is_confirmed=True)
    row = next(line for line in painted.body if any("OAuth" in text for _style, text in line))
    assert any(style == "confirmed" and text.startswith("●") for style, text in row)


def test_the_preview_of_the_option_under_the_pointer_is_shown() -> None:
    options = (Option(id="1", label="A", preview="x = 1\ny = 2"), Option(id="2", label="B"))
    question = AUTH.model_copy(update={"options": options})
    shown = drawn(asking(question_set(question)))
    assert "│      ┆ x = 1" in shown
    assert "│      ┆ x = 1" not in drawn(asking(question_set(question)).move(1))


@pytest.mark.requirement("Q-PRES-25", "Q-PRES-31", "Q-TERM-14")
def test_esc_is_offered_only_where_it_cancels() -> None:
    questions = question_set(AUTH)
    assert "esc cancel" in key_hint(asking(questions))
    fixed = questions.model_copy(update={"allow_cancel": False})
    assert "esc cancel" not in key_hint(asking(fixed))


@pytest.mark.requirement("SEC-13")
def test_control_sequences_are_not_drawn() -> None:
    evil = AUTH.model_copy(
        update={
            "text": "a\x1b[2Jb",
            "header": "h\x1b]0;x\x07",
            "context": "\x9b31m",
            "options": (Option(id="1", label="l\x1b[1A", description="d\x08"),),
        }
    )
    shown = "".join(drawn(asking(question_set(evil))))
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in shown)


@pytest.mark.requirement("Q-PRES-38")
@pytest.mark.parametrize("columns", [30, 60, 120])
def test_long_texts_are_shown_whole_and_within_the_width(columns: int) -> None:
    label, description = "한글 label " * 5, "word " * 40
    options = (Option(id="1", label=label, description=description), Option(id="2", label="B"))
    question = AUTH.model_copy(update={"options": options})
    shown = drawn(asking(question_set(question)), columns)
    assert all(get_cwidth(line) < columns for line in shown)
    assert sum(line.count("word") for line in shown) == 40
    assert sum(line.count("한글") for line in shown) == 5


def test_the_review_shows_every_answer_and_how_to_send_them() -> None:
    at = asking(question_set(AUTH, FEATURES)).mark(1)
    assert isinstance(at, CardScreen)
    review = at.enter()
    assert isinstance(review, CardScreen)
    shown = drawn(review)
    assert shown[0].endswith("●● 2/2  Round 1")
    assert "│    ✔ Auth Method: JWT" in shown
    assert "│    ✔ Features: A" in shown
    assert "│  > 🚀 Submit" in shown


def test_the_pointer_is_where_the_screen_must_be() -> None:
    at = asking(question_set(AUTH)).move(2)
    painted = paint_card(at, 60)
    assert texts([painted.body[painted.row.start]]) == ["│  > ○ 3) Other"]


@given(
    text=st.text(alphabet="ab 한数か（。\n", max_size=80),
    width=st.integers(min_value=2, max_value=30),
)
def test_wrapping_loses_nothing_and_keeps_within_the_width(text: str, width: int) -> None:
    lines = texts(wrapped([("x", text)], width))
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(get_cwidth(line.rstrip(" ")) <= width for line in lines)


@pytest.mark.requirement("Q-PRES-38")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1) 使用关系型数据库", ["1) 使用关", "系型数据库"]),
        ("选择数据库，好的", ["选择数据", "库，好的"]),
        ("请使用用（关系型）", ["请使用用", "（关系型）"]),
        ("これはテストだよ", ["これはテス", "トだよ"]),
        ("使用SQLite数据", ["使用SQLite", "数据"]),
        ("데이터 베이스", ["데이터", "베이스"]),
        ("word (quoted)", ["word", "(quoted)"]),
    ],
)
def test_lines_break_between_letters_that_need_no_spaces(text: str, lines: list[str]) -> None:
    assert texts(wrapped([("", text)], 10)) == lines


@pytest.mark.parametrize(
    ("text", "columns", "shown"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("한글날", 4, "한…")]
)
def test_what_is_too_long_ends_with_an_ellipsis(text: str, columns: int, shown: str) -> None:
    assert elided(text, columns) == shown


@pytest.mark.requirement("Q-PRES-22", "Q-TERM-15")
def test_the_time_that_is_left_is_shown_and_red_when_it_is_short() -> None:
    at = asking(question_set(AUTH))
    foot = paint_card(at, 100, left_s=245).foot
    assert texts(foot)[-1].startswith("  ⏱ 4:05 left  •  ↑↓ navigate")
    short = paint_card(at, 100, left_s=9).foot
    assert any(style == "wrong" and "0:09" in text for line in short for style, text in line)
    assert "⏱" not in "".join(texts(paint_card(at, 100).foot))


@pytest.mark.requirement("Q-PRES-25")
def test_keys_are_named_whole_on_a_narrow_screen() -> None:
    multi = choice("A", "B", kind=QuestionKind.MULTI)
    begun = CardScreen.begin(question_set(multi), Draft())
    foot = texts(paint_card(begun, 44).foot)
    assert foot[1:] == [
        "  ↑↓ navigate  •  enter select",
        "  space toggle  •  tab more  •  esc cancel",
    ]


@pytest.mark.requirement("Q-PRES-17")
def test_the_icons_have_the_names_and_characters_of_the_theme() -> None:
    assert ICONS == {
        "checkbox": "☑",
        "checkboxEmpty": "☐",
        "chipLeft": "╭─",
        "chipRight": "─╮",
        "boxTop": "╭",
        "boxBottom": "╰",
        "boxVertical": "│",
    }


@pytest.mark.requirement("Q-ROUND-15", "Q-ROUND-17")
@pytest.mark.parametrize(
    ("update", "head"),
    [
        ({}, "╭─ Auth Method ─╮  Round 1"),
        ({"purpose": Purpose.CONFIRM}, "╭─ Auth Method ─╮"),
        ({"route": QuestionRoute.PROGRAM}, "╭─ Auth Method ─╮"),
        ({"round": 2}, "╭─ Auth Method ─╮"),
    ],
)
def test_the_first_round_is_named_beside_the_chip(update: dict[str, object], head: str) -> None:
    """A later one is named before the question; a permission and another program have none."""
    shown = drawn(asking(question_set(AUTH).model_copy(update=update)))
    assert shown[0] == head
    assert ("Round 2: " in "".join(shown)) == ("round" in update)


@pytest.mark.requirement("Q-TERM-11")
def test_options_can_do_without_numbers() -> None:
    painted = paint_card(asking(question_set(AUTH)), 60, numbers=False)
    text = "\n".join("".join(part for _style, part in line) for line in painted.body)
    assert "> ○ OAuth 2.0" in text
    assert "1)" not in text


EARLIER: Final = (
    EarlierRound(questions=question_set(AUTH), response=chose("2", question_id=AUTH.id)),
)


@pytest.mark.requirement("Q-ROUND-16", "Q-ROUND-18")
def test_earlier_questions_are_looked_at_with_all_options_and_the_answer() -> None:
    begun = CardScreen.begin(
        question_set(AUTH).model_copy(update={"round": 2}), Draft(), earlier=EARLIER
    )
    ways = begun.ways()
    place = ways.stops.index(LookBack())
    opened = ways.move_to(place).enter()
    assert isinstance(opened, CardScreen)
    shown = drawn(opened)
    assert "│  > Round 1" in shown
    assert any("○ 1. OAuth 2.0" in line for line in shown)
    assert any("● 2. JWT" in line for line in shown)
    assert any("✔ Auth Method: JWT" in line for line in shown)
    back = opened.escape()
    assert isinstance(back, CardScreen)
    assert back.panel is CardPanel.QUESTION
    assert back.card.draft == begun.card.draft


def test_nothing_is_looked_at_before_the_first_answer() -> None:
    assert LookBack() not in asking(question_set(AUTH)).ways().stops


@pytest.mark.requirement("Q-PRES-04")
@pytest.mark.parametrize(
    ("header", "title", "shown"),
    [
        ("", "A title that is too long for its chip", True),
        ("A header that is too long for its chip", "", True),
        ("", "Short", False),
        ("Short", "", False),
    ],
)
def test_what_the_chip_shortens_is_shown_whole_below_it(
    header: str, title: str, shown: bool
) -> None:
    question = choice("A", "B", text="Which?").model_copy(update={"header": header})
    questions = question_set(question).model_copy(update={"title": title})
    lines = drawn(asking(questions))
    assert (f"│  {header or title}" in lines) is shown


@pytest.mark.requirement("Q-PRES-04")
def test_the_background_of_all_questions_stands_with_each_of_them() -> None:
    questions = question_set(choice("A", "B", id="a"), choice("A", "B", id="b")).model_copy(
        update={"title": "Set up", "description": "For the importer."}
    )
    draft = Draft(answers={"a": Answer(question_id="a", option_ids=("1",))})
    state = CardScreen.begin(questions, draft)
    assert state.view.shown_question.id == "b"
    assert "│  For the importer." in drawn(state)
