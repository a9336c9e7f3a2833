import asyncio
import threading
import weakref
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog
from assistant.channels.desktop.questions.dialog_presenter import (
    DialogPresenter,
    DialogQueue,
    DialogRequest,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
    TimedOut,
)
from tests.helpers.clock import ManualClock
from tests.helpers.questions.presentation import FakePresentation
from tests.unit.channels.desktop.conversation.samples import ORIGIN, answered, asked, multi, single
from tests.unit.channels.desktop.windows import child

RED = answered(Answer(question_id="q", option_ids=("red",)))
Result = TypeVar("Result")


class LoopThread:
    """A real loop on a real thread, as the engine's."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="engine")
        self.thread.start()

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Future[Result]:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def stop(self) -> None:
        self.run(self._cancel_all()).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    async def _cancel_all(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class Stage:
    def __init__(
        self, theme: Theme, clock: ManualClock, qtbot: QtBot, *, linger_ms: int = 0
    ) -> None:
        self.may_take_focus = True
        self.dialogs = DialogQueue(
            theme=theme,
            clock=clock,
            arm_delay_s=0.0,
            may_take_focus=lambda _questions_id: self.may_take_focus,
            linger_ms=linger_ms,
        )
        self.presenter = DialogPresenter(dialogs=self.dialogs)
        self.engine = LoopThread()
        self.qtbot = qtbot

    def present(
        self,
        questions: QuestionSet,
        desk: FakePresentation | None = None,
        draft: Draft | None = None,
    ) -> Future[Response | None]:
        return self.engine.run(
            self.presenter.present(questions, draft or Draft(), desk or FakePresentation())
        )

    def front(self, set_id: str = "s") -> QuestionDialog:
        self.qtbot.waitUntil(
            lambda: self.dialogs.front is not None and self.dialogs.front.questions.id == set_id
        )
        assert self.dialogs.front is not None
        return self.dialogs.front

    def click(self, name: str, set_id: str = "s") -> None:
        button = child(self.front(set_id), QPushButton, name)
        button.click()

    def result(self, future: Future[Response | None]) -> Response | None:
        self.qtbot.waitUntil(future.done)
        return future.result()


@pytest.fixture(params=[0])
def stage(
    theme: Theme, clock: ManualClock, qtbot: QtBot, request: pytest.FixtureRequest
) -> Iterator[Stage]:
    """A stage whose dialogs go with the answer, or after `param` milliseconds."""
    stage = Stage(theme, clock, qtbot, linger_ms=request.param)
    yield stage
    stage.dialogs.close_all()
    stage.engine.stop()


lingering = pytest.mark.parametrize("stage", [60_000], indirect=True)
"""Dialogs stay after the answer."""


@pytest.mark.requirement("APP-06", "APP-08")
def test_a_click_in_the_window_answers_on_the_engine_loop(stage: Stage) -> None:
    desk = FakePresentation()
    future = stage.present(asked(single()), desk)
    stage.click("user_choice_green")
    response = stage.result(future)
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q", option_ids=("green",)),)
    assert response.provenance.channel is Channel.DESKTOP
    assert desk.shown_times == 1
    assert desk.touched_times >= 1
    assert desk.drafts[-1].answers["q"].option_ids == ("green",)


def test_no_signal_is_connected_to_what_the_engine_may_drop(stage: Stage) -> None:
    """PySide watches such an object weakly and undoes the connection on the dropping thread."""
    desk = FakePresentation()
    future = stage.present(asked(single()), desk)
    stage.front()
    assert weakref.getweakrefcount(desk) == 0
    future.cancel()


def test_the_dialog_goes_when_another_channel_answers(stage: Stage) -> None:
    future = stage.present(asked(single()))
    with stage.qtbot.waitSignal(stage.front().closed):
        future.cancel()
    assert stage.dialogs.front is None
    assert stage.dialogs.waiting == 0


@pytest.mark.requirement("Q-DLG-18")
def test_questions_are_shown_one_at_a_time_oldest_first(stage: Stage) -> None:
    first = stage.present(asked(single(), set_id="1"))
    stage.front("1")
    desk = FakePresentation()
    second = stage.present(asked(single(), set_id="2"), desk)
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 2)
    assert stage.front("1").isVisible()
    assert desk.shown_times == 0
    stage.click("user_choice_red", "1")
    stage.click("user_choice_blue", "2")
    for future, chosen in ((first, "red"), (second, "blue")):
        response = stage.result(future)
        assert isinstance(response, Answered)
        assert response.answers[0].option_ids == (chosen,)
    assert desk.shown_times == 1


def test_a_question_that_may_not_be_cancelled_waits_and_opens_again(stage: Stage) -> None:
    future = stage.present(asked(single(), allow_cancel=False))
    stage.front().close()
    stage.qtbot.waitUntil(lambda: stage.dialogs.front is None)
    assert not future.done()
    assert stage.dialogs.open("s")
    stage.click("user_choice_red")
    assert isinstance(stage.result(future), Answered)


def test_what_was_chosen_is_still_there_when_it_opens_again(stage: Stage) -> None:
    stage.present(asked(multi(), allow_cancel=False)).add_done_callback(lambda _future: None)
    row = stage.front().card_widget
    assert row is not None
    row.rows["basil"].click()
    stage.front().close()
    assert stage.dialogs.open("s")
    assert stage.front().card.draft.answers["m"].option_ids == ("basil",)


def test_closing_the_window_cancels(stage: Stage) -> None:
    future = stage.present(asked(single()))
    stage.front().close()
    assert isinstance(stage.result(future), Cancelled)


def test_a_question_asked_for_comes_to_the_front_and_the_other_waits(stage: Stage) -> None:
    stage.present(asked(single(), set_id="1"))
    stage.front("1")
    second = stage.present(asked(single(), set_id="2"))
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 2)
    assert stage.dialogs.open("2")
    stage.click("user_choice_red", "2")
    assert isinstance(stage.result(second), Answered)
    assert stage.front("1").isVisible()
    assert not stage.dialogs.open("none such")


def test_selections_made_elsewhere_are_shown(stage: Stage) -> None:
    stage.present(asked(multi()))
    dialog = stage.front()
    draft = Draft(answers={"m": Answer(question_id="m", option_ids=("basil",))})
    stage.engine.loop.call_soon_threadsafe(stage.presenter.update_draft, "s", draft)
    stage.qtbot.waitUntil(lambda: dialog.card.draft == draft)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window of the program that has the focus."""
    window = QLineEdit()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("may_take", [True, False])
def test_a_dialog_takes_the_focus_only_where_it_may(stage: Stage, may_take: bool) -> None:
    stage.may_take_focus = may_take
    stage.present(asked(single()))
    dialog = stage.front()
    assert takes_focus(dialog) is may_take
    if may_take:
        stage.qtbot.waitUntil(dialog.isActiveWindow)


@pytest.mark.usefixtures("window")
@lingering
def test_the_next_dialog_takes_the_focus_from_the_one_before(stage: Stage) -> None:
    first = stage.present(asked(single(), set_id="1"))
    stage.qtbot.waitUntil(stage.front("1").isActiveWindow)
    stage.present(asked(multi(), set_id="2"))
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 2)
    stage.may_take_focus = False
    stage.click("user_choice_red", "1")
    assert isinstance(stage.result(first), Answered)
    stage.front("1").close()
    assert takes_focus(stage.front("2"))


def takes_focus(dialog: QuestionDialog) -> bool:
    return not dialog.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


def test_it_presents_what_was_asked_at_this_machine(stage: Stage) -> None:
    presenter: Presenter = stage.presenter
    assert presenter.channel is Channel.DESKTOP
    assert presenter.fits(asked(single()), ORIGIN)
    remote = Origin(channel=Channel.TELEGRAM, conversation_id="c")
    assert not presenter.fits(asked(single()), remote)


# Settled elsewhere, or for nobody.


@lingering
def test_a_dialog_shows_who_answered_before_it_goes(stage: Stage) -> None:
    questions = asked(single())
    future = stage.present(questions)
    dialog = stage.front()
    future.cancel()
    stage.qtbot.waitUntil(lambda: dialog.is_settled)
    assert dialog.isVisible()
    stage.dialogs.settled_elsewhere(questions, RED, Channel.VOICE)
    assert "Answered by voice:" in [label.text() for label in dialog.findChildren(QLabel)]
    assert stage.dialogs.waiting == 0
    dialog.close()
    stage.qtbot.waitUntil(lambda: stage.dialogs.front is None)


@lingering
def test_the_order_of_the_news_and_the_withdrawal_does_not_matter(stage: Stage) -> None:
    questions = asked(single())
    future = stage.present(questions)
    dialog = stage.front()
    stage.dialogs.settled_elsewhere(questions, RED, Channel.TERMINAL)
    future.cancel()
    stage.qtbot.wait_until(lambda: future.cancelled())
    QApplication.processEvents()
    assert dialog.isVisible()
    assert "Answered in the terminal:" in [label.text() for label in dialog.findChildren(QLabel)]


@lingering
def test_the_next_question_waits_until_the_answer_was_seen(stage: Stage) -> None:
    first = stage.present(asked(single(), set_id="1"))
    stage.front("1")
    stage.present(asked(single(), set_id="2"))
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 2)
    stage.click("user_choice_red", "1")
    assert isinstance(stage.result(first), Answered)
    assert stage.front("1").is_settled
    stage.front("1").close()
    assert stage.front("2").isVisible()


@lingering
def test_a_question_that_timed_out_waits_for_the_person_and_gives_way(stage: Stage) -> None:
    questions = asked(single(), timeout_s=5.0)
    future = stage.present(questions)
    dialog = stage.front()
    reopened: list[str] = []
    stage.dialogs.reopen.connect(reopened.append)
    stage.dialogs.settled_elsewhere(questions, TimedOut(after_s=5.0), None)
    future.cancel()
    assert dialog.isVisible()
    button = child(dialog, QPushButton, "reopen_question")
    button.click()
    assert reopened == ["s"]
    assert not dialog.isVisible()
    stage.present(questions)
    stage.front()
    stage.dialogs.settled_elsewhere(questions, TimedOut(after_s=5.0), None)
    stage.present(asked(single(), set_id="next"))
    assert stage.front("next").isVisible()


@pytest.mark.requirement("Q-DLG-06")
def test_an_answer_for_a_session_that_is_gone_is_shown_and_goes_nowhere(
    stage: Stage,
) -> None:
    responses: list[Response | None] = []
    stage.dialogs.put(
        DialogRequest(
            questions=asked(single()),
            draft=Draft(),
            presentation=FakePresentation(),
            respond=responses.append,
            is_alive=lambda: False,
        )
    )
    stage.click("user_choice_green")
    dialog = stage.front()
    assert dialog.isVisible()
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "✔ Colour: Green" in texts
    assert any("Nothing was sent" in text for text in texts)
    assert responses == []


def test_an_engine_that_stopped_counts_as_gone(
    theme: Theme, clock: ManualClock, qtbot: QtBot
) -> None:
    stage = Stage(theme, clock, qtbot)
    stage.present(asked(single())).add_done_callback(lambda _future: None)
    dialog = stage.front()
    stage.engine.stop()
    stage.click("user_choice_green")
    assert any("Nothing was sent" in label.text() for label in dialog.findChildren(QLabel))
    stage.dialogs.close_all()


def test_buttons_know_the_conversation_they_belong_to(stage: Stage) -> None:
    assert stage.presenter.fits(asked(single()), ORIGIN)
    stage.present(asked(single()))
    button = child(stage.front(), QPushButton, "user_choice_green")
    assert button.property("value")["sessionKey"] == ORIGIN.conversation_id


@pytest.mark.requirement("Q-DLG-04")
def test_buttons_carry_the_name_that_programs_know_the_conversation_by(stage: Stage) -> None:
    named = ORIGIN.model_copy(update={"session_key": "home:agent:c1"})
    assert stage.presenter.fits(asked(single()), named)
    stage.present(asked(single()))
    button = child(stage.front(), QPushButton, "user_choice_green")
    assert button.property("value") == {
        "sessionKey": "home:agent:c1",
        "choiceId": "green",
        "label": "Green",
        "question": single().text,
    }


# Trouble, rounds, counts.


def test_a_question_that_cannot_be_drawn_is_left_to_others_and_the_next_one_shows(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[str] = []
    stage.dialogs.failed.connect(failed.append)
    broken = asked(single(), set_id="broken").model_copy(update={"questions": ()})
    future = stage.present(broken)
    assert stage.result(future) is None
    assert failed == ["broken"]
    assert "cannot be shown" in caplog.text
    second = stage.present(asked(single()))
    stage.click("user_choice_red")
    assert isinstance(stage.result(second), Answered)


def test_earlier_rounds_of_the_conversation_can_be_opened_from_the_dialog(stage: Stage) -> None:
    first = asked(single(), set_id="one")
    stage.dialogs.history.remember(first, RED)
    stage.present(asked(single(), round=2))
    assert stage.front().findChild(QPushButton, "earlier_rounds") is not None
    stage.front().close()
    stage.dialogs.history.forget()
    stage.present(asked(single(), set_id="other", round=2))
    assert stage.front("other").findChild(QPushButton, "earlier_rounds") is None


def test_the_count_follows_as_questions_come_and_go(stage: Stage) -> None:
    stage.present(asked(single(), set_id="1"))
    dialog = stage.front("1")
    waiting = child(dialog, QLabel, "waiting")
    futures = [stage.present(asked(single(), set_id=str(n))) for n in (2, 3)]
    stage.qtbot.waitUntil(lambda: waiting.text() == "2 more waiting")
    futures[0].cancel()
    stage.qtbot.waitUntil(lambda: waiting.text() == "1 more waiting")


def test_closing_never_loses_a_question_that_may_not_be_cancelled(stage: Stage) -> None:
    future = stage.present(asked(single(), allow_cancel=False, set_id="1"))
    stage.front("1").close()
    stage.qtbot.waitUntil(lambda: stage.dialogs.front is None)
    second = stage.present(asked(single(), set_id="2"))
    stage.click("user_choice_red", "2")
    assert isinstance(stage.result(second), Answered)
    assert not future.done()
    assert stage.dialogs.aside == {"1"}
    assert stage.dialogs.open("1")
    stage.click("user_choice_blue", "1")
    assert isinstance(stage.result(future), Answered)


# One answer for several.


def alike_ones(stage: Stage) -> list[Future[Response | None]]:
    futures: list[Future[Response | None]] = []
    for name in ("1", "2", "3"):
        questions = asked(single(f"q{name}", header=f"No {name}"), set_id=name)
        assert stage.presenter.fits(questions, ORIGIN)
        futures.append(stage.present(questions))
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 3)
    return futures


def test_one_answer_stands_for_all_that_are_alike(stage: Stage) -> None:
    futures = alike_ones(stage)
    offer = child(stage.front("1"), QCheckBox, "apply_to_all")
    assert offer.accessibleName().endswith("No 1 · No 2 · No 3")
    offer.click()
    stage.click("user_choice_green", "1")
    for n, future in enumerate(futures, start=1):
        response = stage.result(future)
        assert isinstance(response, Answered)
        assert response.answers == (Answer(question_id=f"q{n}", option_ids=("green",)),)
    assert stage.dialogs.front is None


def test_without_the_tick_only_one_is_answered(stage: Stage) -> None:
    futures = alike_ones(stage)
    stage.click("user_choice_green", "1")
    assert isinstance(stage.result(futures[0]), Answered)
    assert stage.front("2").isVisible()
    assert not futures[1].done()


def test_questions_of_another_conversation_are_not_alike(stage: Stage) -> None:
    for name in ("1", "2"):
        questions = asked(single(), set_id=name)
        where = Origin(channel=Channel.DESKTOP, conversation_id=name)
        assert stage.presenter.fits(questions, where)
        stage.present(questions)
    stage.qtbot.waitUntil(lambda: stage.dialogs.waiting == 2)
    assert stage.front("1").findChild(QCheckBox, "apply_to_all") is None
