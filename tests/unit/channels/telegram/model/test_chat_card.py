"""Any question in a chat, whatever is tapped: Telegram takes what is shown, and it can be answered."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.callback_data import (
    Tap,
    TapKind,
    callback_data,
    read_callback_data,
)
from assistant.channels.telegram.model.card_message import CardMessage, message_of, settled_message
from assistant.channels.telegram.model.chat_card import CardStep, ChatCard
from assistant.errors import AnswerRefused
from assistant.locale import use_language
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Option,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    YouDecide,
)
from tests.helpers.questions.builders import choice
from tests.helpers.questions.strategies import question_sets
from tests.helpers.telegram.message_rules import MAX_TEXT, check_keyboard, checked_text

AT = datetime(2026, 1, 2, tzinfo=UTC)
TOKEN = "abcdefgh1234"


def taken_by_telegram(view: CardMessage) -> None:
    """Raise if Telegram would not take what is shown."""
    kept, _entities = checked_text(view.text.text, view.text.entities(), limit=MAX_TEXT)
    assert kept == view.text.text
    check_keyboard({"inline_keyboard": [list(row) for row in view.keyboard]})


def taps_of(view: CardMessage) -> list[Tap]:
    """Return what the buttons of a message want."""
    read = [read_callback_data(button["callback_data"]) for row in view.keyboard for button in row]
    assert all(one is not None and one[0] == TOKEN for one in read)
    return [one[1] for one in read if one is not None]


@pytest.mark.parametrize(
    ("purpose", "caption"),
    [(Purpose.ASK, "✏️ Type your own"), (Purpose.PERMISSION, "Deny and say why")],
)
def test_a_button_says_what_own_words_do(purpose: Purpose, caption: str) -> None:
    question = choice("Deny", "Allow once", allow_other=True)
    asked = QuestionSet(id="s", questions=(question,), purpose=purpose)
    shown = message_of(ChatCard.begin(asked, Draft()), TOKEN)
    assert caption in [button["text"] for row in shown.keyboard for button in row]


@given(question_sets(), st.data())
def test_whatever_is_tapped_is_shown_as_telegram_takes_it(
    questions: QuestionSet, data: st.DataObject
) -> None:
    card = ChatCard.begin(questions, Draft())
    for _step in range(8):
        view = message_of(card, TOKEN)
        taken_by_telegram(view)
        tap = data.draw(st.sampled_from(taps_of(view)))
        try:
            step = card.tap(tap, AT)
        except AnswerRefused:
            continue
        if step.response is not None:
            taken_by_telegram(settled_message(questions, step.response, Channel.DESKTOP))
            return
        # A tap that comes twice does nothing twice.
        if tap.kind in {TapKind.TICK, TapKind.UNTICK, TapKind.MORE, TapKind.LESS}:
            assert step.card.tap(tap, AT).card == step.card
        card = step.card


@pytest.mark.requirement("Q-TG-02")
@given(st.sampled_from(TapKind), st.integers(0, 999), st.integers(0, 999))
def test_what_a_button_carries_is_read_again(kind: TapKind, question: int, option: int) -> None:
    tap = Tap(kind=kind, question=question, option=option)
    data = callback_data("x" * 32, tap)
    assert len(data.encode()) <= 64
    assert read_callback_data(data) == ("x" * 32, tap)


@pytest.mark.parametrize("data", ["", "x", "abcdefgh:", "abcdefgh:z0", "abc:c0", "a b c d e:c0.0"])
def test_what_is_none_of_ours_is_known(data: str) -> None:
    assert read_callback_data(data) is None


@pytest.mark.parametrize(
    "tap",
    [
        Tap(kind=TapKind.CHOOSE, option=2),
        Tap(kind=TapKind.TICK, option=2),
        Tap(kind=TapKind.SKIP, question=1),
    ],
)
def test_a_button_of_an_older_card_is_refused(tap: Tap) -> None:
    with pytest.raises(AnswerRefused):
        one(QuestionKind.SINGLE, **two_options()).tap(tap, AT)


def one(kind: QuestionKind, **more: object) -> ChatCard:
    question = Question.model_validate({"id": "q", "kind": kind, "text": "What?", **more})
    return ChatCard.begin(QuestionSet(id="s", questions=(question,)), Draft())


def two_options(**more: object) -> dict[str, object]:
    return {"options": (Option(id="a", label="A"), Option(id="b", label="B")), **more}


def take(card: ChatCard, words: str, method: Method = Method.TYPED) -> CardStep:
    return card.take(words, method=method, at=AT)


def test_the_context_of_a_question_stands_below_its_words() -> None:
    card = one(QuestionKind.BOOLEAN, context="The old one is 3 GB.")
    assert message_of(card, TOKEN).text.text.startswith("What?\n\nThe old one is 3 GB.")


def test_the_round_is_told_and_the_place_only_of_the_question_that_is_open() -> None:
    asked = [Question(id=f"q{n}", kind=QuestionKind.BOOLEAN, text="So?") for n in (1, 2)]
    alone = QuestionSet(id="s", questions=(asked[0],), round=2, total_rounds=3)
    assert message_of(ChatCard.begin(alone, Draft()), TOKEN).text.text.startswith("Round 2/3")
    both = alone.model_copy(update={"questions": tuple(asked)})
    card = ChatCard.begin(both, Draft())
    assert "Round 2/3 – Question 1 of 2" in message_of(card, TOKEN).text.text
    for place in (0, 1):
        card = card.tap(Tap(kind=TapKind.CHOOSE, question=place), AT).card
    assert card.view.is_review
    assert "Question" not in message_of(card, TOKEN).text.text


def test_what_is_recommended_and_what_is_more_is_told_in_words() -> None:
    use_language("ko")
    options = (Option(id="a", label="A", recommended=True), Option(id="b", label="B"))
    view = message_of(one(QuestionKind.SINGLE, options=options), TOKEN)
    assert "1. A (추천)" in view.text.text
    assert view.keyboard[-1][-1]["text"] == "⋯ 더 보기"


@pytest.mark.parametrize(
    ("wanted", "written", "taken"),
    [
        (TapKind.OWN_WORDS, "/srv/data is it", "/srv/data is it"),
        (TapKind.OWN_WORDS, "/other 2", "2"),
        (TapKind.NONE_FIT, "/dev/null", "/dev/null"),
    ],
)
def test_words_that_were_asked_for_may_begin_with_a_slash(
    wanted: TapKind, written: str, taken: str
) -> None:
    asked = one(QuestionKind.SINGLE, allow_other=True, **two_options())
    card = asked.tap(Tap(kind=wanted), AT).card
    response = take(card, written).response
    if isinstance(response, NoneFit):
        assert response.words == taken
    else:
        assert isinstance(response, Answered)
        assert response.answers[0].other == taken


def test_words_that_were_said_keep_that() -> None:
    response = take(one(QuestionKind.SINGLE, **two_options()), "B", Method.VOICE).response
    assert isinstance(response, Answered)
    assert response.provenance == Provenance(
        channel=Channel.TELEGRAM, method=Method.VOICE, at=AT, transcript="B"
    )


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("/cancel", Cancelled, ""),
        ("/cancel too dear", Cancelled, "too dear"),
        ("/later", Later, ""),
        ("/decide", YouDecide, ""),
        ("/none a third", NoneFit, "a third"),
        ("/skip", None, ""),
        ("/unheard", None, ""),
        ("no", None, ""),
        ("A", None, ""),
    ],
)
def test_in_a_review_a_line_leaves_the_form_or_is_told_of_the_button(
    line: str, kind: type[Response] | None, words: str
) -> None:
    asked = [Question(id=f"q{n}", kind=QuestionKind.BOOLEAN, text="So?") for n in (1, 2)]
    card = ChatCard.begin(QuestionSet(id="s", questions=tuple(asked)), Draft())
    for place in (0, 1):
        card = card.tap(Tap(kind=TapKind.CHOOSE, question=place), AT).card
    assert card.view.is_review
    step = take(card, line)
    if kind is None:
        assert step == CardStep(
            card=card, message="Send the answers with the button, or change one."
        )
        return
    assert isinstance(step.response, kind)
    left = step.response
    if isinstance(left, Cancelled):
        assert (left.text or "") == words
    if isinstance(left, NoneFit):
        assert left.words == words


def test_a_cancel_may_say_why() -> None:
    card = one(QuestionKind.SINGLE, **two_options())
    waiting = card.tap(Tap(kind=TapKind.CANCEL_WITH_REASON), AT)
    assert waiting.response is None
    for shown, words in ((waiting.card, "too dear"), (card, "/cancel too dear")):
        response = take(shown, words).response
        assert isinstance(response, Cancelled)
        assert response.text == "too dear"
    plain = take(waiting.card, "/cancel").response
    assert isinstance(plain, Cancelled)
    assert not plain.text


@pytest.mark.requirement("Q-TG-03")
@pytest.mark.parametrize(
    ("asked", "is_answered", "shown"),
    [
        ([("So?", "")], True, "✔ So? Yes"),
        ([("So?", "")], False, "So?\n\nPut off until later."),
        ([("So?", "Sure")], True, "So?\n\n✔ Sure: Yes"),
        ([("So?", ""), ("Why?", "Why")], True, "✔ So? Yes\n✔ Why: Yes"),
        ([("So?", ""), ("Why?", "Why")], False, "So? · Why\n\nPut off until later."),
    ],
)
def test_what_is_settled_names_what_was_asked_once(
    asked: list[tuple[str, str]], shown: str, *, is_answered: bool
) -> None:
    questions = QuestionSet(
        id="s",
        questions=tuple(
            Question(id=f"q{n}", kind=QuestionKind.BOOLEAN, text=text, header=header or None)
            for n, (text, header) in enumerate(asked)
        ),
    )
    by = Provenance(channel=Channel.TELEGRAM, method=Method.CLICK, at=AT)
    answers = tuple(Answer(question_id=q.id, boolean=True) for q in questions.questions)
    response = Answered(answers=answers, provenance=by) if is_answered else Later(provenance=by)
    assert settled_message(questions, response, Channel.TELEGRAM).text.text == shown


@pytest.mark.requirement("Q-TG-11")
@pytest.mark.parametrize(
    ("text", "context", "n_options", "label", "description"),
    [
        (100, 100, 4, 256, 1000),
        (9000, 0, 4, 256, 0),
        (100, 9000, 4, 50, 1000),
        (9000, 9000, 10, 256, 1000),
        (100, 0, 100, 20, 1000),
    ],
)
def test_however_much_stands_above_and_beside_them_whole_labels_are_seen(
    text: int, context: int, n_options: int, label: int, description: int
) -> None:
    labels = [f"{n:>03}".ljust(label, "라") for n in range(n_options)]
    card = one(
        QuestionKind.SINGLE,
        text="問" * text,
        context="c" * context,
        options=tuple(Option(id=one, label=one, description="d" * description) for one in labels),
    )
    view = message_of(card, TOKEN)
    taken_by_telegram(view)
    assert all(label in view.text.text for label in labels)
    response = card.tap(Tap(kind=TapKind.CHOOSE, option=1), AT).response
    assert response is not None
    assert labels[1] in settled_message(card.questions, response, None).text.text
