from datetime import timedelta

import pytest

from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.conversation.model.rows import QuestionRow
from assistant.channels.desktop.conversation.model.transcript import BranchPoint, TranscriptModel
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.protocol.messages import PastQuestion
from assistant.protocol.questions import (
    AmendAnswer,
    AnswerQuestion,
    PresentQuestionAgain,
    QuestionAsked,
    QuestionClosed,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    UndoAnswer,
)
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Origin,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.model.fake_view import FakeView
from tests.unit.channels.desktop.conversation.samples import (
    HERE,
    ORIGIN,
    asked,
    permission,
    single,
)

RED = Answer(question_id="q", option_ids=("red",))


def by(method: Method) -> Answered:
    return Answered(answers=(RED,), provenance=HERE.model_copy(update={"method": method}))


CLICKED = by(Method.CLICK)


class Stage:
    """A presenter between two fakes, in conversation `c`, and the rows it writes."""

    def __init__(self) -> None:
        self.engine = FakeEngineClient()
        self.view = FakeView()
        self.clock = ManualClock()
        self.rows = TranscriptModel(clock=self.clock)
        self.dialogs: set[str] = set()
        """Questions that have a dialog."""
        self.presenter = QuestionsPresenter(
            engine=self.engine,
            rows=self.rows,
            view=self.view,
            clock=self.clock,
            undo_s=5.0,
            open_dialog=lambda questions_id: questions_id in self.dialogs,
        )
        self.presenter.conversation_opened("c")

    def open(self, conversation_id: str) -> None:
        """Show a conversation that has no past."""
        self.rows.clear()
        self.presenter.conversation_opened(conversation_id)
        self.presenter.history_loaded(())

    def row(self, questions_id: str = "s") -> QuestionRow:
        """Return the row of a question."""
        rows = [row for row in self.rows.all if isinstance(row, QuestionRow)]
        return next(row for row in rows if row.questions.id == questions_id)

    def ask(
        self,
        questions: QuestionSet | None = None,
        *,
        origin: Origin = ORIGIN,
        is_presented: bool = True,
    ) -> QuestionSet:
        questions = questions or asked(single())
        self.presenter.asked(
            QuestionAsked(questions=questions, origin=origin, is_presented=is_presented)
        )
        return questions

    def close(
        self,
        questions: QuestionSet,
        response: Response = CLICKED,
        channel: Channel | None = Channel.DESKTOP,
    ) -> None:
        self.presenter.closed(
            QuestionClosed(questions=questions, response=response, channel=channel)
        )


@pytest.fixture
def stage() -> Stage:
    return Stage()


# The list.


def test_an_open_question_is_listed_and_shown_and_named_in_the_input_line(stage: Stage) -> None:
    questions = stage.ask()
    assert [item.id for item in stage.view.pending] == ["s"]
    assert stage.rows.all == (QuestionRow(questions=questions),)
    assert stage.view.asked == questions
    assert stage.presenter.is_waiting


@pytest.mark.requirement("MSG-17", "MSG-19")
def test_a_settled_question_is_listed_no_more(stage: Stage) -> None:
    questions = stage.ask()
    stage.close(questions)
    assert stage.view.pending == ()
    assert stage.view.asked is None
    assert stage.rows.all == (
        QuestionRow(questions=questions, response=CLICKED, channel=Channel.DESKTOP),
    )
    assert not stage.presenter.is_waiting


def test_a_question_put_off_stays_in_the_list_and_is_pointed_out(stage: Stage) -> None:
    stage.close(stage.ask(), Later(provenance=HERE))
    assert [item.standing for item in stage.view.pending] == [PendingState.PUT_OFF]
    assert stage.view.named("point_out") == [("point_out", "s")]
    assert stage.view.asked is None


def test_closing_the_window_of_a_question_does_not_lose_it(stage: Stage) -> None:
    stage.ask()
    stage.presenter.dialogs_changed("s", set(), set())
    stage.presenter.dialogs_changed(None, set(), {"s"})
    assert [item.standing for item in stage.view.pending] == [PendingState.PUT_OFF]
    assert stage.view.named("point_out") == [("point_out", "s")]
    stage.presenter.dialogs_changed(None, set(), {"s"})
    assert len(stage.view.named("point_out")) == 1


def test_a_question_asked_again_is_shown_once_and_opens_again(stage: Stage) -> None:
    stage.close(stage.ask(), Later(provenance=HERE))
    questions = stage.ask()
    assert stage.rows.all == (QuestionRow(questions=questions),)
    assert stage.presenter.is_waiting


def test_the_words_answer_the_oldest_question_that_is_put(stage: Stage) -> None:
    first = stage.ask(asked(single(), set_id="1"))
    stage.clock.advance(1)
    second = stage.ask(asked(single(), set_id="2"))
    stage.presenter.dialogs_changed("2", {"1"}, set())
    assert stage.view.asked == first
    stage.close(first, Later(provenance=HERE))
    assert stage.view.asked == second


def test_words_answer_no_permission(stage: Stage) -> None:
    stage.ask(permission())
    assert stage.view.asked is None
    assert stage.presenter.is_waiting


def test_a_question_of_before_a_restart_is_listed_and_not_asked(stage: Stage) -> None:
    questions = asked(single())
    stage.presenter.asked(
        QuestionAsked(
            questions=questions,
            origin=ORIGIN,
            asked_at=stage.clock.now() - timedelta(hours=1),
            is_presented=False,
        )
    )
    assert [item.standing for item in stage.view.pending] == [PendingState.RESTORED]
    assert not stage.presenter.is_waiting


def test_a_draft_moves_the_progress(stage: Stage) -> None:
    stage.ask(asked(single("q"), single("r")))
    stage.presenter.draft_changed("s", Draft(answers={"q": RED}))
    assert [(item.done, item.total) for item in stage.view.pending] == [(1, 2)]


def test_what_waits_in_another_conversation_stays_in_the_list_without_a_card(
    stage: Stage,
) -> None:
    questions = stage.ask()
    stage.presenter.conversation_opened("d")
    assert [item.is_elsewhere for item in stage.view.pending] == [True]
    before, calls = stage.rows.all, list(stage.view.calls)
    stage.close(questions)
    assert stage.rows.all == before
    assert stage.view.calls == calls
    assert stage.view.pending == ()


def test_coming_back_to_a_conversation_shows_what_is_open_there(stage: Stage) -> None:
    questions = stage.ask()
    stage.close(questions, Later(provenance=HERE))
    stage.open("d")
    assert stage.rows.all == ()
    stage.open("c")
    assert stage.rows.all == (QuestionRow(questions=questions),)


def test_a_settled_question_of_the_past_is_not_shown_twice(stage: Stage) -> None:
    questions = asked(single())
    past = PastQuestion(
        questions=questions,
        response=TimedOut(after_s=1),
        asked_at=HERE.at,
        channel=None,
        after=None,
    )
    stage.rows.show_history((), [past])
    stage.presenter.history_loaded([past])
    stage.ask(questions)
    assert stage.rows.all == (QuestionRow(questions=questions),)


# What the user does.


def test_answering_brings_the_dialog_or_has_the_question_put_again(stage: Stage) -> None:
    stage.ask()
    stage.dialogs = {"s"}
    stage.presenter.answer("s")
    assert stage.engine.submitted == []
    stage.dialogs = set()
    stage.presenter.answer("s")
    assert stage.engine.submitted == [PresentQuestionAgain(questions_id="s")]


def test_what_is_not_open_cannot_be_answered_put_off_or_cancelled(stage: Stage) -> None:
    stage.close(stage.ask())
    stage.presenter.answer("s")
    stage.presenter.put_off("s")
    stage.presenter.cancel("s")
    assert stage.engine.submitted == []


def test_the_menu_puts_off_and_cancels(stage: Stage) -> None:
    stage.ask()
    stage.presenter.put_off("s")
    stage.presenter.cancel("s")
    later, cancelled = stage.engine.submitted
    assert isinstance(later, AnswerQuestion)
    assert isinstance(later.response, Later)
    assert isinstance(cancelled, AnswerQuestion)
    assert isinstance(cancelled.response, Cancelled)
    assert cancelled.response.provenance is not None
    assert cancelled.response.provenance.at == stage.clock.now()
    assert {later.channel, cancelled.channel} == {Channel.DESKTOP}


def test_cards_change_go_back_and_reopen(stage: Stage) -> None:
    stage.presenter.change("s")
    stage.presenter.go_back("s")
    stage.presenter.reopen("s")
    assert stage.engine.submitted == [
        AmendAnswer(questions_id="s"),
        ReturnToQuestion(questions_id="s"),
        ReopenTimedOutQuestion(questions_id="s"),
    ]


def test_a_change_is_noted_at_the_answer_it_changes(stage: Stage) -> None:
    stage.close(stage.ask())
    changed = stage.ask(asked(single(), set_id="s2", amends="s"))
    stage.close(changed, Cancelled(provenance=HERE))
    assert stage.row("s").changes == ()
    stage.ask(changed)
    stage.close(changed)
    assert stage.row("s").changes == ((changed, CLICKED),)


def changed(stage: Stage) -> None:
    """Answer a question, then answer it anew."""
    stage.close(stage.ask())
    stage.close(stage.ask(asked(single(), set_id="s2", amends="s")))


def test_answering_anew_leaves_a_branch_if_the_conversation_opens_anew(stage: Stage) -> None:
    changed(stage)
    assert stage.presenter.branch_left("c") == BranchPoint(left_at="s", taken_at="s2")
    assert stage.presenter.branch_left("c") is None


@pytest.mark.parametrize("way", ["a turn goes on", "another conversation", "cancelled"])
def test_otherwise_no_branch_is_left(stage: Stage, way: str) -> None:
    match way:
        case "a turn goes on":
            changed(stage)
            stage.presenter.turn_started()
            assert stage.presenter.branch_left("c") is None
        case "another conversation":
            changed(stage)
            assert stage.presenter.branch_left("d") is None
        case _:
            stage.close(stage.ask())
            anew = stage.ask(asked(single(), set_id="s2", amends="s"))
            stage.close(anew, Cancelled(provenance=HERE))
            assert stage.presenter.branch_left("c") is None


# Undoing.


@pytest.mark.parametrize("method", list(Method))
def test_an_answer_by_hand_can_be_taken_back(stage: Stage, method: Method) -> None:
    stage.close(stage.ask(), by(method))
    offered = stage.view.named("offer_undo")
    if method in {Method.CLICK, Method.KEY}:
        assert offered == [("offer_undo", "s", "answered", 5.0)]
    else:
        assert offered == []


@pytest.mark.parametrize(
    ("response", "offered"),
    [
        (YouDecide(provenance=HERE), True),
        (NoneFit(words="x", provenance=HERE), True),
        (Later(provenance=HERE), False),
        (Cancelled(provenance=HERE), False),
        (TimedOut(after_s=1), False),
    ],
)
def test_what_reached_the_model_as_an_answer_can_be_taken_back(
    stage: Stage, response: Response, offered: bool
) -> None:
    stage.close(stage.ask(), response)
    assert bool(stage.view.named("offer_undo")) is offered


@pytest.mark.parametrize(
    "questions",
    [
        pytest.param(permission(), id="permission"),
        pytest.param(asked(single(), route=QuestionRoute.ELICITATION), id="another program's"),
        pytest.param(asked(single(), amends="x"), id="a change"),
    ],
)
def test_other_answers_are_not_taken_back(stage: Stage, questions: QuestionSet) -> None:
    stage.close(stage.ask(questions))
    assert stage.view.named("offer_undo") == []


def test_an_answer_on_another_channel_is_not_undone_here(stage: Stage) -> None:
    stage.close(stage.ask(), channel=Channel.TERMINAL)
    assert stage.view.named("offer_undo") == []


def test_no_time_to_undo_offers_nothing(stage: Stage) -> None:
    stage.presenter.undo_s = 0.0
    stage.close(stage.ask())
    assert stage.view.named("offer_undo") == []


def test_undoing_takes_back_the_answer_once(stage: Stage) -> None:
    stage.close(stage.ask())
    stage.presenter.take_back()
    stage.presenter.take_back()
    assert stage.engine.submitted == [UndoAnswer(questions_id="s")]
    assert stage.view.named("withdraw_undo") == [("withdraw_undo",)]


def test_a_newer_answer_is_the_one_that_is_undone(stage: Stage) -> None:
    for set_id in ("1", "2"):
        stage.close(stage.ask(asked(single(), set_id=set_id)))
    stage.presenter.take_back()
    assert stage.engine.submitted == [UndoAnswer(questions_id="2")]


def test_after_its_time_nothing_is_undone(stage: Stage) -> None:
    stage.close(stage.ask())
    stage.presenter.undo_over()
    stage.presenter.take_back()
    assert stage.engine.submitted == []


@pytest.mark.parametrize(
    "way", ["change", "go_back", "another conversation", "asked again", "corrected"]
)
def test_what_makes_undoing_pointless_takes_the_offer_away(stage: Stage, way: str) -> None:
    questions = stage.ask()
    stage.close(questions)
    match way:
        case "change":
            stage.presenter.change("s")
        case "go_back":
            stage.presenter.go_back("s")
        case "asked again":
            stage.ask(questions)
        case "corrected":
            stage.close(asked(single(), set_id="s2", amends="s"))
        case _:
            stage.presenter.conversation_opened("d")
    assert stage.view.named("withdraw_undo") == [("withdraw_undo",)]
    submitted = len(stage.engine.submitted)
    stage.presenter.take_back()
    assert len(stage.engine.submitted) == submitted


# As text.


def test_a_question_without_a_dialog_is_shown_as_text_until_it_is_withdrawn(
    stage: Stage,
) -> None:
    questions = stage.ask()
    stage.presenter.show_as_text(questions, Draft())
    assert "2. Green - about Green" in stage.row().as_text
    stage.presenter.update_text("s", Draft(answers={"q": RED}))
    assert "Selected: 1. Red" in stage.row().as_text
    for _again in range(2):
        stage.presenter.hide_text("s")
        assert stage.row().as_text == ""
    stage.presenter.update_text("s", Draft())
    assert stage.row().as_text == ""


RED_CHOSEN = ChooseOption(question_id="q", option_id="red")


def test_an_option_chosen_outside_the_dialog_is_a_click_in_the_window(stage: Stage) -> None:
    questions = asked(single(), version=2)
    stage.presenter.asked(QuestionAsked(questions=questions, origin=ORIGIN))
    stage.presenter.choose(questions, RED_CHOSEN)
    provenance = HERE.model_copy(update={"at": stage.clock.now()})
    assert stage.engine.submitted == [
        AnswerQuestion(
            questions_id="s",
            response=Answered(answers=(RED,), provenance=provenance),
            channel=Channel.DESKTOP,
            version=2,
        )
    ]


def test_what_is_no_whole_answer_or_open_no_more_is_not_sent(stage: Stage) -> None:
    form = asked(single(), single("r"))
    stage.presenter.choose(asked(single()), RED_CHOSEN)
    stage.presenter.asked(QuestionAsked(questions=form, origin=ORIGIN))
    stage.presenter.choose(form, RED_CHOSEN)
    assert stage.engine.submitted == []
