import dataclasses

import pytest

from assistant.channels.desktop.app.model.conversation_presenter import (
    ANSWER_MISFIT,
    MICROPHONE_MISSING,
    VOICE_MODELS_MISSING,
    ConversationPresenter,
    waited_s,
)
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.conversation.model.header_status import AssistantActivity
from assistant.channels.desktop.conversation.model.rows import (
    BranchRow,
    QuestionRow,
    RemarkRow,
    ReplyRow,
    RoundRow,
    ThinkingRow,
    ToolCallRow,
    TurnEndRow,
    UserRow,
)
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.protocol.coding_agents import AgentReported
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    AttachmentKinds,
    ConversationOpened,
    MessageRejected,
    NewConversation,
    QueuedMessagesChanged,
    Say,
    StateChanged,
    Stop,
    UserTyping,
)
from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.messages import (
    DocumentPart,
    HistoryLoaded,
    HistoryMessage,
    ImagePart,
)
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import ModelAdvice, Notice, NoticeAction, OpenSettings, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    Timeline,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    TurnTimed,
    UserMessageStored,
)
from assistant.protocol.voice import (
    MicrophoneLevel,
    Mute,
    PushToTalk,
    SentenceSpoken,
    SpeechStarted,
    SpeechStopped,
    ToggleMicrophone,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Answer, Answered, Channel, Later, Method, Response
from assistant.voice.listening.speech_input import MISSING
from assistant.voice.playout.speech_output import UNAVAILABLE as SPEAKER_MISSING
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.model.fake_view import FakeView
from tests.unit.channels.desktop.conversation.samples import HERE, ORIGIN, answered, asked, single


class Stage:
    """A presenter between two fakes, and the rows it writes."""

    def __init__(self) -> None:
        self.engine = FakeEngineClient()
        self.clock = ManualClock()
        self.rows = TranscriptModel(clock=self.clock)
        self.view = FakeView()
        self.asking = QuestionsPresenter(
            engine=self.engine,
            rows=self.rows,
            view=self.view,
            clock=self.clock,
            undo_s=5.0,
            open_dialog=lambda _id: False,
        )
        self.presenter = ConversationPresenter(
            engine=self.engine, rows=self.rows, view=self.view, asking=self.asking
        )
        self.engine.subscribe(self.presenter.handle)
        self.state = DialogueState()

    def to(
        self, phase: ConversationPhase, session: VoiceSessionState = VoiceSessionState.INACTIVE
    ) -> None:
        new = DialogueState(phase, session)
        self.engine.emit(StateChanged(old=self.state, new=new, at=0.0))
        self.state = new

    def begin(self, turn_id: str = "t", text: str = "hello", *, spoken: bool = False) -> None:
        self.engine.emit(TurnStarted(turn_id=turn_id, text=text, spoken=spoken))

    def head(self, number: int) -> RoundRow:
        return RoundRow(number=number, at=self.clock.now())

    def own(self) -> list[UserRow]:
        """The rows of the user's words."""
        return [row for row in self.rows.all if isinstance(row, UserRow)]

    def words(self) -> list[str]:
        """The words of every reply."""
        return [row.text for row in self.rows.all if isinstance(row, ReplyRow)]


@pytest.fixture
def stage() -> Stage:
    return Stage()


def finished(turn_id: str = "t", text: str = "") -> TurnFinished:
    return TurnFinished(turn_id=turn_id, text=text, stop_reason="end_turn", spoken=False)


@pytest.mark.requirement("APP-04")
@pytest.mark.parametrize(
    ("phase", "activity"),
    [
        (ConversationPhase.IDLE, AssistantActivity.IDLE),
        (ConversationPhase.LISTENING, AssistantActivity.LISTENING),
        (ConversationPhase.STREAMING, AssistantActivity.THINKING),
        (ConversationPhase.TOOL_CALLING, AssistantActivity.USING_TOOL),
        (ConversationPhase.AWAITING_ANSWER, AssistantActivity.WAITING),
        (ConversationPhase.AWAITING_CONFIRM, AssistantActivity.WAITING),
        (ConversationPhase.SPEAKING, AssistantActivity.SPEAKING),
    ],
)
@pytest.mark.parametrize("session", list(VoiceSessionState))
def test_every_state_has_its_picture(
    stage: Stage, phase: ConversationPhase, activity: AssistantActivity, session: VoiceSessionState
) -> None:
    stage.to(phase, session)
    assert (stage.view.status.activity, stage.view.status.session) == (activity, session)
    assert stage.view.status.can_stop is (phase is not ConversationPhase.IDLE)


def test_typed_words_show_at_once_and_the_turn_takes_them_over(stage: Stage) -> None:
    assert stage.presenter.send("  hello ")
    assert stage.rows.all == (UserRow(text="hello", sent_key=1),)
    stage.begin(text="hello")
    assert stage.engine.submitted == [Say(text="hello")]
    assert stage.rows.all == (stage.head(1), UserRow(text="hello", sent_key=1, round=1))


def test_words_are_handed_over_before_they_are_drawn(stage: Stage) -> None:
    drawn_before: list[int] = []
    submit = stage.engine.submit

    def watch(command: Command) -> None:
        drawn_before.append(len(stage.rows))
        submit(command)

    stage.engine.submit = watch
    assert stage.presenter.send("hello")
    assert drawn_before == [0], "the model is not asked any later for their being drawn"
    assert len(stage.rows) == 1


def test_what_is_needed_can_be_made_ready_while_words_are_typed(stage: Stage) -> None:
    stage.presenter.typing()
    assert stage.engine.submitted == [UserTyping()]
    assert stage.rows.all == ()


def test_blank_words_are_not_sent(stage: Stage) -> None:
    assert not stage.presenter.send(" \n ")
    assert stage.engine.submitted == []
    assert stage.rows.all == ()


def test_words_sent_while_a_turn_runs_are_shown_as_queued_until_theirs_begins(
    stage: Stage,
) -> None:
    stage.begin("t")
    stage.presenter.send("next")
    assert stage.rows.all[-1] == UserRow(text="next", sent_key=1, is_queued=True)
    stage.engine.emit(finished("t"))
    stage.begin("u", "next")
    assert stage.rows.all[-2:] == (stage.head(2), UserRow(text="next", sent_key=1, round=2))


def test_words_that_were_not_taken_come_back_into_the_input_line(stage: Stage) -> None:
    stage.presenter.send("hello")
    stage.engine.emit(MessageRejected(text="hello"))
    assert stage.own() == []
    assert stage.view.named("return_words") == [("return_words", "hello")]


def test_words_typed_while_the_program_starts_come_back_if_they_are_not_taken(stage: Stage) -> None:
    stage.presenter.send("hello")
    stage.engine.emit(
        ConversationOpened(conversation_id="d", resumed=False, model="m"),
        MessageRejected(text="hello"),
        MessageRejected(text="hello"),
    )
    assert stage.own() == []
    assert stage.view.named("return_words") == [("return_words", "hello")], "once"


def test_words_that_a_turn_took_do_not_come_back_later(stage: Stage) -> None:
    stage.presenter.send("hello")
    stage.begin("t", "hello")
    stage.engine.emit(
        finished("t"),
        ConversationOpened(conversation_id="d", resumed=False, model="m"),
        MessageRejected(text="hello"),
    )
    assert stage.view.named("return_words") == []


def test_words_of_another_surface_that_were_not_taken_do_not_come_here(stage: Stage) -> None:
    stage.presenter.send("hello")
    stage.engine.emit(MessageRejected(text="from a terminal"))
    assert [row.text for row in stage.own()] == ["hello"]
    assert stage.view.named("return_words") == []


NOTE = DocumentPart(name="a.txt", media_type="text/plain", text="a", characters=1)


@pytest.mark.parametrize("words", ["look", ""])
def test_files_are_sent_and_shown_with_the_words(stage: Stage, words: str) -> None:
    assert stage.presenter.send(words, [NOTE])
    assert stage.engine.submitted[-1] == Say(text=words, attachments=(NOTE,))
    assert stage.rows.all[-1] == UserRow(text=words, sent_key=1, attachments=(NOTE,))


@pytest.mark.parametrize("words", ["look", ""])
@pytest.mark.parametrize("fate", ["withdrawn", "refused", "conversation left"])
def test_files_that_were_not_sent_come_back_with_their_words(
    stage: Stage, words: str, fate: str
) -> None:
    stage.begin("t")
    stage.presenter.send(words, [NOTE])
    waiting = QueuedMessagesChanged(waiting=(("w", words),), attachments={"w": (NOTE,)})
    stage.engine.emit(waiting)
    stage.engine.emit(
        {
            "withdrawn": QueuedMessagesChanged(waiting=()),
            "refused": MessageRejected(text=words, attachments=(NOTE,)),
            "conversation left": ConversationOpened(conversation_id="d", resumed=False, model="m"),
        }[fate]
    )
    assert stage.view.named("return_files") == [("return_files", NOTE)]
    assert stage.view.named("return_words") == ([("return_words", words)] if words else [])


def test_files_that_wait_from_elsewhere_are_shown(stage: Stage) -> None:
    stage.begin("t")
    stage.engine.emit(QueuedMessagesChanged(waiting=(("w", "look"),), attachments={"w": (NOTE,)}))
    assert stage.own()[-1].attachments == (NOTE,)


def test_another_model_takes_other_files(stage: Stage) -> None:
    takes = AttachmentKinds(pictures=False)
    stage.engine.emit(ModelSwitched(model="small", takes=takes))
    assert stage.view.takes == takes


def test_the_mark_of_waiting_goes_when_nothing_runs_any_more(stage: Stage) -> None:
    stage.begin("t")
    stage.presenter.send("an answer to a question")
    stage.engine.emit(finished("t"))
    assert stage.own()[-1].is_queued
    stage.to(ConversationPhase.IDLE)
    assert not stage.own()[-1].is_queued


def test_spoken_words_are_shown_when_their_turn_begins(stage: Stage) -> None:
    for text in ("what", "what i"):
        stage.engine.emit(TranscriptInterim(text=text, tentative=text[-1]))
        assert stage.rows.all == (UserRow(text=text, tentative=text[-1], is_ghost=True),)
    stage.engine.emit(TranscriptFinal(text="what is it", language="en"))
    assert stage.rows.all == ()
    stage.begin(text="what is it", spoken=True)
    assert stage.own() == [UserRow(text="what is it", is_spoken=True, round=1)]


def test_words_that_the_user_went_on_from_are_shown_as_one(stage: Stage) -> None:
    stage.begin("t", "first", spoken=True)
    stage.engine.emit(TextDelta(turn_id="t", text="One."))
    stage.engine.emit(finished("t", "One."))
    stage.begin("u", "set a timer", spoken=True)
    stage.engine.emit(TextDelta(turn_id="u", text="How lo"))
    stage.engine.emit(TurnFailed(turn_id="u", text="How lo", reason="", cancelled=True))
    whole = "set a timer for an hour"
    stage.engine.emit(TurnStarted(turn_id="v", text=whole, spoken=True, replaces="u"))
    assert [row.text for row in stage.own()] == ["first", whole]
    assert stage.own()[-1].round == 2


def test_an_interim_transcript_goes_when_listening_ends(stage: Stage) -> None:
    stage.to(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE)
    stage.engine.emit(TranscriptInterim(text="wh"))
    stage.to(ConversationPhase.IDLE)
    assert stage.rows.all == ()


@pytest.mark.requirement("TF-02")
def test_a_turn_is_shown_part_by_part(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        RequestSent(turn_id="t"),
        ThinkingDelta(turn_id="t", text="hm"),
        TextDelta(turn_id="t", text="I look"),
        ReplySegmentFinished(turn_id="t"),
        ToolStarted(turn_id="t", tool_use_id="u", name="clock", arguments="{}"),
        ToolFinished(turn_id="t", tool_use_id="u", name="clock", content="12:00", is_error=True),
        TextDelta(turn_id="t", text="noon"),
        finished(text="noon"),
    )
    assert stage.rows.all == (
        stage.head(1),
        UserRow(text="hello", round=1),
        ThinkingRow(text="hm"),
        ReplyRow(text="I look"),
        ToolCallRow(
            tool_use_id="u",
            name="clock",
            arguments="{}",
            result="12:00",
            is_error=True,
            is_over=True,
        ),
        ReplyRow(text="noon"),
        TurnEndRow(took_s=0.0),
    )


def test_how_far_a_tool_is_is_shown_in_its_own_turn(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        ToolStarted(turn_id="t", tool_use_id="u", name="slow", arguments="{}"),
        ToolProgressed(turn_id="t", tool_use_id="u", text="step 2", share=0.4),
        ToolProgressed(turn_id="over", tool_use_id="u", text="step 9", share=None),
    )
    assert stage.rows.all[-1] == ToolCallRow(
        tool_use_id="u", name="slow", arguments="{}", progress="step 2", share=0.4
    )


def test_the_pictures_of_a_tool_are_shown_with_what_it_gave(stage: Stage) -> None:
    picture = ImagePart(media_type="image/png", data="QQ==")
    stage.begin()
    stage.engine.emit(
        ToolFinished(
            turn_id="t", tool_use_id="u", name="s", content="", is_error=False, images=(picture,)
        )
    )
    (tool,) = [row for row in stage.rows.all if isinstance(row, ToolCallRow)]
    assert (tool.result, tool.images) == ("", (picture,))


def test_a_call_of_the_question_tool_is_shown_by_its_question_alone(stage: Stage) -> None:
    stage.begin()
    name = "local:UIAskUserQuestion"
    stage.engine.emit(
        TextDelta(turn_id="t", text="before"),
        ToolStarted(turn_id="t", tool_use_id="u", name=name, arguments="{}"),
        ToolFinished(turn_id="t", tool_use_id="u", name=name, content="Red", is_error=False),
        TextDelta(turn_id="t", text="after"),
    )
    assert stage.rows.all[2:] == (ReplyRow(text="before"), ReplyRow(text="after"))
    stage.engine.emit(
        ToolFinished(turn_id="t", tool_use_id="v", name=name, content="no", is_error=True)
    )
    assert stage.rows.all[-1] == ToolCallRow(
        tool_use_id="v", name=name, arguments="", result="no", is_error=True, is_over=True
    )


def test_what_belongs_to_a_turn_that_is_over_is_dropped(stage: Stage) -> None:
    stage.begin("t")
    stage.engine.emit(finished("t"))
    stage.begin("u")
    before = stage.rows.all
    stage.engine.emit(TextDelta(turn_id="t", text="late"), finished("t"))
    assert stage.rows.all == before
    assert stage.view.status.can_stop


def test_a_reply_that_came_in_one_piece_is_shown(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(finished(text="whole"))
    assert stage.words() == ["whole"]


def test_a_failed_turn_keeps_what_had_come_and_says_why(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        TextDelta(turn_id="t", text="half"),
        TurnFailed(turn_id="t", text="half", reason="No network.", hint="Check it."),
    )
    assert stage.rows.all[2:] == (
        ReplyRow(text="half"),
        RemarkRow(text="No network.", hint="Check it.", role="error"),
    )
    assert not stage.view.status.can_stop


@pytest.mark.parametrize(
    ("timeline", "seconds"),
    [
        pytest.param(Timeline(), None, id="nothing happened"),
        pytest.param(Timeline(speech_end=1.0, first_audio=1.6), 0.6, id="spoken"),
        pytest.param(Timeline(request=1.0, first_token=1.4), 0.4, id="typed"),
        pytest.param(
            Timeline(speech_end=1.0, request=1.5, first_token=1.75), 0.25, id="heard, never spoken"
        ),
    ],
)
def test_the_wait_is_measured_to_the_first_sign(timeline: Timeline, seconds: float | None) -> None:
    assert waited_s(timeline) == (None if seconds is None else pytest.approx(seconds))


def test_the_latency_is_shown_even_after_the_turn(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(finished())
    stage.engine.emit(TurnTimed(turn_id="t", timeline=Timeline(speech_end=1.0, first_audio=1.5)))
    stage.engine.emit(TurnTimed(turn_id="t", timeline=Timeline()))
    assert [(row.waited_s, row.latency) for row in stage.own()] == [
        (0.5, TurnLatency(heard=0.0, understood=0.0, model=0.0, voice=0.5))
    ]


def test_what_was_typed_has_a_wait_and_no_parts(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(TurnTimed(turn_id="t", timeline=Timeline(request=1.0, first_token=1.5)))
    assert [(row.waited_s, row.latency) for row in stage.own()] == [(0.5, None)]


def test_captions_follow_the_voice_and_go_with_it(stage: Stage) -> None:
    stage.to(ConversationPhase.SPEAKING, VoiceSessionState.ACTIVE)
    for ending in (
        SpeechStopped(turn_id="t", interrupted=True, at=1.0),
        ConversationOpened(conversation_id="d", resumed=False, model="m"),
    ):
        stage.engine.emit(
            SpeechStarted(turn_id="t", at=0.0), SentenceSpoken(turn_id="t", text="One.")
        )
        assert stage.view.caption == "One."
        stage.engine.emit(ending)
        assert stage.view.caption == ""
    stage.engine.emit(MicrophoneLevel(dbfs=-30.0))
    assert stage.view.named("show_level") == [("show_level", -30.0)]


def test_a_button_may_open_a_page_of_the_settings(stage: Stage) -> None:
    stage.presenter.act(NoticeAction(label="Add a key", command=OpenSettings(page="model")))
    assert stage.view.named("open_settings") == [("open_settings", "model", "")]
    assert not stage.engine.submitted


def test_who_answered_stands_under_the_reply_with_what_can_be_done(stage: Stage) -> None:
    key = NoticeAction(label="Add a key", command=OpenSettings(page="model", field="secret"))
    stage.engine.emit(ModelAdvice(text="The built-in model answered.", actions=(key,)))
    row = stage.rows.all[-1]
    assert row == RemarkRow(text="The built-in model answered.", actions=(key,))


def test_the_result_of_an_agent_stands_whole_in_the_conversation(stage: Stage) -> None:
    task = AgentTask(
        agent=CodingAgent.CODEX,
        folder="/src",
        words="fix it",
        state=TaskState.DONE,
        text="It passes.\n\nMore.",
    )
    stage.engine.emit(AgentReported(asker=Asker(agent="Codex", project="webshop"), task=task))
    assert stage.rows.all[-1] == RemarkRow(text="Codex · webshop is done.\n\nIt passes.\n\nMore.")


def test_a_newer_notice_replaces_an_older_and_a_resolved_one_removes_it(stage: Stage) -> None:
    first = Notice(code="mic", text="No microphone.")
    second = Notice(code="mic", text="Still none.")
    other = Notice(code="net", text="No network.")
    stage.engine.emit(first, other, second)
    assert stage.view.notices == (other, second)
    stage.engine.emit(Notice(code="mic", text="", resolved=True))
    assert stage.view.notices == (other,)
    stage.presenter.dismiss_notice("net")
    stage.presenter.dismiss_notice("net")
    assert stage.view.notices == ()


@pytest.mark.requirement("C-21", "SM-14")
def test_a_question_is_waited_for_until_it_is_closed(stage: Stage) -> None:
    first, second = asked(single(), set_id="1"), asked(single(), set_id="2")
    stage.engine.emit(QuestionAsked(questions=first, origin=ORIGIN))
    stage.engine.emit(QuestionAsked(questions=second, origin=ORIGIN))
    assert stage.view.status.is_waiting
    for questions in (first, second):
        stage.engine.emit(
            QuestionClosed(
                questions=questions,
                response=answered(Answer(question_id="q", option_ids=("red",))),
                channel=Channel.VOICE,
            )
        )
    red = answered(Answer(question_id="q", option_ids=("red",)))
    assert stage.rows.all == tuple(
        QuestionRow(questions=questions, response=red, channel=Channel.VOICE)
        for questions in (first, second)
    )
    assert not stage.view.status.is_waiting


def test_a_question_put_off_is_not_waited_for(stage: Stage) -> None:
    question = asked(single())
    stage.engine.emit(QuestionAsked(questions=question, origin=ORIGIN))
    stage.engine.emit(
        QuestionClosed(questions=question, response=Later(provenance=HERE), channel=Channel.DESKTOP)
    )
    assert [item.id for item in stage.view.pending] == ["s"]
    assert not stage.view.status.is_waiting


@pytest.mark.requirement("C-21", "SM-14")
def test_a_reply_that_ends_with_a_choice_is_waited_on_before_the_choice_is_put(
    stage: Stage,
) -> None:
    stage.begin()
    stage.engine.emit(dataclasses.replace(finished(), has_user_choice=True))
    stage.to(ConversationPhase.IDLE)
    assert stage.view.status.is_waiting
    stage.begin("u")
    assert not stage.view.status.is_waiting


def typed(*answers: Answer) -> Answered:
    provenance = HERE.model_copy(update={"method": Method.TYPED})
    return Answered(answers=answers, provenance=provenance)


def close(stage: Stage, response: Response, channel: Channel = Channel.DESKTOP) -> None:
    question = asked(single())
    stage.engine.emit(QuestionClosed(questions=question, response=response, channel=channel))


def ask(stage: Stage) -> None:
    stage.engine.emit(QuestionAsked(questions=asked(single()), origin=ORIGIN))


def misfit() -> Notice:
    return Notice(code=ANSWER_MISFIT, text="This is no answer.", severity=Severity.INFO)


def test_typed_words_that_answered_a_question_are_marked_and_begin_no_turn(stage: Stage) -> None:
    stage.begin("t")
    ask(stage)
    stage.presenter.send("2")
    assert stage.own()[-1] == UserRow(text="2", sent_key=1)
    close(stage, typed(Answer(question_id="q", option_ids=("green",))))
    marked = stage.rows.all
    assert stage.own()[-1] == UserRow(text="2", sent_key=1, answer_to="Colour")
    stage.to(ConversationPhase.IDLE)
    assert stage.rows.all == marked


def test_every_line_of_an_answer_in_several_is_marked(stage: Stage) -> None:
    ask(stage)
    for words in ("2", "with milk"):
        stage.presenter.send(words)
    close(stage, typed(Answer(question_id="q", other="x")))
    assert [(row.text, row.answer_to) for row in stage.own()] == [
        ("2", "Colour"),
        ("with milk", "Colour"),
    ]


def test_words_that_were_no_answer_are_not_marked(stage: Stage) -> None:
    ask(stage)
    stage.presenter.send("hm")
    stage.engine.emit(misfit())
    stage.presenter.send("2")
    close(stage, typed(Answer(question_id="q", option_ids=("green",))))
    assert [(row.text, row.answer_to) for row in stage.own()] == [("hm", ""), ("2", "Colour")]


def test_words_before_a_question_and_an_answer_by_hand_mark_nothing(stage: Stage) -> None:
    stage.begin("t")
    stage.presenter.send("something queued")
    ask(stage)
    close(stage, typed(Answer(question_id="q", other="written in the dialog")))
    ask(stage)
    stage.presenter.send("2")
    close(stage, answered(Answer(question_id="q", option_ids=("red",))))
    ask(stage)
    stage.presenter.send("/later")
    close(stage, Later(provenance=typed().provenance))
    assert [row.answer_to for row in stage.own()] == [""] * 4


@pytest.mark.parametrize(
    "started",
    [
        TurnStarted(turn_id="u", text="Selected: Red", spoken=False, answers="s"),
        TurnStarted(turn_id="u", text="", spoken=False, resumed=True),
    ],
)
def test_a_turn_that_an_answer_begins_shows_no_words_of_its_own(
    stage: Stage, started: TurnStarted
) -> None:
    stage.begin("t")
    stage.engine.emit(finished("t"))
    before = stage.rows.all
    stage.engine.emit(started)
    assert stage.rows.all == before
    stage.engine.emit(TextDelta(turn_id="u", text="on"), finished("u"))
    assert stage.words() == ["on"]
    stage.begin("v")
    assert stage.rows.all[-2:] == (stage.head(2), UserRow(text="hello", round=2))


def test_a_new_conversation_begins_empty_with_its_own_rounds(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(QuestionAsked(questions=asked(single()), origin=ORIGIN))
    stage.engine.emit(ConversationOpened(conversation_id="d", resumed=False, model="m"))
    assert not stage.view.status.can_stop
    assert stage.rows.all == ()
    assert stage.view.model == "m"
    stage.begin("u")
    assert stage.rows.all == (stage.head(1), UserRow(text="hello", round=1))


def test_going_back_keeps_the_branch_that_is_left(stage: Stage) -> None:
    opened = ConversationOpened(conversation_id="c", resumed=True, model="m")
    stage.engine.emit(opened)
    red = answered(Answer(question_id="q", option_ids=("red",)))
    for questions in (asked(single()), asked(single(), set_id="s2", amends="s")):
        stage.begin(text="before it")
        stage.engine.emit(
            QuestionAsked(questions=questions, origin=ORIGIN),
            QuestionClosed(questions=questions, response=red, channel=Channel.DESKTOP),
        )
    stage.engine.emit(opened)
    left = (stage.head(2), UserRow(text="before it", round=2))
    assert stage.rows.all == (BranchRow(rows=left),)
    stage.begin()
    stage.engine.emit(opened)
    assert stage.rows.all == ()


@pytest.mark.requirement("MSG-09")
def test_rounds_go_on_counting_after_the_history(stage: Stage) -> None:
    messages = (
        HistoryMessage(message_id="1", role="user", text="a"),
        HistoryMessage(message_id="2", role="assistant", text="b"),
        HistoryMessage(message_id="3", role="user", text="c"),
        HistoryMessage(message_id="4", role="user", text="Selected: x", answers="s"),
    )
    stage.engine.emit(HistoryLoaded(conversation_id="c", messages=messages))
    stage.begin()
    assert stage.words() == ["b"]
    assert [row.text for row in stage.own()] == ["a", "c", "Selected: x", "hello"]
    assert stage.rows.all[-2] == stage.head(3)


def test_words_that_are_stored_can_be_changed_also_after_their_turn(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        finished(), UserMessageStored(turn_id="t", message_id="1", siblings=("0", "1"))
    )
    assert stage.own() == [UserRow(text="hello", round=1, message_id="1", siblings=("0", "1"))]


def test_gestures_become_commands(stage: Stage) -> None:
    stage.presenter.stop()
    stage.presenter.toggle_microphone()
    stage.presenter.new_conversation()
    assert stage.engine.submitted == [Stop(), ToggleMicrophone(), NewConversation()]


def test_talking_is_told_and_opens_a_muted_microphone(stage: Stage) -> None:
    stage.presenter.toggle_mute()
    stage.presenter.talk(True)
    stage.presenter.talk(False)
    assert not stage.view.status.is_muted
    assert stage.engine.submitted[1:] == [
        Mute(muted=False),
        PushToTalk(pressed=True),
        PushToTalk(pressed=False),
    ]


def test_speaking_into_a_muted_microphone_opens_it_first(stage: Stage) -> None:
    stage.presenter.toggle_mute()
    assert stage.view.status.is_muted
    stage.presenter.toggle_microphone()
    assert not stage.view.status.is_muted
    assert stage.engine.submitted == [Mute(muted=True), Mute(muted=False), ToggleMicrophone()]


@pytest.mark.requirement("VF-17")
def test_whoever_wants_to_speak_is_told_why_the_microphone_cannot_be_used(stage: Stage) -> None:
    refused = Notice(code=MISSING, text="It is not allowed.", hint="access denied")
    stage.engine.emit(refused)
    assert not stage.view.named("help_with_microphone")  # nobody asked for it
    stage.presenter.toggle_microphone()
    stage.engine.emit(refused)
    stage.engine.emit(refused)
    assert stage.view.named("help_with_microphone") == [
        ("help_with_microphone", "It is not allowed.", "access denied")
    ]
    stage.presenter.talk(pressed=True)
    stage.presenter.talk(pressed=False)
    stage.engine.emit(refused)
    assert len(stage.view.named("help_with_microphone")) == 2


def test_one_missing_sound_system_is_one_notice(stage: Stage) -> None:
    reason = "The sound system does not answer."
    speaker = Notice(code=SPEAKER_MISSING, text="Voice output is unavailable", hint=reason)
    microphone = Notice(code=MISSING, text=f"The microphone cannot be used: {reason}")
    stage.engine.emit(speaker, microphone)
    assert stage.view.notices == (microphone,)
    stage.engine.emit(Notice(code=MISSING, text="", resolved=True))
    assert stage.view.notices == (speaker,)
    other = Notice(code=MISSING, text="The microphone cannot be used: No microphone was found.")
    stage.engine.emit(other)
    assert stage.view.notices == (speaker, other)


def test_the_first_screen_is_told_whether_somebody_can_be_heard(stage: Stage) -> None:
    stage.engine.emit(Notice(code=MISSING, text="Unplugged."))
    stage.engine.emit(Notice(code=MISSING, text="", resolved=True))
    assert stage.view.named("show_can_hear") == [("show_can_hear", False), ("show_can_hear", True)]


def test_nobody_is_heard_until_both_microphone_and_model_files_are_there(stage: Stage) -> None:
    stage.engine.emit(
        Notice(code=VOICE_MODELS_MISSING, text="Voice is off."),
        Notice(code=MISSING, text="Unplugged."),
    )
    stage.presenter.dismiss_notice(MISSING)
    stage.engine.emit(
        Notice(code=VOICE_MODELS_MISSING, text="", resolved=True),
        Notice(code=MISSING, text="", resolved=True),
    )
    told = [can_hear for _name, can_hear in stage.view.named("show_can_hear")]
    assert told == [False, False, False, True]


def test_a_microphone_that_fails_later_or_works_again_needs_no_help(stage: Stage) -> None:
    stage.presenter.toggle_microphone()
    stage.engine.emit(
        StateChanged(
            old=DialogueState(),
            new=DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            at=0.0,
        ),
        Notice(code=MISSING, text="Unplugged."),
    )
    stage.presenter.toggle_microphone()
    stage.engine.emit(Notice(code=MISSING, text="", resolved=True))
    assert not stage.view.named("help_with_microphone")


def test_the_notice_it_waits_for_is_the_voices_own() -> None:
    assert MICROPHONE_MISSING == MISSING
