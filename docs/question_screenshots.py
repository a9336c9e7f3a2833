"""Takes pictures of every kind of question, as sheets for the documentation.

    .venv/bin/python docs/question_screenshots.py --out docs/screenshots/questions

One sheet for each language, theme and width. The dialogs are the program's own, put with sample
questions and led into their states; no engine and no model takes part.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from assistant.channels.desktop.app import make_application
from assistant.channels.desktop.question_card import OTHER
from assistant.channels.desktop.question_dialog import QuestionDialog
from assistant.channels.desktop.theme import Theme
from assistant.clock import SystemClock
from assistant.locale import LANGUAGES, Language, use_language
from assistant.questions.earlier import EarlierRound
from assistant.questions.model import (
    Answer,
    Answered,
    Channel,
    Draft,
    Kind,
    Markers,
    Method,
    Option,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    TextFormat,
    TimedOut,
)

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = {"wide": 540, "narrow": 360}
COLUMNS = {"wide": 3, "narrow": 5}
PREVIEW_WIDTHS = {"wide": 820, "narrow": 360}
GAP = 26
NOBODY = 10_000_000
"""Milliseconds a settled dialog stays, so that it can be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The sample texts of one language."""

    header: str
    question: str
    context: str
    options: tuple[tuple[str, str], ...]
    features: str
    feature_header: str
    feature_options: tuple[tuple[str, str], ...]
    date: str
    date_header: str
    shall: str
    shall_header: str
    follow: str
    follow_header: str
    follow_options: tuple[str, ...]
    name: str
    name_header: str
    players: str
    players_header: str
    player_options: tuple[str, ...]
    title: str
    own: str
    note: str
    permission: str
    similar: tuple[str, str]


TEXTS: dict[Language, Words] = {
    "en": Words(
        header="Database",
        question="Which database should we use for this project?",
        context="Orders and customers are stored there. @orders.md says what is expected.",
        options=(
            ("PostgreSQL", "Robust relational DB, great for complex queries"),
            ("MongoDB", "Document DB, flexible schema"),
            ("SQLite", "Lightweight embedded database; one file, nothing to run"),
            ("MySQL", "Widely hosted, well known"),
            ("DuckDB", "Analysis of large tables on one machine"),
        ),
        features="Which features should we enable?",
        feature_header="Features",
        feature_options=(
            ("TypeScript", "Type safety and better IDE support"),
            ("ESLint + Prettier", "Code linting and formatting"),
            ("Testing (Vitest)", "Unit and component testing"),
            ("Tailwind CSS", "Utility-first CSS framework"),
        ),
        date="When does the shop open?",
        date_header="Opening",
        shall="Shall I write the privacy page as well?",
        shall_header="Privacy",
        follow="Which sign-in providers?",
        follow_header="Providers",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="What shall the shop be called?",
        name_header="Name",
        players="How many may play at once?",
        players_header="Players",
        player_options=("2 players", "4 players", "8 players in 2 teams"),
        title="Before I set up the shop",
        own="CouchDB, we run it already",
        note="Only for the first year",
        permission="write_file wants to write 3 files in shop/.",
        similar=("Database for logs", "Database for tests"),
    ),
    "ko": Words(
        header="데이터베이스",
        question="이 프로젝트에 어떤 데이터베이스를 사용할까요?",
        context="주문과 고객 정보를 저장해요. 요구 사항은 @orders.md에 있어요.",
        options=(
            ("PostgreSQL", "복잡한 질의에 강한 관계형 데이터베이스"),
            ("MongoDB", "스키마가 유연한 문서 데이터베이스"),
            ("SQLite", "파일 하나로 충분하고 따로 실행할 것이 없는 가벼운 데이터베이스"),
            ("MySQL", "어디서나 호스팅할 수 있고 널리 쓰여요"),
            ("DuckDB", "한 대의 컴퓨터에서 큰 표를 분석해요"),
        ),
        features="어떤 기능을 켤까요?",
        feature_header="기능",
        feature_options=(
            ("TypeScript", "타입 안전성과 더 나은 편집기 지원"),
            ("ESLint + Prettier", "코드 검사와 서식"),
            ("Testing (Vitest)", "단위 테스트와 컴포넌트 테스트"),
            ("Tailwind CSS", "유틸리티 우선 CSS 프레임워크"),
        ),
        date="가게는 언제 문을 여나요?",
        date_header="개점일",
        shall="개인정보 처리방침 페이지도 만들까요?",
        shall_header="개인정보",
        follow="어떤 로그인 제공자를 쓸까요?",
        follow_header="제공자",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="가게 이름을 무엇으로 할까요?",
        name_header="이름",
        players="한 번에 몇 명이 플레이할 수 있나요?",
        players_header="인원",
        player_options=("2명", "4명", "2팀으로 8명"),
        title="가게를 만들기 전에 몇 가지만 여쭤볼게요",
        own="이미 쓰고 있는 CouchDB",
        note="첫해에만 이렇게 할게요",
        permission="write_file이 shop/ 폴더에 파일 3개를 쓰려고 해요.",
        similar=("로그용 데이터베이스", "테스트용 데이터베이스"),
    ),
    "zh": Words(
        header="数据库",
        question="这个项目应该使用哪种数据库？",
        context="订单和客户都保存在那里。要求见 @orders.md。",
        options=(
            ("PostgreSQL", "功能强大的关系数据库，适合复杂查询"),
            ("MongoDB", "文档数据库，结构灵活"),
            ("SQLite", "轻量的嵌入式数据库；只有一个文件，无需运行服务"),
            ("MySQL", "托管广泛，众所周知"),
            ("DuckDB", "在一台机器上分析大表"),
        ),
        features="要启用哪些功能？",
        feature_header="功能",
        feature_options=(
            ("TypeScript", "类型安全，编辑器支持更好"),
            ("ESLint + Prettier", "代码检查与格式化"),
            ("Testing (Vitest)", "单元测试与组件测试"),
            ("Tailwind CSS", "实用优先的 CSS 框架"),
        ),
        date="商店什么时候开业？",
        date_header="开业",
        shall="隐私页面也要我写吗？",
        shall_header="隐私",
        follow="请选择要集成的 OAuth 提供商：",
        follow_header="提供商",
        follow_options=("Google", "GitHub", "Microsoft"),
        name="商店叫什么名字？",
        name_header="名称",
        players="一次可以有几个人玩？",
        players_header="人数",
        player_options=("2 人", "4 人", "2 队 8 人"),
        title="建店之前有几个问题",
        own="CouchDB，我们已经在用",
        note="只用第一年",
        permission="write_file 想在 shop/ 中写入 3 个文件。",
        similar=("日志数据库", "测试数据库"),
    ),
}

PREVIEW = """```sql
CREATE TABLE orders (
  id      bigserial PRIMARY KEY,
  placed  timestamptz NOT NULL
);
```

| | rows | reads |
|---|---|---|
| orders | 10 k | 2 ms |
| items | 80 k | 6 ms |
"""


class Samples:
    """The questions of one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def options(self, count: int = 3, *, preview: bool = False) -> tuple[Option, ...]:
        """Return so many databases."""
        return tuple(
            Option(
                id=str(number),
                label=label,
                description=description,
                recommended=number == 1,
                preview=f"**{label}**\n\n{PREVIEW}" if preview else None,
            )
            for number, (label, description) in enumerate(self.words.options[:count], start=1)
        )

    def database(self, count: int = 3, **changes: object) -> Question:
        """Return the question of one choice."""
        question = Question(
            id="db",
            kind=Kind.SINGLE,
            text=self.words.question,
            header=self.words.header,
            context=self.words.context,
            options=self.options(count),
            allow_other=True,
        )
        return question.model_copy(update=changes)

    def features(self, **changes: object) -> Question:
        """Return the question of several choices."""
        question = Question(
            id="features",
            kind=Kind.MULTI,
            text=self.words.features,
            header=self.words.feature_header,
            options=tuple(
                Option(id=str(number), label=label, description=description)
                for number, (label, description) in enumerate(self.words.feature_options, start=1)
            ),
            allow_other=True,
        )
        return question.model_copy(update=changes)

    def date(self) -> Question:
        """Return a question for words of a form."""
        return Question(
            id="date",
            kind=Kind.TEXT,
            text=self.words.date,
            header=self.words.date_header,
            text_format=TextFormat.DATE,
            required=False,
        )

    def name(self) -> Question:
        """Return a question for words."""
        words = self.words
        return Question(id="name", kind=Kind.TEXT, text=words.name, header=words.name_header)

    def shall(self, **changes: object) -> Question:
        """Return a question for yes or no."""
        question = Question(
            id="shall", kind=Kind.BOOLEAN, text=self.words.shall, header=self.words.shall_header
        )
        return question.model_copy(update=changes)

    def players(self) -> Question:
        """Return a question whose labels contain numbers."""
        return Question(
            id="players",
            kind=Kind.SINGLE,
            text=self.words.players,
            header=self.words.players_header,
            options=tuple(
                Option(id=str(n), label=label)
                for n, label in enumerate(self.words.player_options, start=1)
            ),
            markers=Markers.LETTERS,
        )

    def followed(self) -> Question:
        """Return a question one of whose options asks another."""
        providers = Question(
            id="providers",
            kind=Kind.MULTI,
            text=self.words.follow,
            header=self.words.follow_header,
            options=tuple(
                Option(id=label.lower(), label=label) for label in self.words.follow_options
            ),
        )
        return self.database(2, follow_ups={"1": (providers,)})

    def form(self) -> QuestionSet:
        """Return several questions."""
        return QuestionSet(
            id="form",
            title=self.words.title,
            questions=(self.followed(), self.date(), self.shall()),
        )


State = Callable[["Stage"], QuestionDialog]


class Stage:
    """Puts dialogs in one look."""

    def __init__(self, *, language: Language, theme: Theme, size: str) -> None:
        self.samples = Samples(TEXTS[language])
        self._theme = theme
        self._size = size
        self._clock = SystemClock()

    def put(
        self,
        *questions: Question,
        chosen: dict[str, Answer] | None = None,
        earlier: Sequence[EarlierRound] = (),
        **changes: object,
    ) -> QuestionDialog:
        """Show a dialog of these questions."""
        asked = QuestionSet(id="set", questions=questions).model_copy(update=changes)
        dialog = QuestionDialog(
            questions=asked,
            draft=Draft(answers=chosen or {}),
            theme=self._theme,
            clock=self._clock,
            arm_delay_s=0.0,
            linger_ms=NOBODY,
            earlier=earlier,
            resolve=lambda reference: ROOT / reference if reference == "orders.md" else None,
        )
        has_preview = any(o.preview for q in questions for o in q.options)
        dialog.resize((PREVIEW_WIDTHS if has_preview else WIDTHS)[self._size], 200)
        dialog.show()
        dialog.activateWindow()
        settle()
        return dialog

    def card_of(self, dialog: QuestionDialog, option_id: str) -> None:
        """Press an option of the open question."""
        assert dialog.card is not None
        dialog.card.rows[option_id].click()
        settle()


def settle() -> None:
    """Let the layouts come to rest."""
    for _turn in range(6):
        QApplication.processEvents()


def press(dialog: QuestionDialog, name: str) -> None:
    """Press a button by its name."""
    button = dialog.findChild(QWidget, name)
    assert button is not None, name
    button.click()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    settle()


def _buttons(stage: Stage) -> QuestionDialog:
    return stage.put(stage.samples.database())


def _radio(stage: Stage) -> QuestionDialog:
    return stage.put(
        stage.samples.database(5),
        chosen={"db": Answer(question_id="db", option_ids=("3",))},
        timeout_s=300.0,
    )


def _boxes(stage: Stage) -> QuestionDialog:
    return stage.put(
        stage.samples.features(min_choices=1, max_choices=3),
        chosen={"features": Answer(question_id="features", option_ids=("1", "2"))},
    )


def _other(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.database())
    stage.card_of(dialog, OTHER)
    assert dialog.card is not None
    assert dialog.card.other_field is not None
    dialog.card.other_field.insert(stage.samples.words.own)
    settle()
    return dialog


def _invalid(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.date())
    assert dialog.card is not None
    assert dialog.card.text_field is not None
    dialog.card.text_field.setPlainText("2026-13-40")
    press(dialog, "confirm")
    return dialog


def _yes_no(stage: Stage) -> QuestionDialog:
    return stage.put(stage.samples.shall(default_boolean=True, required=False))


def _letters(stage: Stage) -> QuestionDialog:
    return stage.put(stage.samples.players())


def _preview(stage: Stage) -> QuestionDialog:
    options = stage.samples.options(preview=True)
    return stage.put(stage.samples.database(options=options))


def _note(stage: Stage) -> QuestionDialog:
    note = stage.samples.words.note
    return stage.put(
        stage.samples.players(), chosen={"players": Answer(question_id="players", note=note)}
    )


def _none_fit(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.players())
    press(dialog, "none_fit")
    return dialog


def _form(stage: Stage) -> QuestionDialog:
    form = stage.samples.form()
    dialog = stage.put(*form.questions, title=form.title, round=2, total_rounds=3)
    stage.card_of(dialog, "1")
    stage.card_of(dialog, "github")
    return dialog


def _review(stage: Stage) -> QuestionDialog:
    dialog = _form(stage)
    press(dialog, "confirm")
    press(dialog, "skip")
    stage.card_of(dialog, "true")
    return dialog


def _earlier(stage: Stage) -> QuestionDialog:
    past = QuestionSet(id="past", questions=(stage.samples.players(),))
    given = Answered(
        answers=(Answer(question_id="players", option_ids=("2",)),),
        provenance=Provenance(
            channel=Channel.VOICE, method=Method.VOICE, at=datetime(2026, 11, 22, tzinfo=UTC)
        ),
    )
    dialog = stage.put(
        stage.samples.shall(),
        earlier=[EarlierRound(questions=past, response=given)],
        round=2,
        total_rounds=3,
    )
    press(dialog, "earlier_rounds")
    return dialog


def _permission(stage: Stage) -> QuestionDialog:
    asked = stage.samples.shall(text=stage.samples.words.permission)
    return stage.put(asked, purpose=Purpose.CONFIRM, source="write_file")


def _similar(stage: Stage) -> QuestionDialog:
    others = [
        QuestionSet(id=name, questions=(stage.samples.database(2, header=name),))
        for name in stage.samples.words.similar
    ]
    dialog = stage.put(stage.samples.database(2, context=""))
    dialog.set_similar(others)
    dialog.set_waiting(len(others))
    settle()
    return dialog


def _answered(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.database(context=""))
    stage.card_of(dialog, "3")
    return dialog


def _elsewhere(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.players())
    given = Answered(
        answers=(Answer(question_id="players", option_ids=("1",)),),
        provenance=Provenance(
            channel=Channel.VOICE, method=Method.VOICE, at=datetime(2026, 11, 22, tzinfo=UTC)
        ),
    )
    dialog.show_elsewhere(given, Channel.VOICE)
    settle()
    return dialog


def _timed_out(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.players(), timeout_s=60.0)
    dialog.show_elsewhere(TimedOut(after_s=60.0), None)
    settle()
    return dialog


STATES: tuple[State, ...] = (
    _buttons,
    _radio,
    _boxes,
    _preview,
    _other,
    _invalid,
    _yes_no,
    _letters,
    _note,
    _none_fit,
    _form,
    _review,
    _earlier,
    _similar,
    _permission,
    _answered,
    _elsewhere,
    _timed_out,
)


def sheet(*, language: Language, theme: Theme, size: str) -> QPixmap:
    """Return every state in one look, in columns of about equal height."""
    stage = Stage(language=language, theme=theme, size=size)
    pictures: list[tuple[str, QPixmap]] = []
    for state in STATES:
        dialog = state(stage)
        settle()
        dialog.resize(dialog.width(), dialog.wanted_height())
        settle()
        pictures.append((dialog.windowTitle(), dialog.grab()))
        dialog.withdraw()
        dialog.deleteLater()
        settle()
    return _laid_out(pictures, columns=COLUMNS[size], theme=theme)


def _laid_out(pictures: Sequence[tuple[str, QPixmap]], *, columns: int, theme: Theme) -> QPixmap:
    title_height = 26
    width = max(picture.width() for _title, picture in pictures if picture.width() < 700)
    heights = [GAP] * columns
    placed: list[tuple[QPoint, str, QPixmap]] = []
    for title, picture in sorted(pictures, key=lambda entry: -entry[1].width()):
        span = 1 if picture.width() <= width else 2
        starts = range(columns - span + 1)
        column = min(starts, key=lambda at: max(heights[at : at + span]))
        y = max(heights[column : column + span])
        placed.append((QPoint(GAP + column * (width + GAP), y), title, picture))
        for at in range(column, column + span):
            heights[at] = y + title_height + picture.height() + GAP
    both = QPixmap(GAP + columns * (width + GAP), max(heights))
    both.fill("#3A4254" if theme.tokens.dark else "#CBD2DC")
    painter = QPainter(both)
    font = QFont(QApplication.font())
    font.setPixelSize(13)
    painter.setFont(font)
    for corner, title, picture in placed:
        bar = QRect(corner.x(), corner.y(), picture.width(), title_height)
        painter.fillRect(bar, QColor("#0B1120" if theme.tokens.dark else "#E2E8F0"))
        painter.setPen(QColor(theme.tokens.text))
        painter.drawText(bar.adjusted(8, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, title)
        painter.drawPixmap(corner + QPoint(0, title_height), picture)
    painter.end()
    return both


def few_colours(picture: QImage, most: int = 256) -> QImage:
    """Return a picture in its `most` frequent colours, others the nearest of them: a third as big."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    width, height = picture.width(), picture.height()
    data = np.frombuffer(picture.constBits(), dtype=np.uint32)
    pixels = data.reshape(height, picture.bytesPerLine() // 4)[:, :width]
    colours, where, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-counts)[:most]]
    distances = ((_channels(colours)[:, None] - _channels(kept)[None]) ** 2).sum(axis=-1)
    nearest = distances.argmin(axis=1).astype(np.uint8)
    indexed = np.ascontiguousarray(nearest[where].reshape(height, width))
    result = QImage(indexed.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    result.setColorTable([int(colour) for colour in kept])
    return result


def _channels(
    colours: "np.ndarray[tuple[int], np.dtype[np.uint32]]",
) -> "np.ndarray[tuple[int, int], np.dtype[np.int32]]":
    return np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], -1).astype(np.int32)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots" / "questions")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--size", choices=list(WIDTHS), action="append")
    parser.add_argument("--theme", choices=("light", "dark"), action="append")
    chosen = parser.parse_args(arguments)
    make_application()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for language in chosen.language or LANGUAGES:
        use_language(language)
        for look in chosen.theme or ("light", "dark"):
            theme = Theme(choice=look)
            theme.apply()
            for size in chosen.size or WIDTHS:
                path = chosen.out / f"{language}-{look}-{size}.png"
                picture = sheet(language=language, theme=theme, size=size).toImage()
                picture = few_colours(picture)
                if not picture.save(str(path), quality=0):
                    raise OSError(f"{path} cannot be written")
                sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
