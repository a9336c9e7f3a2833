import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.questions.text_presenter import TextListPresenter
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Answer, Channel, Draft, Response
from tests.helpers.questions.presentation import FakePresentation
from tests.unit.channels.desktop.conversation.samples import ORIGIN, asked, single
from tests.unit.channels.desktop.questions.test_dialog_presenter import LoopThread

RED = Draft(answers={"q": Answer(question_id="q", option_ids=("red",))})


class Stage:
    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.threads: set[threading.Thread] = set()
        self.presenter = TextListPresenter(
            show=lambda questions, draft: self.note("show", questions, draft),
            update=lambda questions_id, draft: self.note("update", questions_id, draft),
            hide=lambda questions_id: self.note("hide", questions_id),
        )
        self.engine = LoopThread()

    def note(self, *call: object) -> None:
        self.calls.append(call)
        self.threads.add(threading.current_thread())

    def run(self, work: Coroutine[Any, Any, Response | None]) -> Future[Response | None]:
        return self.engine.run(work)


@pytest.fixture
def stage(qapp: QApplication) -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.engine.stop()


def until(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    qtbot.waitUntil(condition)


def test_it_is_a_presenter_of_the_window(stage: Stage) -> None:
    presenter: Presenter = stage.presenter
    assert presenter.channel is Channel.DESKTOP
    assert presenter.fits(asked(single()), ORIGIN)
    far = ORIGIN.model_copy(update={"channel": Channel.TELEGRAM})
    assert not presenter.fits(asked(single()), far)


def test_a_question_is_shown_until_it_is_withdrawn(stage: Stage, qtbot: QtBot) -> None:
    desk, questions = FakePresentation(), asked(single())
    future = stage.run(stage.presenter.present(questions, Draft(), desk))
    until(qtbot, lambda: desk.shown_times == 1)
    assert stage.calls == [("show", questions, Draft())]
    stage.presenter.update_draft("s", RED)
    until(qtbot, lambda: len(stage.calls) == 2)
    future.cancel()
    until(qtbot, lambda: len(stage.calls) == 3)
    assert stage.calls[1:] == [("update", "s", RED), ("hide", "s")]
    assert stage.threads == {threading.main_thread()}


def test_it_never_answers_by_itself(stage: Stage, qtbot: QtBot) -> None:
    desk = FakePresentation()
    future = stage.run(stage.presenter.present(asked(single()), Draft(), desk))
    until(qtbot, lambda: desk.shown_times == 1)
    assert not future.done()
    future.cancel()
    until(qtbot, lambda: ("hide", "s") in stage.calls)
