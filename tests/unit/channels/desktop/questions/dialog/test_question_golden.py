"""The pictures of questions, as text, against the ones that are kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from assistant.locale import InterfaceLanguage, use_language
from assistant.questions.model.question import Answer, Draft, Option, Question, QuestionKind
from tests.unit.channels.desktop.conversation.samples import asked
from tests.unit.channels.desktop.questions.dialog.question_picture import picture
from tests.unit.channels.desktop.questions.dialog.question_stage import Desk, Put, settle

GOLDEN = Path(__file__).parents[5] / "data" / "golden" / "questions"
PLAIN = frozenset({"add_note", "cancel_with_reason", "review", "review_hint"})
"""What a picture of the seeds does not have; it is looked at in English."""
Key = Qt.Key


def options(*pairs: tuple[str, str], recommended: int = 0) -> tuple[Option, ...]:
    return tuple(
        Option(id=str(n), label=label, description=description, recommended=n == recommended)
        for n, (label, description) in enumerate(pairs, start=1)
    )


DATABASE = Question(
    id="db",
    kind=QuestionKind.SINGLE,
    text="Which database should we use?",
    header="Database",
    options=options(
        ("PostgreSQL", "Robust relational DB, great for complex queries"),
        ("MongoDB", "Document DB, flexible schema"),
        ("SQLite", "Lightweight embedded database"),
        recommended=1,
    ),
    allow_other=True,
)
FEATURES = Question(
    id="features",
    kind=QuestionKind.MULTI,
    text="Which features should we enable?",
    header="Features",
    options=options(
        ("TypeScript", "Type safety and better IDE support"),
        ("ESLint + Prettier", "Code linting and formatting"),
        ("Testing (Vitest)", "Unit and component testing"),
        ("Tailwind CSS", "Utility-first CSS framework"),
    ),
)
PACKAGES = Question(
    id="packages",
    kind=QuestionKind.SINGLE,
    text="Which package manager?",
    header="Packages",
    options=options(("npm", "Comes with Node"), ("pnpm", "Fast, saves space")),
    allow_other=True,
)
POEM = Question(
    id="f",
    kind=QuestionKind.MULTI,
    text="请选择一个功能",
    header="选择功能",
    options=options(
        ("背唐诗", "背诵一首经典唐诗"),
        ("讲笑话", "讲一个有趣的笑话"),
        ("输出笑脸图标", "输出一个笑脸表情"),
        ("再给一个多选框", "继续体验多轮对话"),
    ),
)
OAUTH = Question(
    id="auth",
    kind=QuestionKind.SINGLE,
    text="请选择认证方式：",
    header="认证",
    options=options(("OAuth 2.0", ""), ("JWT", "")),
    follow_ups={
        "1": (
            Question(
                id="providers",
                kind=QuestionKind.MULTI,
                text="请选择要集成的 OAuth 提供商：",
                options=options(("Google", ""), ("GitHub", ""), ("Microsoft", "")),
            ),
        )
    },
)
DB_KO = Question(
    id="q1",
    kind=QuestionKind.SINGLE,
    text="DB 선택?",
    context="주문을 저장할 곳",
    options=options(("Postgres", "안정적이에요"), ("MySQL", "익숙해요")),
    allow_other=True,
)
AUTH_KO = DB_KO.model_copy(
    update={
        "id": "q2",
        "text": "Auth 방식?",
        "context": "",
        "options": options(("JWT", "간단해요"), ("OAuth", "안전해요")),
    }
)


def _single(put: Put) -> Desk:
    chosen = Draft(answers={"db": Answer(question_id="db", option_ids=("1",))})
    return put(asked(DATABASE.model_copy(update={"options": _preselected(DATABASE)})), draft=chosen)


def _preselected(question: Question) -> tuple[Option, ...]:
    first, *others = question.options
    return (first.model_copy(update={"default": True}), *others)


def _multi(put: Put) -> Desk:
    chosen = Draft(answers={"features": Answer(question_id="features", option_ids=("1", "2", "4"))})
    desk = put(asked(FEATURES), draft=chosen)
    desk.key(Key.Key_Down)
    return desk


def _other(put: Put) -> Desk:
    desk = put(asked(PACKAGES))
    desk.key(Key.Key_3)
    desk.type("bun")
    return desk


def _buttons(put: Put) -> Desk:
    return put(asked(DATABASE))


def _chinese(put: Put) -> Desk:
    chosen = Draft(answers={"f": Answer(question_id="f", option_ids=("1",))})
    return put(asked(POEM), draft=chosen)


def _follow_up(put: Put) -> Desk:
    desk = put(asked(OAUTH))
    desk.key(Key.Key_1, Key.Key_Down, Key.Key_Space)
    return desk


def _form(put: Put) -> Desk:
    desk = put(asked(DB_KO, AUTH_KO, title="가게 설정"))
    desk.key(Key.Key_1)
    return desk


def _complete_form(put: Put) -> Desk:
    desk = _form(put)
    desk.key(Key.Key_2)
    return desk


def _round(put: Put) -> Desk:
    return put(asked(DATABASE, FEATURES, round=2, total_rounds=3))


@pytest.mark.requirement("TEST-01", "TEST-29")
@pytest.mark.parametrize(
    ("name", "language", "stage"),
    [
        ("single", "en", _single),
        ("multi", "en", _multi),
        ("other", "en", _other),
        ("buttons", "en", _buttons),
        ("round", "en", _round),
        ("chinese", "zh", _chinese),
        ("follow_up", "zh", _follow_up),
        ("form", "ko", _form),
        ("complete_form", "ko", _complete_form),
    ],
)
def test_a_question_looks_as_it_did(
    put: Put, name: str, language: InterfaceLanguage, stage: Callable[[Put], Desk]
) -> None:
    use_language(language)
    desk = stage(put)
    settle()
    desk.dialog.resize(540, desk.dialog.wanted_height())
    settle()
    without = () if language == "en" else PLAIN
    assert picture(desk.dialog, without=without) == (GOLDEN / f"{name}.txt").read_text(
        encoding="utf-8"
    )
