"""Which answers are decisions of the user's, and what a decision says."""

from datetime import timedelta

import pytest

from assistant.decision_log.decision import (
    Decision,
    DecisionConversation,
    DecisionKind,
    decision_of,
)
from assistant.decision_log.decision_words import (
    about_text,
    decision_lines,
    outcome_text,
    place_text,
)
from assistant.questions.model.question import (
    Answer,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    NoneFit,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.settled import CLAUDE, DATABASE, START, answered, asked, by

PERMISSION = Question(
    id="permission",
    kind=QuestionKind.SINGLE,
    text="Run this?",
    context="rm -r build",
    options=(
        Option(id="deny", label="Deny", default=True),
        Option(id="allow", label="Allow once"),
        Option(id="rule_1", label="Always allow rm"),
    ),
    allow_other=True,
)
CONFIRM = Question.yes_or_no("write", "May Parley change the settings?")


def decided(questions: QuestionSet, response: Response | None) -> Decision | None:
    return decision_of(
        questions, response, conversation=DecisionConversation(id="c1"), asked_at=START
    )


def one(questions: QuestionSet, response: Response) -> Decision:
    decision = decided(questions, response)
    assert decision is not None
    return decision


@pytest.mark.parametrize(
    "response",
    [
        None,
        TimedOut(after_s=60),
        Later(provenance=by()),
        answered(provenance=by(method=Method.TIMEOUT_DEFAULT)),
        Cancelled(reason=CancelReason.USER),  # nobody is known to have done it
        *(
            Cancelled(reason=reason, provenance=by(Channel.API))
            for reason in CancelReason
            if reason not in {CancelReason.USER, CancelReason.EXIT}
        ),
    ],
)
def test_what_the_user_did_not_say_is_no_decision(response: Response | None) -> None:
    assert decided(asked(), response) is None


def test_the_end_of_a_conversation_is_no_decision() -> None:
    assert decided(asked(purpose=Purpose.END_SESSION), answered()) is None


@pytest.mark.parametrize(
    ("response", "kind", "words"),
    [
        (answered(), DecisionKind.CHOSEN, "PostgreSQL"),
        (answered(Answer(question_id="db", other="DuckDB")), DecisionKind.CHOSEN, "DuckDB"),
        (YouDecide(provenance=by()), DecisionKind.LEFT, "Left to Parley"),
        (NoneFit(words="a file", provenance=by()), DecisionKind.NONE_FIT, "None of these: a file"),
        (
            Cancelled(text="too early", provenance=by(method=Method.TYPED)),
            DecisionKind.CANCELLED,
            "Cancelled: too early",
        ),
        (Cancelled(reason=CancelReason.EXIT, provenance=by()), DecisionKind.CANCELLED, "Cancelled"),
    ],
)
def test_what_the_user_said_is_one(response: Response, kind: DecisionKind, words: str) -> None:
    decision = one(asked(), response)
    assert (decision.kind, outcome_text(decision)) == (kind, words)
    assert not decision.is_permission
    assert [option.label for option in decision.points[0].options] == ["PostgreSQL", "SQLite"]


@pytest.mark.parametrize(
    ("question", "answer", "kind", "words"),
    [
        (
            PERMISSION,
            Answer(question_id="permission", option_ids=("allow",)),
            DecisionKind.ALLOWED,
            "Allow once",
        ),
        (
            PERMISSION,
            Answer(question_id="permission", option_ids=("rule_1",)),
            DecisionKind.ALLOWED,
            "Always allow rm",
        ),
        (
            PERMISSION,
            Answer(question_id="permission", option_ids=("deny",)),
            DecisionKind.DENIED,
            "Deny",
        ),
        (
            PERMISSION,
            Answer(question_id="permission", other="the password is in it"),
            DecisionKind.DENIED,
            "the password is in it",
        ),
        (CONFIRM, Answer(question_id="write", boolean=True), DecisionKind.ALLOWED, "Allow"),
        (CONFIRM, Answer(question_id="write", boolean=False), DecisionKind.DENIED, "Do not allow"),
    ],
)
def test_a_permission_was_given_or_not(
    question: Question, answer: Answer, kind: DecisionKind, words: str
) -> None:
    decision = one(asked(question, purpose=Purpose.CONFIRM, source="run_command"), answered(answer))
    assert (decision.kind, outcome_text(decision)) == (kind, words)
    assert decision.is_permission


def test_a_decision_says_who_asked_where_it_was_answered_how_and_when() -> None:
    spoken = answered(provenance=by(Channel.VOICE, Method.VOICE))
    decision = one(asked(asker=CLAUDE), spoken)
    now = START + timedelta(days=1)
    assert about_text(decision, now).split(" · ", 1)[1] == "Claude Code · webshop · 2 · by voice"
    assert decision.project == "webshop"


@pytest.mark.parametrize(
    ("channel", "method", "words"),
    [
        (Channel.DESKTOP, Method.CLICK, "in the window, by a click"),
        (Channel.DESKTOP, Method.VOICE, "in the window, by voice"),
        (Channel.TERMINAL, Method.KEY, "in the terminal, with a key"),
        (Channel.WEB, Method.TYPED, "on the web page, in typed words"),
        (Channel.TELEGRAM, Method.CLICK, "on Telegram, by a click"),
        (Channel.MCP, Method.TYPED, "from another program, in typed words"),
    ],
)
def test_places(channel: Channel, method: Method, words: str) -> None:
    assert place_text(one(asked(), answered(provenance=by(channel, method)))) == words


SECRET = Question(id="token", kind=QuestionKind.TEXT, text="Which access token shall I use?")


@pytest.mark.parametrize(
    "question",
    [
        SECRET,
        Question(id="db_password", kind=QuestionKind.TEXT, text="For the database"),
        Question(id="x", kind=QuestionKind.TEXT, text="?", context="Enter your password."),
    ],
)
def test_words_that_may_be_a_secret_never_show(question: Question) -> None:
    given = Answer(question_id=question.id, text="hunter2", note="hunter2")
    decision = one(asked(question), answered(given))
    assert "hunter2" not in repr(decision)
    assert outcome_text(decision) == "(your words are not shown: they may be a secret)"
    reason = NoneFit(words="hunter2", provenance=by())
    assert "hunter2" not in repr(one(asked(question), reason))


def test_words_beside_a_question_that_forbids_secrets_show() -> None:
    question = Question(
        id="x", kind=QuestionKind.TEXT, text="What failed?", context="Do not write a password."
    )
    decision = one(asked(question), answered(Answer(question_id="x", text="the login")))
    assert outcome_text(decision) == "the login"


def test_a_form_shows_each_answer_and_note() -> None:
    form = asked(DATABASE, CONFIRM, title="The service")
    given = answered(
        Answer(question_id="db", option_ids=("2",), note="for now"),
        Answer(question_id="write", boolean=True),
    )
    lines = list(decision_lines(one(form, given), START))
    assert lines[:3] == [
        "The service",
        "  ✔ Database: SQLite; May Parley change the settings?: Yes",
        "  Note: Database: for now",
    ]
