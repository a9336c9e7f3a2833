"""One question put by voice, with a floor that is a script."""

import asyncio

import pytest

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.background import QuestionPlace
from assistant.voice.questions.dialogue import (
    AllowedReplies,
    AnswerDeclined,
    AnswerHeard,
    DialogueExit,
    DialogueOutcome,
    VoiceDialogue,
)
from assistant.voice.questions.voice_prompt import HeardWords, NothingHeard, VoiceUnavailable
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.answer_reader import reads_nothing
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.voice.fake_prompts import FakeFloor, words

EVERYTHING = AllowedReplies(back=True, cancel=True, other_ways=True)
NOTHING = AllowedReplies(back=False, cancel=False, other_ways=False)
YES_NO = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Shall I go on?")
FREE = Question(id="q1", kind=QuestionKind.TEXT, text="What is it called?")


async def _put(
    floor: FakeFloor, question: Question | None = None, *, allowed: AllowedReplies = EVERYTHING
) -> DialogueOutcome:
    asked = question or choice()
    place = QuestionPlace(questions=question_set(asked), question=asked)
    dialogue = VoiceDialogue(floor=floor, place=place, lead=(), allowed=allowed, read=reads_nothing)
    async with asyncio.timeout(PATIENCE_S):
        return await dialogue.run()


async def _answer(
    floor: FakeFloor, question: Question | None = None, *, allowed: AllowedReplies = EVERYTHING
) -> Answer:
    outcome = await _put(floor, question, allowed=allowed)
    assert isinstance(outcome, AnswerHeard)
    return outcome.answer


def _given(*option_ids: str) -> Answer:
    return Answer(question_id="q1", option_ids=option_ids)


async def test_the_question_and_its_options_are_said_with_their_labels_as_bias() -> None:
    floor = FakeFloor(words("two"))
    assert await _put(floor) == AnswerHeard(answer=_given("2"), transcript="two", score=0.95)
    assert floor.said[0] == "Which database should we use for this project?"
    assert [line for line in floor.said if "SQLite" in line] == ["2. SQLite."]
    labels, numbers = ("PostgreSQL", "SQLite", "MySQL", "MongoDB"), ("one", "two", "three", "four")
    assert floor.biases == [labels + numbers]
    assert floor.settled == [True]


async def test_what_is_read_back_after_an_answer_is_expected_and_nothing_after_a_doubtful_one() -> (
    None
):
    faint = HeardWords(text="two", language="en", log_prob=-0.6)
    floor = FakeFloor(faint, words("yes"))
    assert await _answer(floor) == _given("2")
    assert floor.expected == [["1, PostgreSQL.", "2, SQLite.", "3, MySQL.", "4, MongoDB."], []]


async def test_a_choice_that_was_heard_faintly_is_read_back() -> None:
    faint = HeardWords(text="eight", language="en", log_prob=-0.6)
    ten = choice(*(f"{name} Street" for name in "Ash Birch Cedar Elm Fir Gum Ivy Oak".split()))
    floor = FakeFloor(faint, words("no, six"))
    assert await _answer(floor, ten) == _given("6")
    assert floor.asked[1] == ["8, Oak Street. Is that right?"]
    assert floor.settled[0] is False


@pytest.mark.parametrize(
    ("heard", "option_ids"),
    [("the second one", "2"), ("MongoDB", "4"), ("the last one", "4"), ("number three", "3")],
)
async def test_numbers_places_and_labels_choose(heard: str, option_ids: str) -> None:
    assert await _answer(FakeFloor(words(heard))) == _given(option_ids)


async def test_that_one_is_the_option_that_was_being_read() -> None:
    assert await _answer(FakeFloor(words("that one", option=2))) == _given("3")


async def test_several_numbers_choose_several_options() -> None:
    floor = FakeFloor(words("one and three"))
    assert await _answer(floor, choice(kind=QuestionKind.MULTI)) == _given("1", "3")
    assert floor.settled == [False], "more may follow"


@pytest.mark.parametrize(
    ("heard", "boolean"), [("yes please", True), ("no", False), ("nope", False)]
)
async def test_yes_and_no_answer_a_boolean_question(heard: str, boolean: bool) -> None:
    floor = FakeFloor(words(heard))
    assert await _answer(floor, YES_NO) == Answer(question_id="q1", boolean=boolean)
    assert floor.settled == [True]


@pytest.mark.requirement("Q-VOICE-06")
async def test_free_words_are_taken_after_they_were_read_back() -> None:
    floor = FakeFloor(words("Parley the second"), words("yes"))
    outcome = await _put(floor, FREE)
    assert outcome == AnswerHeard(
        answer=Answer(question_id="q1", text="Parley the second"),
        transcript="Parley the second",
        score=outcome.score if isinstance(outcome, AnswerHeard) else None,
        is_confirmed=True,
    )
    assert floor.asked[1] == ["Parley the second. Is that right?"]


async def test_free_words_that_are_not_right_are_asked_for_again() -> None:
    floor = FakeFloor(words("Barley"), words("no"), words("Parley"), words("yes"))
    assert (await _answer(floor, FREE)).text == "Parley"
    assert floor.asked[2] == floor.asked[0]


@pytest.mark.requirement("Q-VOICE-09")
async def test_words_that_match_nothing_are_the_persons_own_only_after_a_yes() -> None:
    floor = FakeFloor(words("Cassandra in the cloud"), words("yes"))
    outcome = await _put(floor)
    assert outcome == AnswerHeard(
        answer=Answer(question_id="q1", other="Cassandra in the cloud"),
        transcript="Cassandra in the cloud",
        score=None,
        is_confirmed=True,
    )
    assert floor.asked[1] == ["your own answer: Cassandra in the cloud. Is that right?"]


async def test_words_of_ones_own_that_are_not_confirmed_are_not_taken() -> None:
    floor = FakeFloor(words("Cassandra in the cloud"), words("no"), words("two"))
    assert await _answer(floor) == _given("2")


async def test_a_correction_after_the_read_back_chooses_anew() -> None:
    floor = FakeFloor(words("Cassandra in the cloud"), words("no, the third one"))
    assert await _answer(floor) == _given("3")


@pytest.mark.requirement("Q-VOICE-09")
async def test_where_no_other_answer_is_allowed_it_is_asked_again() -> None:
    floor = FakeFloor(words("Cassandra in the cloud"), words("two"))
    await _answer(floor, choice(allow_other=False), allowed=NOTHING)
    assert floor.asked[1][0] == "I did not understand that."


async def test_something_else_asks_what_and_takes_it_after_a_yes() -> None:
    floor = FakeFloor(words("something else"), words("Cassandra"), words("yes"))
    assert (await _answer(floor)).other == "Cassandra"
    assert floor.asked[1] == ["What would fit?"]


async def test_none_of_these_without_an_other_answer_is_a_refusal_with_words() -> None:
    floor = FakeFloor(words("none of them"), words("Cassandra"), words("yes"))
    outcome = await _put(floor, choice(allow_other=False))
    assert outcome == AnswerDeclined(
        kind=CommandKind.OTHER, words="Cassandra", transcript="Cassandra", is_confirmed=True
    )


async def test_answers_not_understood_are_asked_for_more_plainly_and_then_left() -> None:
    floor = FakeFloor(words("Banana"), words("Banana"), words("Banana"))
    outcome = await _put(floor, choice(allow_other=False), allowed=NOTHING)
    assert outcome is DialogueExit.LEFT
    assert len({tuple(lines) for lines in floor.asked}) == 3, "never the same twice"
    assert floor.is_withdrawn
    assert floor.said[-1] == "It stays on the screen."


async def test_speech_without_words_counts_as_not_understood() -> None:
    floor = FakeFloor(words(""), words(""), words(""))
    assert await _put(floor) is DialogueExit.LEFT


async def test_a_command_that_was_understood_lets_the_count_begin_anew() -> None:
    odd = words("Banana")
    floor = FakeFloor(odd, odd, words("repeat"), odd, odd, words("two"))
    await _answer(floor, choice(allow_other=False), allowed=NOTHING)


@pytest.mark.requirement("Q-VOICE-11")
async def test_silence_reads_once_more_and_then_leaves_the_question() -> None:
    floor = FakeFloor(NothingHeard(), NothingHeard())
    assert await _put(floor) is DialogueExit.LEFT
    assert floor.asked[0] == floor.asked[1]
    assert floor.times_left == 1


async def test_a_question_that_is_called_for_again_is_read_again() -> None:
    floor = FakeFloor(NothingHeard(), NothingHeard(), words("two"), calls=[True])
    await _answer(floor)
    assert floor.asked[2] == floor.asked[0]


async def test_without_ears_it_is_left() -> None:
    assert await _put(FakeFloor(VoiceUnavailable())) is DialogueExit.LEFT


@pytest.mark.requirement("Q-VOICE-10", "Q-VOICE-07")
async def test_repeat_reads_the_question_again() -> None:
    floor = FakeFloor(words("repeat"), words("two"))
    await _put(floor)
    assert floor.asked[1] == floor.asked[0]


@pytest.mark.requirement("Q-VOICE-10")
async def test_explain_reads_what_an_option_means() -> None:
    floor = FakeFloor(words("explain two"), words("two"))
    await _put(floor)
    assert floor.asked[1][0].startswith("2, SQLite:")


async def test_slower_leaves_longer_gaps_from_then_on() -> None:
    floor = FakeFloor(words("slower"), words("two"))
    await _put(floor)
    assert floor.pauses[1] == [2 * pause for pause in floor.pauses[0]]


async def test_more_turns_the_page_of_a_long_list() -> None:
    many = choice(*[f"Choice {letter}" for letter in "abcdefghij"])
    floor = FakeFloor(words("more"), words("repeat"), words("the sixth"))
    assert await _answer(floor, many) == _given("6")
    assert any("Choice f" in line for line in floor.asked[1])
    assert not any("Choice a" in line for line in floor.asked[1])
    assert floor.asked[2] == floor.asked[1]


async def test_back_asks_for_the_question_before() -> None:
    assert await _put(FakeFloor(words("go back"))) is DialogueExit.BACK


async def test_back_from_the_first_question_is_told() -> None:
    floor = FakeFloor(words("go back"), words("two"))
    await _put(floor, allowed=NOTHING)
    assert floor.asked[1][0] == "This is the first question."


async def test_an_optional_question_may_be_skipped() -> None:
    assert (await _answer(FakeFloor(words("skip")), choice(required=False))).is_empty


async def test_a_required_question_may_not_be_skipped() -> None:
    floor = FakeFloor(words("skip"), words("two"))
    await _put(floor)
    assert floor.asked[1][0] == "This question needs an answer."


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        ("you decide", CommandKind.DECIDE),
        ("ask me later", CommandKind.LATER),
        ("cancel", CommandKind.CANCEL),
    ],
)
@pytest.mark.requirement("Q-VOICE-07")
async def test_the_ways_not_to_answer(heard: str, kind: CommandKind) -> None:
    assert await _put(FakeFloor(words(heard))) == AnswerDeclined(kind=kind, transcript=heard)
    floor = FakeFloor(words(heard), words("two"))
    assert isinstance(await _put(floor, allowed=NOTHING), AnswerHeard)
    assert floor.asked[1][0] == "This question needs an answer."


async def test_a_doubtful_interim_does_not_settle() -> None:
    floor = FakeFloor(words("to"))
    await _put(floor)
    assert floor.settled == [False]


@pytest.mark.parametrize(
    ("language", "heard"), [("ko", "두 번째 거"), ("ko", "이 번"), ("zh", "第二个"), ("zh", "二")]
)
async def test_answers_are_understood_in_korean_and_chinese(language: str, heard: str) -> None:
    floor = FakeFloor(
        words(heard, language=language), words("네", language="ko"), language=language
    )
    assert await _answer(floor) == _given("2")


# What is asked about the question, and what is chosen already.

NOTED = choice().model_copy(update={"context": "The data is small. " * 40})


async def _put_with(
    floor: FakeFloor, question: Question, chosen: Answer | None = None
) -> DialogueOutcome:
    place = QuestionPlace(questions=question_set(question), question=question, chosen=chosen)
    dialogue = VoiceDialogue(
        floor=floor, place=place, lead=(), allowed=EVERYTHING, read=reads_nothing
    )
    async with asyncio.timeout(PATIENCE_S):
        return await dialogue.run()


@pytest.mark.requirement("Q-VOICE-10")
async def test_a_note_is_offered_and_read_on_request() -> None:
    floor = FakeFloor(words("read the note"), words("two"))
    assert isinstance(await _put_with(floor, NOTED), AnswerHeard)
    assert len(floor.asked[0]) < 20
    assert floor.asked[1][:-2] == ["The data is small."] * 40
    assert floor.asked[1][-2:] == [NOTED.text, "Which one, or something else?"]
    assert floor.settled[0] is False
    assert floor.understood[0], "worth stopping the reading for"


@pytest.mark.parametrize(
    "heard",
    [
        "what is this about?",
        "tell me the background",
        "read the options again",
        "what did I choose?",
        "what was the question before?",
    ],
)
@pytest.mark.parametrize("question", [choice(), choice(allow_other=False), YES_NO, FREE])
async def test_a_request_answers_nothing_and_asks_again(heard: str, question: Question) -> None:
    floor = FakeFloor(words(heard), VoiceUnavailable())
    assert await _put_with(floor, question) is DialogueExit.LEFT
    assert floor.asked[1][-1] == floor.asked[0][-1], "the invitation to answer comes last"


async def test_requests_do_not_count_as_answers_not_understood() -> None:
    odd, ask = words("Banana"), words("what is this about?")
    floor = FakeFloor(odd, odd, ask, odd, odd, words("two"))
    assert isinstance(await _put(floor, choice(allow_other=False)), AnswerHeard)


async def test_a_request_before_the_yes_leaves_what_is_in_doubt() -> None:
    floor = FakeFloor(words("Cassandra"), words("what is this about?"), words("yes"))
    assert (await _answer(floor)).other == "Cassandra"
    assert floor.asked[2][-1] == floor.asked[1][-1]


async def test_the_options_once_more_before_the_yes_ask_anew() -> None:
    floor = FakeFloor(words("Cassandra"), words("no, read the options again"), words("two"))
    assert await _answer(floor) == _given("2")
    assert floor.asked[2][-1] == "Which one, or something else?"


async def test_a_request_instead_of_own_words_asks_for_them_again() -> None:
    floor = FakeFloor(
        words("something else"),
        words("what are the options?"),
        words("read the note"),
        words("two"),
    )
    assert await _answer(floor) == _given("2")
    floor = FakeFloor(
        words("something else"), words("read the note"), words("Cassandra"), words("yes")
    )
    assert (await _answer(floor)).other == "Cassandra"
    assert floor.asked[2][-1] == "What would fit?"


async def test_the_options_of_a_long_list_are_read_from_the_start() -> None:
    many = choice(*[f"Choice {letter}" for letter in "abcdefghij"])
    floor = FakeFloor(words("more"), words("read the options"), words("the first one"))
    assert await _answer(floor, many) == _given("1")
    assert floor.asked[2] == floor.asked[0][1:]


async def test_a_label_that_sounds_like_a_request_is_a_choice() -> None:
    floor = FakeFloor(words("Keep it"))
    options = choice("Keep it", "Read the note", "Drop it")
    assert await _put_with(floor, options, _given("3")) == AnswerHeard(
        answer=_given("1"), transcript="Keep it", score=1.0
    )
    assert await _answer(FakeFloor(words("read the note")), options) == _given("2")


@pytest.mark.requirement("Q-PRES-37")
@pytest.mark.parametrize("heard", ["keep it", "okay", "the default"])
async def test_what_is_chosen_already_is_told_and_kept_after_it_was_read_back(heard: str) -> None:
    floor = FakeFloor(words(heard), words("yes"))
    outcome = await _put_with(floor, choice(), _given("2"))
    assert outcome == AnswerHeard(
        answer=_given("2"), transcript=heard, score=1.0, is_confirmed=True
    )
    assert "SQLite is chosen already." in floor.asked[0]
    assert floor.asked[1] == ["2, SQLite. Is that right?"]


async def test_keeping_never_overrules_an_option_or_a_cancel_that_stands_alone() -> None:
    delete = choice("Delete it", "Keep the file", allow_other=False)
    floor = FakeFloor(words("keep it"), words("yes"))
    outcome = await _put_with(floor, delete, _given("1"))
    assert isinstance(outcome, AnswerHeard)
    assert outcome.is_confirmed or outcome.answer == _given("2")
    gone = await _put_with(FakeFloor(words("Déjalo", language="es")), choice(), _given("2"))
    assert isinstance(gone, AnswerDeclined)
    kept = FakeFloor(words("Déjalo así", language="es"), words("sí", language="es"))
    assert isinstance(await _put_with(kept, choice(), _given("2")), AnswerHeard)


async def test_where_nothing_is_chosen_nothing_can_be_kept() -> None:
    floor = FakeFloor(words("keep it"), words("two"))
    assert isinstance(await _put_with(floor, choice(allow_other=False)), AnswerHeard)
    assert floor.asked[1][0] == "I did not understand that."


async def test_a_text_that_is_written_already_is_kept_on_request() -> None:
    written = Answer(question_id="q1", text="Parley")
    floor = FakeFloor(words("leave it as it is"), words("yes"))
    outcome = await _put_with(floor, FREE, written)
    assert isinstance(outcome, AnswerHeard)
    assert outcome.answer == written


async def test_keeping_something_is_an_answer_to_a_yes_or_no() -> None:
    delete = YES_NO.model_copy(update={"text": "Shall I delete it?"})
    chosen = Answer(question_id="q1", boolean=True)
    floor = FakeFloor(words("keep it"), words("no"))
    outcome = await _put_with(floor, delete, chosen)
    assert isinstance(outcome, AnswerHeard)
    assert outcome.answer.boolean is False


@pytest.mark.parametrize(
    ("language", "heard"),
    [
        ("en", "what did I choose?"),
        ("ko", "내가 뭐 골랐지?"),
        ("zh", "我选了什么？"),
        ("ja", "何を選びましたか"),
        ("de", "Was habe ich gewählt?"),
        ("fr", "Qu'est-ce que j'ai choisi ?"),
        ("es", "¿Qué he elegido?"),
    ],
)
async def test_requests_are_understood_in_seven_languages(language: str, heard: str) -> None:
    floor = FakeFloor(words(heard, language=language), VoiceUnavailable(), language=language)
    await _put_with(floor, choice(), _given("2"))
    assert "SQLite" in floor.asked[1][0]
