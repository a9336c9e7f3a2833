"""Which questions are open, and which answers are taken."""

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.cleaning import clean_text
from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Kind,
    Later,
    NoneFit,
    OnTimeout,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.validation import (
    check,
    check_response,
    default_draft,
    may_answer,
    timeout_answers,
    visible,
)
from tests.helpers.question_sets import by_click, choice, chose, options, question_set

SINGLE = question_set(choice("A", "B", "C"))
MULTI = question_set(choice("A", "B", "C", kind=Kind.MULTI))
TEXT = question_set(Question(id="q1", kind=Kind.TEXT, text="Why?"))
YES_NO = question_set(Question(id="q1", kind=Kind.BOOLEAN, text="Go?"))
GRANDCHILD = choice("X", "Y", id="q3", header=None, text="Which scope?")
CHILD = choice(
    "G", "H", id="q2", header=None, text="Which provider?", follow_ups={"2": (GRANDCHILD,)}
)
NESTED = question_set(choice("A", "B", follow_ups={"1": (CHILD,), "nothing": (choice(id="q4"),)}))


def answer(*option_ids: str, question_id: str = "q1", **fields: object) -> Answer:
    return Answer.model_validate({"question_id": question_id, "option_ids": option_ids} | fields)


def optional(questions: QuestionSet) -> QuestionSet:
    return question_set(*(q.model_copy(update={"required": False}) for q in questions.questions))


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        ("  hello ", "hello", "hello"),
        ("a\nb\tc", "a b c", "a\nb\tc"),
        ("a \r\n  b", "a b", "a \n  b"),
        ("a\rb\x85c", "a b c", "a\nb\nc"),
        ("a\x00\x1b[31mb\x9b", "a[31mb", "a[31mb"),
        ("\u202eevil\u2069", "evil", "evil"),
        ("e\u0301", "\u00e9", "\u00e9"),
        ("<b> & \u200d'\"", "<b> & \u200d'\"", "<b> & \u200d'\""),
        ("\ud800x", "x", "x"),
        ("\n\t", "", ""),
    ],
)
def test_text_is_cleaned(text: str, line: str, lines: str) -> None:
    assert clean_text(text) == line
    assert clean_text(text, multiline=True) == lines


@pytest.mark.parametrize(
    ("questions", "given", "kept"),
    [
        (SINGLE, answer("2"), answer("2")),
        (SINGLE, answer(other=" own\x00 words "), answer(other="own words")),
        (SINGLE, answer("2", note=" a\nb "), answer("2", note="a\nb")),
        (SINGLE, answer("2", other="  "), answer("2")),
        (SINGLE, answer(other="x" * 256), answer(other="x" * 256)),
        (MULTI, answer("3", "1", "3"), answer("1", "3")),
        (MULTI, answer("3", other="x" * 997), answer("3", other="x" * 997)),
        (MULTI, answer(other="x" * 1000), answer(other="x" * 1000)),
        (TEXT, answer(text=" a\nb "), answer(text="a\nb")),
        (TEXT, answer(text="x" * 1000), answer(text="x" * 1000)),
        (YES_NO, answer(boolean=False), answer(boolean=False)),
        (optional(SINGLE), answer(), answer()),
        (optional(MULTI), answer(), answer()),
        (optional(TEXT), answer(text=" "), answer()),
        (optional(YES_NO), answer(), answer()),
    ],
)
def test_a_valid_answer_is_kept_in_its_normal_form(
    questions: QuestionSet, given: Answer, kept: Answer
) -> None:
    assert check(questions, [given]) == (kept,)
    assert check(questions, [kept]) == (kept,)


@pytest.mark.parametrize(
    ("questions", "given"),
    [
        (SINGLE, ()),
        (SINGLE, (answer(),)),
        (SINGLE, (answer("4"),)),
        (SINGLE, (answer("1", "2"),)),
        (SINGLE, (answer("1", other="x"),)),
        (SINGLE, (answer(other="x" * 257),)),
        (SINGLE, (answer(other=" \u202e "),)),
        (SINGLE, (answer("1"), answer("2"))),
        (SINGLE, (answer("1", question_id="q9"),)),
        (SINGLE, (answer("1", text="x"),)),
        (SINGLE, (answer("1", boolean=True),)),
        (SINGLE, (answer("1", note="x" * 1001),)),
        (optional(SINGLE), (answer(other=""),)),
        (question_set(choice(allow_other=False)), (answer(other="x"),)),
        (MULTI, (answer(),)),
        (MULTI, (answer(other="x" * 1001),)),
        (MULTI, (answer("1", other="x" * 998),)),
        (TEXT, (answer(text="x" * 1001),)),
        (TEXT, (answer(text="\n"),)),
        (TEXT, (answer("1"),)),
        (TEXT, (answer(other="x"),)),
        (TEXT, (answer(boolean=True),)),
        (YES_NO, (answer(),)),
        (YES_NO, (answer("1"),)),
        (YES_NO, (answer(boolean=True, text="x"),)),
        (NESTED, (answer("1"),)),
    ],
)
def test_an_invalid_answer_is_refused(questions: QuestionSet, given: tuple[Answer, ...]) -> None:
    with pytest.raises(AnswerRefused) as error:
        check(questions, given)
    assert error.value.reason is RefusalReason.INVALID


def test_the_refusal_names_the_open_questions() -> None:
    two = question_set(choice(id="a", header="First"), choice(id="b", header=None, text="Second?"))
    with pytest.raises(AnswerRefused, match=r"First, Second\?"):
        check(two, [])


def test_follow_ups_are_open_only_below_their_trigger() -> None:
    def open_ids(**chosen: str) -> list[str]:
        draft = Draft(answers={k: answer(v, question_id=k) for k, v in chosen.items()})
        return [q.id for q in visible(NESTED, draft)]

    assert open_ids() == ["q1"]
    assert open_ids(q1="2") == ["q1"]
    assert open_ids(q1="1") == ["q1", "q2"]
    assert open_ids(q1="1", q2="2") == ["q1", "q2", "q3"]
    assert open_ids(q1="2", q2="2") == ["q1"], "what hangs on a hidden question is hidden"


def test_follow_ups_of_every_checked_option_are_open() -> None:
    both = question_set(
        choice(
            "A", "B", kind=Kind.MULTI, follow_ups={"1": (choice(id="q2"),), "2": (choice(id="q3"),)}
        )
    )
    draft = Draft(answers={"q1": answer("2", "1")})
    assert [q.id for q in visible(both, draft)] == ["q1", "q2", "q3"]


@pytest.mark.parametrize(("said", "ids"), [(True, ["q1", "q2"]), (False, ["q1"]), (None, ["q1"])])
def test_follow_ups_of_a_yes_or_no_hang_on_the_answer(said: bool | None, ids: list[str]) -> None:
    asked = question_set(
        Question(id="q1", kind=Kind.BOOLEAN, text="Go?", follow_ups={"true": (choice(id="q2"),)})
    )
    draft = Draft(answers={"q1": answer(boolean=said)})
    assert [q.id for q in visible(asked, draft)] == ids


def test_answers_below_an_option_that_was_not_chosen_are_left_out() -> None:
    given = [answer("2"), answer("1", question_id="q2")]
    assert check(NESTED, given) == (answer("2"),)


def test_each_visible_question_has_one_answer_in_order() -> None:
    two = question_set(choice(id="q1"), choice(id="q2", required=False), choice(id="q3"))
    given = [answer("1", question_id="q3"), answer("2", question_id="q1")]
    assert [(a.question_id, a.option_ids) for a in check(two, given)] == [
        ("q1", ("2",)),
        ("q2", ()),
        ("q3", ("1",)),
    ]


PROVENANCE = by_click()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (chose("2"), chose("2")),
        (Cancelled(text=" too\nlong "), Cancelled(text="too long")),
        (NoneFit(words=" I \x00want ", provenance=PROVENANCE), None),
        (YouDecide(provenance=PROVENANCE), YouDecide(provenance=PROVENANCE)),
        (Later(provenance=PROVENANCE), Later(provenance=PROVENANCE)),
    ],
)
def test_every_kind_of_response_is_taken(given: Response, kept: Response | None) -> None:
    taken = check_response(SINGLE, given, Channel.WEB)
    assert taken == (kept or NoneFit(words="I want", provenance=PROVENANCE))


@pytest.mark.parametrize(
    "response",
    [
        YouDecide(provenance=PROVENANCE),
        Later(provenance=PROVENANCE),
        NoneFit(words="", provenance=PROVENANCE),
    ],
)
def test_a_confirmation_needs_a_yes_or_a_no(response: Response) -> None:
    confirm = SINGLE.model_copy(update={"purpose": Purpose.CONFIRM})
    with pytest.raises(AnswerRefused) as error:
        check_response(confirm, response, Channel.DESKTOP)
    assert error.value.reason is RefusalReason.NOT_ALLOWED


def test_only_the_desk_declares_a_time_out() -> None:
    with pytest.raises(AnswerRefused) as error:
        check_response(SINGLE, TimedOut(after_s=3), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.INVALID


def test_a_question_that_must_not_be_cancelled_is_not() -> None:
    strict = SINGLE.model_copy(update={"allow_cancel": False})
    with pytest.raises(AnswerRefused) as error:
        check_response(strict, Cancelled(), Channel.DESKTOP)
    assert error.value.reason is RefusalReason.NOT_ALLOWED
    leaving = Cancelled(reason=CancelReason.EXIT)
    assert check_response(strict, leaving, Channel.DESKTOP) == leaving


@pytest.mark.parametrize(
    ("purpose", "channels"),
    [
        (Purpose.ASK, set(Channel)),
        (Purpose.CONFIRM, {Channel.DESKTOP, Channel.TERMINAL}),
        (Purpose.END_SESSION, {Channel.DESKTOP, Channel.TERMINAL, Channel.VOICE}),
        (Purpose.CONFLICT, {Channel.DESKTOP, Channel.TERMINAL, Channel.VOICE, Channel.WEB}),
    ],
)
def test_the_purpose_says_who_may_answer(purpose: Purpose, channels: set[Channel]) -> None:
    asked = SINGLE.model_copy(update={"purpose": purpose})
    assert {channel for channel in Channel if may_answer(asked, channel)} == channels
    spoken = asked.model_copy(update={"voice_confirm": True})
    expected = channels | {Channel.VOICE} if purpose is Purpose.CONFIRM else channels
    assert {channel for channel in Channel if may_answer(spoken, channel)} == expected


def with_defaults(*ids: str, required: bool, kind: Kind = Kind.MULTI) -> Question:
    marked = tuple(o.model_copy(update={"default": o.id in ids}) for o in options("A", "B", "C"))
    return choice(required=required, kind=kind).model_copy(update={"options": marked})


def test_defaults_make_the_first_draft() -> None:
    asked = question_set(with_defaults("1", "3", required=True), choice(id="q2"))
    assert default_draft(asked) == Draft(answers={"q1": answer("1", "3")})


@pytest.mark.parametrize(
    ("question", "changes", "expected"),
    [
        (with_defaults("1", "3", required=False), {}, (answer("1", "3"),)),
        (with_defaults("1", required=True), {}, None),
        (with_defaults(required=False), {}, None),
        (with_defaults("1", required=False), {"on_timeout": OnTimeout.WAIT}, None),
        (with_defaults("1", required=False), {"purpose": Purpose.CONFIRM}, None),
    ],
)
def test_an_expired_wait_takes_defaults_only_where_declared(
    question: Question, changes: dict[str, object], expected: tuple[Answer, ...] | None
) -> None:
    asked = question_set(question).model_copy(update={"on_timeout": OnTimeout.DEFAULT} | changes)
    assert timeout_answers(asked) == expected


def test_an_answered_response_is_checked() -> None:
    with pytest.raises(AnswerRefused):
        check_response(SINGLE, Answered(answers=(), provenance=PROVENANCE), Channel.DESKTOP)
