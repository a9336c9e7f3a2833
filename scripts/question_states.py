"""The dialogs of the pictures, each led into its state."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QThreadPool
from PySide6.QtWidgets import QApplication, QWidget
from question_samples import TEXTS, Samples

from assistant.channels.desktop.questions.dialog.card_widget import OTHER
from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import SystemClock
from assistant.locale import InterfaceLanguage
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    TimedOut,
)
from assistant.questions.model.round_history import EarlierRound

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = {"wide": 540, "narrow": 360}
PREVIEW_WIDTHS = {"wide": 820, "narrow": 360}
NOBODY = 10_000_000
"""Milliseconds a settled dialog stays, so that it can be drawn."""


class Stage:
    """Puts dialogs in one look."""

    def __init__(self, *, language: InterfaceLanguage, theme: Theme, size: str) -> None:
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
        return self.put_set(asked, chosen=chosen, earlier=earlier)

    def put_set(
        self,
        asked: QuestionSet,
        *,
        chosen: dict[str, Answer] | None = None,
        earlier: Sequence[EarlierRound] = (),
    ) -> QuestionDialog:
        """Show a dialog."""
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
        has_preview = any(o.preview for q in asked.questions for o in q.options)
        dialog.resize((PREVIEW_WIDTHS if has_preview else WIDTHS)[self._size], 200)
        dialog.show()
        dialog.activateWindow()
        settle()
        return dialog

    def card_of(self, dialog: QuestionDialog, option_id: str) -> None:
        """Press an option of the open question."""
        assert dialog.card_widget is not None
        dialog.card_widget.rows[option_id].click()
        settle()


def settle() -> None:
    """Let the layouts come to rest, and code have its colours."""
    for _turn in range(6):
        QThreadPool.globalInstance().waitForDone()
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
    assert dialog.card_widget is not None
    assert dialog.card_widget.other_field is not None
    dialog.card_widget.other_field.insert(stage.samples.words.own)
    settle()
    return dialog


def _invalid(stage: Stage) -> QuestionDialog:
    dialog = stage.put(stage.samples.date())
    assert dialog.card_widget is not None
    assert dialog.card_widget.text_field is not None
    dialog.card_widget.text_field.setPlainText("2026-13-40")
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


STATES: tuple[Callable[[Stage], QuestionDialog], ...] = (
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
