"""Which questions are open, and which answers are taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Dependency,
    Draft,
    Later,
    Method,
    NoneFit,
    OnTimeout,
    Option,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TextFormat,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import render_tool_result
from assistant.questions.model.sanitizer import clean_text
from assistant.questions.model.validation import (
    check,
    check_one,
    check_response,
    default_draft,
    may_answer,
    timeout_answers,
    visible,
)
from tests.helpers.questions.builders import by_click, choice, chose, options, question_set
from tests.helpers.questions.strategies import question_sets

SINGLE = question_set(choice("A", "B", "C"))
MULTI = question_set(choice("A", "B", "C", kind=QuestionKind.MULTI))
TEXT = question_set(Question(id="q1", kind=QuestionKind.TEXT, text="Why?"))
YES_NO = question_set(Question(id="q1", kind=QuestionKind.BOOLEAN, text="Go?"))
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
        ("a\x00\x1b[31mb\x9b", "ab", "ab"),
        ("\u202eevil\u2069", "evil", "evil"),
        ("e\u0301", "\u00e9", "\u00e9"),
        ("<b> & \u200d'\"", "<b> & \u200d'\"", "<b> & \u200d'\""),
        ("\ud800x", "x", "x"),
        ("\n\t", "", ""),
    ],
)
@pytest.mark.requirement("SEC-01")
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


@pytest.mark.requirement("Q-ROUND-04")
def test_follow_ups_of_every_checked_option_are_open() -> None:
    both = question_set(
        choice(
            "A",
            "B",
            kind=QuestionKind.MULTI,
            follow_ups={"1": (choice(id="q2"),), "2": (choice(id="q3"),)},
        )
    )
    draft = Draft(answers={"q1": answer("2", "1")})
    assert [q.id for q in visible(both, draft)] == ["q1", "q2", "q3"]


@pytest.mark.parametrize(("said", "ids"), [(True, ["q1", "q2"]), (False, ["q1"]), (None, ["q1"])])
def test_follow_ups_of_a_yes_or_no_hang_on_the_answer(said: bool | None, ids: list[str]) -> None:
    asked = question_set(
        Question(
            id="q1", kind=QuestionKind.BOOLEAN, text="Go?", follow_ups={"true": (choice(id="q2"),)}
        )
    )
    draft = Draft(answers={"q1": answer(boolean=said)})
    assert [q.id for q in visible(asked, draft)] == ids


def test_answers_below_an_option_that_was_not_chosen_are_left_out() -> None:
    given = [answer("2"), answer("1", question_id="q2")]
    assert check(NESTED, given) == (answer("2"),)


@pytest.mark.requirement("Q-MODEL-17")
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
        (Purpose.PERMISSION, {Channel.DESKTOP, Channel.TERMINAL}),
        (Purpose.END_SESSION, {Channel.DESKTOP, Channel.TERMINAL, Channel.VOICE}),
        (Purpose.CONFLICT, {Channel.DESKTOP, Channel.TERMINAL, Channel.VOICE, Channel.WEB}),
    ],
)
def test_the_purpose_says_who_may_answer(purpose: Purpose, channels: set[Channel]) -> None:
    asked = SINGLE.model_copy(update={"purpose": purpose})
    assert {channel for channel in Channel if may_answer(asked, channel)} == channels
    spoken = asked.model_copy(update={"voice_confirm": True})
    expected = channels | {Channel.VOICE} if purpose.is_approval else channels
    assert {channel for channel in Channel if may_answer(spoken, channel)} == expected
    elsewhere = asked.model_copy(update={"allowed_channels": (Channel.TELEGRAM,)})
    expected = channels | {Channel.TELEGRAM} if purpose is Purpose.PERMISSION else channels
    assert {channel for channel in Channel if may_answer(elsewhere, channel)} == expected


@pytest.mark.parametrize(
    ("channel", "method", "is_taken"),
    [
        (Channel.DESKTOP, Method.CLICK, True),
        (Channel.DESKTOP, Method.KEY, False),
        (Channel.DESKTOP, Method.VOICE, False),
        (Channel.TERMINAL, Method.KEY, False),
        (Channel.WEB, Method.CLICK, False),
    ],
)
def test_an_option_that_takes_a_click_is_chosen_by_nothing_else(
    channel: Channel, method: Method, is_taken: bool
) -> None:
    always = Option(id="always", label="Always", by_click=True)
    asked = question_set(choice("A").model_copy(update={"options": (*options("A"), always)}))
    for option_id, expected in (("always", is_taken), ("1", True)):
        given = Answered(
            answers=(answer(option_id),),
            provenance=Provenance(channel=channel, method=method, at=by_click().at),
        )
        if expected:
            assert check_response(asked, given, channel) == given
        else:
            with pytest.raises(AnswerRefused, match="with the mouse") as refused:
                check_response(asked, given, channel)
            assert refused.value.reason is RefusalReason.NOT_ALLOWED


def with_defaults(*ids: str, required: bool, kind: QuestionKind = QuestionKind.MULTI) -> Question:
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


def depending(*option_ids: str, on: str = "q1", id: str = "q2", **fields: object) -> Question:
    condition = Dependency(question_id=on, option_ids=option_ids)
    return choice("X", "Y", id=id).model_copy(update={"depends_on": condition} | fields)


def open_ids(asked: QuestionSet, *answers: Answer) -> list[str]:
    draft = Draft(answers={given.question_id: given for given in answers})
    return [question.id for question in visible(asked, draft)]


def test_a_question_is_open_only_while_its_condition_holds() -> None:
    asked = question_set(choice("A", "B", "C"), depending("1", "3"))
    assert open_ids(asked) == ["q1"]
    assert open_ids(asked, answer("2")) == ["q1"]
    assert open_ids(asked, answer("1")) == ["q1", "q2"]
    assert open_ids(asked, answer("3")) == ["q1", "q2"]
    assert open_ids(asked, answer(other="own words")) == ["q1"]


def test_one_of_several_chosen_options_meets_a_condition() -> None:
    asked = question_set(choice("A", "B", kind=QuestionKind.MULTI), depending("2"))
    assert open_ids(asked, answer("1", "2")) == ["q1", "q2"]


def test_a_yes_or_no_meets_a_condition() -> None:
    asked = question_set(
        Question(id="q1", kind=QuestionKind.BOOLEAN, text="Go?"), depending("false")
    )
    assert open_ids(asked, answer(boolean=False)) == ["q1", "q2"]
    assert open_ids(asked, answer(boolean=True)) == ["q1"]


def test_a_condition_on_a_hidden_question_does_not_hold() -> None:
    asked = question_set(
        choice("A", "B"), depending("1"), depending("1", on="q2", id="q3"), depending("2", id="q4")
    )
    chain = (answer("1"), answer("1", question_id="q2"))
    assert open_ids(asked, *chain) == ["q1", "q2", "q3"]
    assert open_ids(asked, answer("2"), chain[1]) == ["q1", "q4"]


def test_a_question_may_depend_on_one_that_comes_later_or_on_a_follow_up() -> None:
    asked = question_set(depending("1", on="q2", id="q1"), choice("A", id="q2"))
    assert open_ids(asked, answer("1", question_id="q2")) == ["q1", "q2"]
    below = choice("G", "H", id="q3")
    nested = question_set(choice("A", follow_ups={"1": (below,)}), depending("2", on="q3", id="q4"))
    chosen = (answer("1"), answer("2", question_id="q3"))
    assert open_ids(nested, *chosen) == ["q1", "q3", "q4"]
    assert open_ids(nested, chosen[1]) == ["q1"]


def test_follow_ups_of_a_question_whose_condition_fails_are_hidden() -> None:
    asked = question_set(choice("A", "B"), depending("1", follow_ups={"1": (choice(id="q3"),)}))
    chosen = answer("1", question_id="q2")
    assert open_ids(asked, answer("1"), chosen) == ["q1", "q2", "q3"]
    assert open_ids(asked, answer("2"), chosen) == ["q1"]


def test_a_condition_nobody_can_meet_hides_the_question_and_harms_nothing() -> None:
    circle = question_set(
        depending("1", on="q2", id="q1"), depending("1", on="q1"), choice(id="q3")
    )
    chosen = (answer("1"), answer("1", question_id="q2"))
    assert open_ids(circle, *chosen) == ["q3"]
    assert open_ids(question_set(depending("1", on="gone"), choice())) == ["q1"]


def test_an_answer_to_a_question_that_was_dropped_is_dropped() -> None:
    asked = question_set(choice("A", "B"), depending("1"))
    given = [answer("2"), answer("1", question_id="q2")]
    assert check(asked, given) == (answer("2"),)
    with pytest.raises(AnswerRefused, match="Database"):
        check(asked, [answer("1")])


@pytest.mark.requirement("Q-ROUND-02")
def test_changing_the_parent_drops_the_follow_ups_and_shows_the_others() -> None:
    asked = question_set(
        choice("A", "B", follow_ups={"1": (choice(id="q2"),), "2": (choice(id="q3"),)})
    )
    before = [answer("1"), answer("1", question_id="q2")]
    after = [answer("2"), before[1], answer("1", question_id="q3")]
    assert [a.question_id for a in check(asked, before)] == ["q1", "q2"]
    assert [a.question_id for a in check(asked, after)] == ["q1", "q3"]


def test_defaults_of_texts_and_of_yes_or_no_are_in_the_first_draft() -> None:
    asked = question_set(
        Question(id="t", kind=QuestionKind.TEXT, text="Port?", default_text="8080"),
        Question(id="b", kind=QuestionKind.BOOLEAN, text="Go?", default_boolean=False),
        Question(id="e", kind=QuestionKind.TEXT, text="Why?"),
    )
    assert default_draft(asked).answers == {
        "t": Answer(question_id="t", text="8080"),
        "b": Answer(question_id="b", boolean=False),
    }


def test_a_text_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    port = Question(
        id="q1",
        kind=QuestionKind.TEXT,
        text="Port?",
        text_format=TextFormat.INTEGER,
        maximum=65535.0,
    )
    assert check(question_set(port), [answer(text=" 8080 ")]) == (answer(text="8080"),)
    with pytest.raises(AnswerRefused, match="70000 is too large; the largest allowed is 65535"):
        check(question_set(port), [answer(text="70000")])
    empty = port.model_copy(update={"required": False})
    assert check(question_set(empty), [answer(text=" ")]) == (answer(),)


@pytest.mark.parametrize(
    ("rules", "chosen", "trouble"),
    [
        ({"min_choices": 2}, ("1",), "1 chosen; please choose at least 2."),
        ({"min_choices": 2}, ("1", "2"), None),
        ({"max_choices": 2}, ("1", "2", "3"), "3 chosen; please choose at most 2."),
        ({"max_choices": 2}, ("1", "2"), None),
    ],
)
def test_as_many_are_chosen_as_the_question_wants(
    rules: dict[str, int], chosen: tuple[str, ...], trouble: str | None
) -> None:
    asked = question_set(choice("A", "B", "C", kind=QuestionKind.MULTI).model_copy(update=rules))
    if trouble is None:
        assert check(asked, [answer(*chosen)]) == (answer(*chosen),)
    else:
        with pytest.raises(AnswerRefused, match=trouble):
            check(asked, [answer(*chosen)])


def test_own_words_count_as_a_choice_and_nothing_at_all_breaks_no_count() -> None:
    rules = {"min_choices": 2, "max_choices": 2, "required": False}
    asked = question_set(choice("A", "B", kind=QuestionKind.MULTI).model_copy(update=rules))
    assert check(asked, [answer("1", other="x")]) == (answer("1", other="x"),)
    assert check(asked, []) == (answer(),)
    with pytest.raises(AnswerRefused):
        check(asked, [answer("1", "2", other="x")])


@pytest.mark.requirement("SEC-06")
def test_the_ids_of_a_multiple_answer_fit_a_thousand_characters_joined() -> None:
    ids = [f"{n}".rjust(249, "x") for n in range(4)]
    marked = tuple(Option(id=id, label=f"L{n}") for n, id in enumerate([*ids, "y"]))
    asked = question_set(choice(kind=QuestionKind.MULTI).model_copy(update={"options": marked}))
    assert len(", ".join(ids)) == 1002
    with pytest.raises(AnswerRefused, match="1002 characters long; 1000 are allowed"):
        check(asked, [answer(*ids)])
    assert check(asked, [answer(*ids[:3], "y")])[0].option_ids == (*ids[:3], "y")


@pytest.mark.requirement("SEC-05")
def test_an_id_that_is_too_long_for_a_single_answer_is_refused() -> None:
    marked = (Option(id="x" * 257, label="L"), Option(id="y" * 256, label="M"))
    asked = question_set(choice().model_copy(update={"options": marked}))
    assert check(asked, [answer("y" * 256)])
    with pytest.raises(AnswerRefused, match="257 characters long; 256 are allowed"):
        check(asked, [answer("x" * 257)])


def test_a_refusal_names_what_was_sent_and_what_may_be() -> None:
    with pytest.raises(AnswerRefused) as error:
        check(SINGLE, [answer("4")])
    assert error.value.message == "There is no option “4”. Choose from: 1, 2, 3."
    with pytest.raises(AnswerRefused, match="There is no question “q9” here"):
        check(SINGLE, [answer("1"), answer("1", question_id="q9")])


@pytest.mark.parametrize(
    ("text"),
    [
        "__import__('os').system('x')",
        "$(rm -rf /)",
        "{0.__class__}",
        "%s%n",
        "{{ 7*7 }}",
        "<script>alert(1)</script>",
    ],
)
@pytest.mark.requirement("SEC-01", "SEC-03")
def test_words_are_text_only_and_stay_as_they_were_typed(text: str) -> None:
    (kept,) = check(SINGLE, [answer(other=text)])
    assert kept.other == text
    (kept,) = check(TEXT, [answer(text=text)])
    assert kept.text == text
    assert f"Selected: {text} (custom input)" in render_tool_result(
        SINGLE, Answered(answers=(answer(other=text),), provenance=PROVENANCE)
    )


def test_a_default_that_is_no_valid_answer_is_not_taken_when_the_wait_ends() -> None:
    asked = question_set(
        with_defaults("1", required=False).model_copy(update={"min_choices": 2})
    ).model_copy(update={"on_timeout": OnTimeout.DEFAULT})
    assert timeout_answers(asked) is None


def test_defaults_of_other_kinds_are_taken_when_the_wait_ends() -> None:
    asked = question_set(
        Question(id="t", kind=QuestionKind.TEXT, text="Port?", default_text="8080", required=False),
        Question(
            id="b", kind=QuestionKind.BOOLEAN, text="Go?", default_boolean=True, required=False
        ),
    ).model_copy(update={"on_timeout": OnTimeout.DEFAULT})
    assert timeout_answers(asked) == (
        Answer(question_id="t", text="8080"),
        Answer(question_id="b", boolean=True),
    )


def test_provide_choice_never_takes_a_default() -> None:
    asked = question_set(with_defaults("1", required=False)).model_copy(
        update={"on_timeout": OnTimeout.DEFAULT, "route": QuestionRoute.PROVIDE_CHOICE}
    )
    assert timeout_answers(asked) is None
    assert timeout_answers(asked.model_copy(update={"route": QuestionRoute.TOOL})) is not None


@given(question_sets(), st.data())
def test_whatever_is_checked_is_kept_when_it_is_checked_again(
    asked: QuestionSet, data: st.DataObject
) -> None:
    given_answers = [
        Answer(
            question_id=question.id,
            option_ids=tuple(
                data.draw(st.lists(st.sampled_from([o.id for o in question.options]), max_size=2))
            )
            if question.options
            else (),
            text=data.draw(st.sampled_from(["5", "x", None]))
            if question.kind is QuestionKind.TEXT
            else None,
            boolean=data.draw(st.booleans()) if question.kind is QuestionKind.BOOLEAN else None,
        )
        for question in asked.walk()
    ]
    try:
        kept = check(asked, given_answers)
    except AnswerRefused as refused:
        assert refused.reason is RefusalReason.INVALID  # noqa: PT017
        return
    assert check(asked, kept) == kept
    assert tuple(check_one(asked.find(one.question_id), one) for one in kept) == kept
    shown = visible(asked, Draft(answers={a.question_id: a for a in kept}))
    assert [question.id for question in shown] == [a.question_id for a in kept]
