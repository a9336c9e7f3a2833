"""One question put by voice, with a prompt that is a script."""

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
from tests.helpers.voice.fake_prompts import FakePrompt, words

EVERYTHING = AllowedReplies(back=True, cancel=True, other_ways=True)
NOTHING = AllowedReplies(back=False, cancel=False, other_ways=False)
YES_NO = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Shall I go on?")
FREE = Question(id="q1", kind=QuestionKind.TEXT, text="What is it called?")


async def _put(
    prompt: FakePrompt, question: Question | None = None, *, allowed: AllowedReplies = EVERYTHING
) -> DialogueOutcome:
    asked = question or choice()
    place = QuestionPlace(questions=question_set(asked), question=asked)
    dialogue = VoiceDialogue(
        prompt=prompt, place=place, lead=(), allowed=allowed, read=reads_nothing
    )
    async with asyncio.timeout(PATIENCE_S):
        return await dialogue.run()


async def _answer(
    prompt: FakePrompt, question: Question | None = None, *, allowed: AllowedReplies = EVERYTHING
) -> Answer:
    outcome = await _put(prompt, question, allowed=allowed)
    assert isinstance(outcome, AnswerHeard)
    return outcome.answer


def _given(*option_ids: str) -> Answer:
    return Answer(question_id="q1", option_ids=option_ids)


async def test_the_question_and_its_options_are_said_with_their_labels_as_bias() -> None:
    prompt = FakePrompt(words("two"))
    assert await _put(prompt) == AnswerHeard(answer=_given("2"), transcript="two", score=0.95)
    assert prompt.said[0] == "Which database should we use for this project?"
    assert [line for line in prompt.said if "SQLite" in line] == ["2. SQLite."]
    labels, numbers = ("PostgreSQL", "SQLite", "MySQL", "MongoDB"), ("one", "two", "three", "four")
    assert prompt.biases == [labels + numbers]
    assert prompt.settled == [True]


async def test_what_is_read_back_after_an_answer_is_expected_and_nothing_after_a_doubtful_one() -> (
    None
):
    faint = HeardWords(text="two", language="en", log_prob=-0.6)
    prompt = FakePrompt(faint, words("yes"))
    assert await _answer(prompt) == _given("2")
    assert prompt.expected == [["1, PostgreSQL.", "2, SQLite.", "3, MySQL.", "4, MongoDB."], []]


async def test_a_choice_that_was_heard_faintly_is_read_back() -> None:
    faint = HeardWords(text="eight", language="en", log_prob=-0.6)
    ten = choice(*(f"{name} Street" for name in "Ash Birch Cedar Elm Fir Gum Ivy Oak".split()))
    prompt = FakePrompt(faint, words("no, six"))
    assert await _answer(prompt, ten) == _given("6")
    assert prompt.asked[1] == ["8, Oak Street. Is that right?"]
    assert prompt.settled[0] is False


@pytest.mark.parametrize(
    ("heard", "option_ids"),
    [("the second one", "2"), ("MongoDB", "4"), ("the last one", "4"), ("number three", "3")],
)
async def test_numbers_places_and_labels_choose(heard: str, option_ids: str) -> None:
    assert await _answer(FakePrompt(words(heard))) == _given(option_ids)


async def test_that_one_is_the_option_that_was_being_read() -> None:
    assert await _answer(FakePrompt(words("that one", option=2))) == _given("3")


async def test_several_numbers_choose_several_options() -> None:
    prompt = FakePrompt(words("one and three"))
    assert await _answer(prompt, choice(kind=QuestionKind.MULTI)) == _given("1", "3")
    assert prompt.settled == [False], "more may follow"


@pytest.mark.parametrize(
    ("heard", "boolean"), [("yes please", True), ("no", False), ("nope", False)]
)
async def test_yes_and_no_answer_a_boolean_question(heard: str, boolean: bool) -> None:
    prompt = FakePrompt(words(heard))
    assert await _answer(prompt, YES_NO) == Answer(question_id="q1", boolean=boolean)
    assert prompt.settled == [True]


@pytest.mark.requirement("Q-VOICE-06")
async def test_free_words_are_taken_after_they_were_read_back() -> None:
    prompt = FakePrompt(words("Parley the second"), words("yes"))
    outcome = await _put(prompt, FREE)
    assert outcome == AnswerHeard(
        answer=Answer(question_id="q1", text="Parley the second"),
        transcript="Parley the second",
        score=outcome.score if isinstance(outcome, AnswerHeard) else None,
        is_confirmed=True,
    )
    assert prompt.asked[1] == ["Parley the second. Is that right?"]


async def test_free_words_that_are_not_right_are_asked_for_again() -> None:
    prompt = FakePrompt(words("Barley"), words("no"), words("Parley"), words("yes"))
    assert (await _answer(prompt, FREE)).text == "Parley"
    assert prompt.asked[2] == prompt.asked[0]


@pytest.mark.requirement("Q-VOICE-09")
async def test_words_that_match_nothing_are_the_persons_own_only_after_a_yes() -> None:
    prompt = FakePrompt(words("Cassandra in the cloud"), words("yes"))
    outcome = await _put(prompt)
    assert outcome == AnswerHeard(
        answer=Answer(question_id="q1", other="Cassandra in the cloud"),
        transcript="Cassandra in the cloud",
        score=None,
        is_confirmed=True,
    )
    assert prompt.asked[1] == ["your own answer: Cassandra in the cloud. Is that right?"]


async def test_words_of_ones_own_that_are_not_confirmed_are_not_taken() -> None:
    prompt = FakePrompt(words("Cassandra in the cloud"), words("no"), words("two"))
    assert await _answer(prompt) == _given("2")


async def test_a_correction_after_the_read_back_chooses_anew() -> None:
    prompt = FakePrompt(words("Cassandra in the cloud"), words("no, the third one"))
    assert await _answer(prompt) == _given("3")


@pytest.mark.requirement("Q-VOICE-09")
async def test_where_no_other_answer_is_allowed_it_is_asked_again() -> None:
    prompt = FakePrompt(words("Cassandra in the cloud"), words("two"))
    await _answer(prompt, choice(allow_other=False), allowed=NOTHING)
    assert prompt.asked[1][0] == "I did not understand that."


async def test_something_else_asks_what_and_takes_it_after_a_yes() -> None:
    prompt = FakePrompt(words("something else"), words("Cassandra"), words("yes"))
    assert (await _answer(prompt)).other == "Cassandra"
    assert prompt.asked[1] == ["What would fit?"]


async def test_none_of_these_without_an_other_answer_is_a_refusal_with_words() -> None:
    prompt = FakePrompt(words("none of them"), words("Cassandra"), words("yes"))
    outcome = await _put(prompt, choice(allow_other=False))
    assert outcome == AnswerDeclined(
        kind=CommandKind.OTHER, words="Cassandra", transcript="Cassandra", is_confirmed=True
    )


async def test_answers_not_understood_are_asked_for_more_plainly_and_then_left() -> None:
    prompt = FakePrompt(words("Banana"), words("Banana"), words("Banana"))
    outcome = await _put(prompt, choice(allow_other=False), allowed=NOTHING)
    assert outcome is DialogueExit.LEFT
    assert len({tuple(lines) for lines in prompt.asked}) == 3, "never the same twice"
    assert prompt.is_withdrawn
    assert prompt.said[-1] == "It stays on the screen."


async def test_speech_without_words_counts_as_not_understood() -> None:
    prompt = FakePrompt(words(""), words(""), words(""))
    assert await _put(prompt) is DialogueExit.LEFT


async def test_a_command_that_was_understood_lets_the_count_begin_anew() -> None:
    odd = words("Banana")
    prompt = FakePrompt(odd, odd, words("repeat"), odd, odd, words("two"))
    await _answer(prompt, choice(allow_other=False), allowed=NOTHING)


@pytest.mark.requirement("Q-VOICE-11")
async def test_silence_reads_once_more_and_then_leaves_the_question() -> None:
    prompt = FakePrompt(NothingHeard(), NothingHeard())
    assert await _put(prompt) is DialogueExit.LEFT
    assert prompt.asked[0] == prompt.asked[1]
    assert prompt.times_left == 1


async def test_a_question_that_is_called_for_again_is_read_again() -> None:
    prompt = FakePrompt(NothingHeard(), NothingHeard(), words("two"), calls=[True])
    await _answer(prompt)
    assert prompt.asked[2] == prompt.asked[0]


async def test_without_ears_it_is_left() -> None:
    assert await _put(FakePrompt(VoiceUnavailable())) is DialogueExit.LEFT


@pytest.mark.requirement("Q-VOICE-10", "Q-VOICE-07")
async def test_repeat_reads_the_question_again() -> None:
    prompt = FakePrompt(words("repeat"), words("two"))
    await _put(prompt)
    assert prompt.asked[1] == prompt.asked[0]


@pytest.mark.requirement("Q-VOICE-10")
async def test_explain_reads_what_an_option_means() -> None:
    prompt = FakePrompt(words("explain two"), words("two"))
    await _put(prompt)
    assert prompt.asked[1][0].startswith("2, SQLite:")


async def test_slower_leaves_longer_gaps_from_then_on() -> None:
    prompt = FakePrompt(words("slower"), words("two"))
    await _put(prompt)
    assert prompt.pauses[1] == [2 * pause for pause in prompt.pauses[0]]


async def test_more_turns_the_page_of_a_long_list() -> None:
    many = choice(*[f"Choice {letter}" for letter in "abcdefghij"])
    prompt = FakePrompt(words("more"), words("repeat"), words("the sixth"))
    assert await _answer(prompt, many) == _given("6")
    assert any("Choice f" in line for line in prompt.asked[1])
    assert not any("Choice a" in line for line in prompt.asked[1])
    assert prompt.asked[2] == prompt.asked[1]


async def test_back_asks_for_the_question_before() -> None:
    assert await _put(FakePrompt(words("go back"))) is DialogueExit.BACK


async def test_back_from_the_first_question_is_told() -> None:
    prompt = FakePrompt(words("go back"), words("two"))
    await _put(prompt, allowed=NOTHING)
    assert prompt.asked[1][0] == "This is the first question."


async def test_an_optional_question_may_be_skipped() -> None:
    assert (await _answer(FakePrompt(words("skip")), choice(required=False))).is_empty


async def test_a_required_question_may_not_be_skipped() -> None:
    prompt = FakePrompt(words("skip"), words("two"))
    await _put(prompt)
    assert prompt.asked[1][0] == "This question needs an answer."


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
    assert await _put(FakePrompt(words(heard))) == AnswerDeclined(kind=kind, transcript=heard)
    prompt = FakePrompt(words(heard), words("two"))
    assert isinstance(await _put(prompt, allowed=NOTHING), AnswerHeard)
    assert prompt.asked[1][0] == "This question needs an answer."


async def test_a_doubtful_interim_does_not_settle() -> None:
    prompt = FakePrompt(words("to"))
    await _put(prompt)
    assert prompt.settled == [False]


@pytest.mark.parametrize(
    ("language", "heard"), [("ko", "두 번째 거"), ("ko", "이 번"), ("zh", "第二个"), ("zh", "二")]
)
async def test_answers_are_understood_in_korean_and_chinese(language: str, heard: str) -> None:
    prompt = FakePrompt(
        words(heard, language=language), words("네", language="ko"), language=language
    )
    assert await _answer(prompt) == _given("2")


# What is asked about the question, and what is chosen already.

NOTED = choice().model_copy(update={"context": "The data is small. " * 40})


async def _put_with(
    prompt: FakePrompt, question: Question, chosen: Answer | None = None
) -> DialogueOutcome:
    place = QuestionPlace(questions=question_set(question), question=question, chosen=chosen)
    dialogue = VoiceDialogue(
        prompt=prompt, place=place, lead=(), allowed=EVERYTHING, read=reads_nothing
    )
    async with asyncio.timeout(PATIENCE_S):
        return await dialogue.run()


@pytest.mark.requirement("Q-VOICE-10")
async def test_a_note_is_offered_and_read_on_request() -> None:
    prompt = FakePrompt(words("read the note"), words("two"))
    assert isinstance(await _put_with(prompt, NOTED), AnswerHeard)
    assert len(prompt.asked[0]) < 20
    assert prompt.asked[1][:-2] == ["The data is small."] * 40
    assert prompt.asked[1][-2:] == [NOTED.text, "Which one, or something else?"]
    assert prompt.settled[0] is False
    assert prompt.understood[0], "worth stopping the reading for"


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
    prompt = FakePrompt(words(heard), VoiceUnavailable())
    assert await _put_with(prompt, question) is DialogueExit.LEFT
    assert prompt.asked[1][-1] == prompt.asked[0][-1], "the invitation to answer comes last"


async def test_requests_do_not_count_as_answers_not_understood() -> None:
    odd, ask = words("Banana"), words("what is this about?")
    prompt = FakePrompt(odd, odd, ask, odd, odd, words("two"))
    assert isinstance(await _put(prompt, choice(allow_other=False)), AnswerHeard)


async def test_a_request_before_the_yes_leaves_what_is_in_doubt() -> None:
    prompt = FakePrompt(words("Cassandra"), words("what is this about?"), words("yes"))
    assert (await _answer(prompt)).other == "Cassandra"
    assert prompt.asked[2][-1] == prompt.asked[1][-1]


async def test_the_options_once_more_before_the_yes_ask_anew() -> None:
    prompt = FakePrompt(words("Cassandra"), words("no, read the options again"), words("two"))
    assert await _answer(prompt) == _given("2")
    assert prompt.asked[2][-1] == "Which one, or something else?"


async def test_a_request_instead_of_own_words_asks_for_them_again() -> None:
    prompt = FakePrompt(
        words("something else"),
        words("what are the options?"),
        words("read the note"),
        words("two"),
    )
    assert await _answer(prompt) == _given("2")
    prompt = FakePrompt(
        words("something else"), words("read the note"), words("Cassandra"), words("yes")
    )
    assert (await _answer(prompt)).other == "Cassandra"
    assert prompt.asked[2][-1] == "What would fit?"


async def test_the_options_of_a_long_list_are_read_from_the_start() -> None:
    many = choice(*[f"Choice {letter}" for letter in "abcdefghij"])
    prompt = FakePrompt(words("more"), words("read the options"), words("the first one"))
    assert await _answer(prompt, many) == _given("1")
    assert prompt.asked[2] == prompt.asked[0][1:]


async def test_a_label_that_sounds_like_a_request_is_a_choice() -> None:
    prompt = FakePrompt(words("Keep it"))
    options = choice("Keep it", "Read the note", "Drop it")
    assert await _put_with(prompt, options, _given("3")) == AnswerHeard(
        answer=_given("1"), transcript="Keep it", score=1.0
    )
    assert await _answer(FakePrompt(words("read the note")), options) == _given("2")


@pytest.mark.requirement("Q-PRES-37")
@pytest.mark.parametrize("heard", ["keep it", "okay", "the default"])
async def test_what_is_chosen_already_is_told_and_kept_after_it_was_read_back(heard: str) -> None:
    prompt = FakePrompt(words(heard), words("yes"))
    outcome = await _put_with(prompt, choice(), _given("2"))
    assert outcome == AnswerHeard(
        answer=_given("2"), transcript=heard, score=1.0, is_confirmed=True
    )
    assert "SQLite is chosen already." in prompt.asked[0]
    assert prompt.asked[1] == ["2, SQLite. Is that right?"]


async def test_keeping_never_overrules_an_option_or_a_cancel_that_stands_alone() -> None:
    delete = choice("Delete it", "Keep the file", allow_other=False)
    prompt = FakePrompt(words("keep it"), words("yes"))
    outcome = await _put_with(prompt, delete, _given("1"))
    assert isinstance(outcome, AnswerHeard)
    assert outcome.is_confirmed or outcome.answer == _given("2")
    gone = await _put_with(FakePrompt(words("Déjalo", language="es")), choice(), _given("2"))
    assert isinstance(gone, AnswerDeclined)
    kept = FakePrompt(words("Déjalo así", language="es"), words("sí", language="es"))
    assert isinstance(await _put_with(kept, choice(), _given("2")), AnswerHeard)


async def test_where_nothing_is_chosen_nothing_can_be_kept() -> None:
    prompt = FakePrompt(words("keep it"), words("two"))
    assert isinstance(await _put_with(prompt, choice(allow_other=False)), AnswerHeard)
    assert prompt.asked[1][0] == "I did not understand that."


async def test_a_text_that_is_written_already_is_kept_on_request() -> None:
    written = Answer(question_id="q1", text="Parley")
    prompt = FakePrompt(words("leave it as it is"), words("yes"))
    outcome = await _put_with(prompt, FREE, written)
    assert isinstance(outcome, AnswerHeard)
    assert outcome.answer == written


async def test_keeping_something_is_an_answer_to_a_yes_or_no() -> None:
    delete = YES_NO.model_copy(update={"text": "Shall I delete it?"})
    chosen = Answer(question_id="q1", boolean=True)
    prompt = FakePrompt(words("keep it"), words("no"))
    outcome = await _put_with(prompt, delete, chosen)
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
    prompt = FakePrompt(words(heard, language=language), VoiceUnavailable(), language=language)
    await _put_with(prompt, choice(), _given("2"))
    assert "SQLite" in prompt.asked[1][0]
