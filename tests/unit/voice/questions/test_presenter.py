"""Sets of questions by voice, with a prompt that is a script."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from assistant.coding_agents.hooks.permission_request import (
    AllowedPlaces,
    PermissionRequest,
    permission_question,
)
from assistant.coding_agents.model.attention import QuestionReading
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    NoneFit,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.voice.questions.presenter import VoicePresenter
from assistant.voice.questions.round_listener import RoundListener
from assistant.voice.questions.voice_prompt import VoiceUnavailable
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import choice, chose, question_set
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.voice.fake_prompts import FakePrompt, FakePrompts, words

BY_VOICE = Origin(channel=Channel.DESKTOP, conversation_id="c", voice=True)
BY_API = Origin(channel=Channel.API, conversation_id="agent-a", is_bound=True)
SHOP = Asker(agent="Claude Code", project="webshop", session="a")
BY_HAND = Origin(channel=Channel.DESKTOP, conversation_id="c")
LANGUAGE = choice("Python", "Rust", id="q2", text="Which language?", header="Language")
SHALL_I = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Shall I delete it?")


def chosen_options(response: Response | None) -> list[tuple[str, ...]]:
    """Return what was chosen for each question."""
    assert isinstance(response, Answered)
    return [answer.option_ids for answer in response.answers]


async def _present(
    prompt: FakePrompt, questions: QuestionSet, desk: FakePresentation | None = None
) -> Response | None:
    presenter = VoicePresenter(prompts=FakePrompts(prompt), clock=ManualClock())
    async with asyncio.timeout(PATIENCE_S):
        return await presenter.present(questions, Draft(), desk or FakePresentation())


@pytest.mark.requirement("Q-VOICE-12")
def test_it_fits_while_a_voice_session_can_speak_and_hear() -> None:
    prompts = FakePrompts(FakePrompt())
    presenter = VoicePresenter(prompts=prompts, clock=ManualClock())
    assert presenter.channel is Channel.VOICE
    assert presenter.fits(question_set(), BY_VOICE)
    assert not presenter.fits(question_set(), BY_HAND)
    prompts.is_open = False
    assert not presenter.fits(question_set(), BY_VOICE)


@pytest.mark.parametrize(
    ("reading", "is_open", "can_open", "fits"),
    [
        (QuestionReading.NEVER, True, True, False),
        (QuestionReading.IN_SESSION, True, True, True),
        (QuestionReading.IN_SESSION, False, True, False),
        (QuestionReading.ALWAYS, False, True, True),
        (QuestionReading.ALWAYS, False, False, False),
    ],
)
def test_a_programs_question_fits_as_it_is_to_be_read(
    reading: QuestionReading, is_open: bool, can_open: bool, fits: bool
) -> None:
    prompts = FakePrompts(FakePrompt())
    prompts.is_open, prompts.can_open = is_open, can_open
    presenter = VoicePresenter(prompts=prompts, clock=ManualClock(), reading=lambda _asker: reading)
    assert presenter.fits(question_set(), BY_API) is fits
    asked = question_set().model_copy(update={"asker": SHOP})
    assert presenter.fits(asked, BY_HAND) is fits
    assert not presenter.fits(question_set(), BY_HAND)


async def asked_by_agent(
    prompt: FakePrompt, questions: QuestionSet, asker: Asker = SHOP
) -> Response | None:
    """Have a program's question read, and answered by what is said."""
    presenter = VoicePresenter(
        prompts=FakePrompts(prompt),
        clock=ManualClock(),
        reading=lambda _asker: QuestionReading.ALWAYS,
    )
    asked = questions.model_copy(update={"asker": asker})
    assert presenter.fits(asked, BY_API)
    async with asyncio.timeout(PATIENCE_S):
        return await presenter.present(asked, Draft(), FakePresentation())


def permission(command: str) -> QuestionSet:
    """Return the question whether an agent may run a command."""
    request = PermissionRequest(
        tool="Bash",
        input={"command": command},
        suggestions=[
            {
                "type": "addRules",
                "behavior": "allow",
                "rules": [{"toolName": "Bash", "ruleContent": command}],
            }
        ],
    )
    allowed = AllowedPlaces(is_spoken=True)
    return permission_question(request, SHOP, set_id="p", allowed=allowed)


@pytest.mark.parametrize(
    ("said", "chosen"),
    [("allow once", "allow"), ("two", "allow"), ("yes", "allow"), ("deny", "deny"), ("no", "deny")],
)
async def test_a_permission_is_read_whole_without_the_rules_that_take_a_click(
    said: str, chosen: str
) -> None:
    prompt = FakePrompt(words(said))
    response = await asked_by_agent(prompt, permission("git status -s"))
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == (chosen,)
    assert prompt.asked[0] == [
        "Claude Code in webshop asks:",
        "git status -s.",
        "May it run this command?",
        "2 options.",
        "1. Deny.",
        "2. Allow once.",
        "Which one, or something else?",
    ]


@pytest.mark.parametrize("command", ["rm notes.txt", "git push", "wc " + "a" * 200])
async def test_a_permission_that_no_spoken_yes_can_give_is_only_told(command: str) -> None:
    prompt = FakePrompt()
    assert await asked_by_agent(prompt, permission(command)) is None
    assert prompt.said == [
        "Claude Code in webshop wants a permission.",
        "Please answer on the screen.",
    ]


async def test_a_yes_over_the_options_of_a_permission_is_asked_about() -> None:
    prompt = FakePrompt(replace(words("yes", option=0), lines_begun=5), words("yes"))
    response = await asked_by_agent(prompt, permission("git status"))
    assert chosen_options(response) == [("allow",)]
    assert prompt.said[-1] == "2, Allow once. Is that right?"


async def test_early_words_to_an_agents_question_are_no_answer() -> None:
    early = replace(words("two"), lines_begun=1)
    prompt = FakePrompt(early, replace(words("three"), lines_begun=2))
    assert chosen_options(await asked_by_agent(prompt, question_set())) == [("3",)]
    assert len(prompt.asked) == 2
    assert prompt.understood == [False, True]
    assert prompt.settled == [False, True]


async def test_a_permission_is_left_after_early_words_again_and_again() -> None:
    early = [replace(words("allow once"), lines_begun=3)] * 3
    prompt = FakePrompt(*early)
    assert await asked_by_agent(prompt, permission("git status")) is None
    assert prompt.is_withdrawn


async def test_what_is_left_to_an_agent_is_the_agents_to_decide() -> None:
    prompt = FakePrompt(words("you decide"))
    assert isinstance(await asked_by_agent(prompt, question_set()), YouDecide)
    assert prompt.said[-1] == "All right, it will decide."


async def test_an_answer_carries_what_was_heard_and_how_well_it_matched() -> None:
    prompt, desk = FakePrompt(words("two")), FakePresentation()
    response = await _present(prompt, question_set(), desk)
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q1", option_ids=("2",)),)
    provenance = response.provenance
    assert (provenance.channel, provenance.method) == (Channel.VOICE, Method.VOICE)
    assert (provenance.transcript, provenance.score) == ("two", 0.95)
    assert provenance.at == ManualClock().now()
    assert (desk.shown_times, desk.touched_times) == (1, 1)
    assert prompt.said[-1] == "2, SQLite."


@pytest.mark.requirement("Q-LIFE-08")
async def test_questions_follow_each_other_with_their_progress_and_the_answer_before() -> None:
    prompt, desk = FakePrompt(words("two"), words("the first one")), FakePresentation()
    response = await _present(prompt, question_set(choice(), LANGUAGE), desk)
    assert isinstance(response, Answered)
    assert [answer.option_ids for answer in response.answers] == [("2",), ("1",)]
    assert prompt.asked[0][0] == "Question 1 of 2."
    assert prompt.asked[1][:3] == ["2, SQLite.", "Question 2 of 2.", "Which language?"]
    assert response.provenance.transcript == "two; the first one"
    assert response.provenance.score == 0.95
    assert list(desk.drafts[0].answers) == ["q1"]
    assert list(desk.drafts[1].answers) == ["q1", "q2"]


async def test_back_puts_the_question_before_again() -> None:
    prompt = FakePrompt(words("two"), words("go back"), words("three"), words("one"))
    assert chosen_options(await _present(prompt, question_set(choice(), LANGUAGE))) == [
        ("3",),
        ("1",),
    ]
    assert prompt.asked[2][0] == "Question 1 of 2."


async def test_none_of_these_comes_with_words() -> None:
    prompt = FakePrompt(words("none of them"), words("Cassandra"), words("yes"))
    response = await _present(prompt, question_set(choice(allow_other=False)))
    assert isinstance(response, NoneFit)
    assert response.words == "Cassandra"


async def test_words_of_ones_own_carry_no_score() -> None:
    prompt = FakePrompt(words("Cassandra in the cloud"), words("yes"))
    response = await _present(prompt, question_set())
    assert isinstance(response, Answered)
    assert response.answers[0].other == "Cassandra in the cloud"
    assert response.provenance.score is None
    assert "Cassandra" not in prompt.said[-1] or "right" in prompt.said[-1]


async def test_given_up_it_answers_nothing() -> None:
    assert await _present(FakePrompt(VoiceUnavailable()), question_set()) is None


async def test_a_confirmation_that_voice_may_not_give_is_read_and_left_to_the_screen() -> None:
    prompt = FakePrompt()
    confirm = QuestionSet(id="s", questions=(SHALL_I,), purpose=Purpose.CONFIRM)
    assert await _present(prompt, confirm) is None
    assert prompt.said == ["Shall I delete it?", "Please answer on the screen."]


async def test_a_confirmation_that_voice_may_give_takes_a_yes_and_nothing_else() -> None:
    confirm = QuestionSet(id="s", questions=(SHALL_I,), purpose=Purpose.CONFIRM, voice_confirm=True)
    response = await _present(FakePrompt(words("you decide"), words("yes")), confirm)
    assert isinstance(response, Answered)
    assert response.answers[0].boolean is True


async def test_withdrawn_it_gives_the_prompt_back() -> None:
    prompts = FakePrompts(FakePrompt())
    presenter = VoicePresenter(prompts=prompts, clock=ManualClock())
    presenting = asyncio.create_task(
        presenter.present(question_set(), Draft(), FakePresentation()), name="present"
    )
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert prompts.is_held
    presenting.cancel()
    await asyncio.wait([presenting])
    assert presenting.cancelled()
    assert not prompts.is_held


# Selections made elsewhere.

FEATURES = choice(
    "Tests", "Docs", id="q3", kind=QuestionKind.MULTI, text="Which features?", header=None
)
NAME = Question(id="q4", kind=QuestionKind.TEXT, text="What name?")


def chosen(**option_ids: str) -> Draft:
    return Draft(
        answers={id: Answer(question_id=id, option_ids=(one,)) for id, one in option_ids.items()}
    )


@dataclass
class Reading:
    """A set that is being asked by voice."""

    presenter: VoicePresenter
    prompt: FakePrompt
    desk: FakePresentation
    task: "asyncio.Task[Response | None]"

    async def change(self, draft: Draft) -> None:
        """Select on the screen while the voice waits for an answer."""
        await self.prompt.is_waiting.wait()
        self.presenter.update_draft("set1", draft)

    async def say(self, text: str) -> None:
        """Answer when the voice waits for it."""
        await self.prompt.hear(words(text))

    async def response(self) -> Response | None:
        async with asyncio.timeout(PATIENCE_S):
            return await self.task


def reading(prompt: FakePrompt, *questions: Question, draft: Draft | None = None) -> Reading:
    presenter, desk = (
        VoicePresenter(prompts=FakePrompts(prompt), clock=ManualClock()),
        FakePresentation(),
    )
    present = presenter.present(question_set(*questions), draft or Draft(), desk)
    return Reading(presenter, prompt, desk, asyncio.create_task(present, name="present"))


async def test_what_is_chosen_on_the_screen_meanwhile_is_not_asked_on() -> None:
    prompt = FakePrompt()
    asked = reading(prompt, choice(), LANGUAGE)
    await asked.change(chosen(q1="3"))
    await asked.say("Rust")
    response = await asked.response()
    assert isinstance(response, Answered)
    assert [answer.option_ids for answer in response.answers] == [("3",), ("2",)]
    assert response.provenance.transcript == "Rust"
    assert [lines[0] for lines in prompt.asked] == ["Question 1 of 2.", "Question 2 of 2."]
    assert prompt.times_given_way == 1
    assert asked.desk.drafts[-1].answers["q1"].option_ids == ("3",), "and it is not forgotten"


async def test_what_is_chosen_on_the_screen_for_later_is_not_asked() -> None:
    prompt = FakePrompt()
    asked = reading(prompt, choice(), LANGUAGE, SHALL_I.model_copy(update={"id": "q5"}))
    await asked.change(chosen(q2="1"))
    assert prompt.times_given_way == 0
    await asked.say("two")
    await asked.say("yes")
    assert chosen_options(await asked.response()) == [("2",), ("1",), ()]
    assert [lines[0] for lines in prompt.asked] == ["Question 1 of 3.", "2, SQLite."]
    assert "Question 3 of 3." in prompt.asked[1]


async def test_if_everything_is_chosen_on_the_screen_it_is_confirmed_there() -> None:
    prompt = FakePrompt()
    asked = reading(prompt)
    await asked.change(chosen(q1="3"))
    assert await asked.response() is None
    assert prompt.said[-1] == "Please confirm it on the screen."
    asked.presenter.update_draft("set1", chosen(q1="1"))


async def test_an_answer_given_by_voice_can_be_changed_on_the_screen() -> None:
    prompt = FakePrompt()
    asked = reading(prompt, choice(), LANGUAGE)
    await asked.say("two")
    await asked.change(chosen(q1="4"))
    assert prompt.times_given_way == 0, "another question is being asked"
    await asked.say("one")
    assert chosen_options(await asked.response()) == [("4",), ("1",)]


async def test_a_selection_taken_back_on_the_screen_is_asked_after_all() -> None:
    prompt = FakePrompt()
    asked = reading(prompt, choice(), LANGUAGE)
    await asked.change(chosen(q1="3"))
    await asked.change(Draft())
    await asked.say("one")
    await asked.say("four")
    assert chosen_options(await asked.response()) == [("4",), ("1",)]


async def test_whoever_ticks_boxes_or_writes_is_left_in_peace_until_they_call() -> None:
    for question, draft in (
        (FEATURES, chosen(q3="1")),
        (NAME, Draft(answers={"q4": Answer(question_id="q4", text="P")})),
    ):
        prompt = FakePrompt(calls=[True])
        asked = reading(prompt, question, LANGUAGE)
        await asked.change(draft)
        await asked.say("Rust")
        response = await asked.response()
        assert prompt.times_left == 1
        assert isinstance(response, Answered)
        assert response.answers[0] == draft.answers[question.id]


async def test_if_they_never_call_the_rest_is_left_to_the_screen() -> None:
    prompt = FakePrompt(calls=[False])
    asked = reading(prompt, FEATURES, LANGUAGE)
    await asked.change(chosen(q3="1"))
    assert await asked.response() is None


async def test_a_follow_up_that_is_dropped_on_the_screen_is_not_asked_on() -> None:
    prompt = FakePrompt()
    asked = reading(prompt, choice(follow_ups={"2": (NAME,)}), LANGUAGE)
    await asked.say("two")
    await asked.change(chosen(q1="1"))
    await asked.say("Rust")
    response = await asked.response()
    assert isinstance(response, Answered)
    assert [answer.question_id for answer in response.answers] == ["q1", "q2"]
    assert response.answers[0].option_ids == ("1",)
    assert prompt.times_left == 0


async def test_what_was_chosen_before_is_not_asked_again() -> None:
    prompt = FakePrompt(words("Rust"))
    assert chosen_options(
        await reading(prompt, choice(), LANGUAGE, draft=chosen(q1="4")).response()
    ) == [
        ("4",),
        ("2",),
    ]
    assert len(prompt.asked) == 1


async def test_what_was_pre_selected_is_asked_all_the_same() -> None:
    first = choice("A", "B")
    options = tuple(o.model_copy(update={"default": o.id == "2"}) for o in first.options)
    asks = first.model_copy(update={"options": options})
    prompt = FakePrompt(words("one"))
    assert chosen_options(await reading(prompt, asks, draft=chosen(q1="2")).response()) == [("1",)]


async def test_an_answer_that_was_not_accepted_is_asked_again() -> None:
    prompt = FakePrompt(words("one"))
    assert chosen_options(await reading(prompt, choice(), draft=chosen(q1="2")).response()) == [
        ("1",)
    ]


async def test_back_asks_even_what_was_chosen_on_the_screen() -> None:
    prompt = FakePrompt(words("go back"), words("two"), words("one"))
    assert chosen_options(
        await reading(prompt, choice(), LANGUAGE, draft=chosen(q1="4")).response()
    ) == [
        ("2",),
        ("1",),
    ]


async def test_a_set_that_waits_for_the_prompt_knows_what_was_chosen_meanwhile() -> None:
    prompt, desk = FakePrompt(), FakePresentation()
    presenter = VoicePresenter(prompts=FakePrompts(prompt), clock=ManualClock())
    first = asyncio.create_task(
        presenter.present(question_set(id="first"), Draft(), desk), name="first"
    )
    second = asyncio.create_task(
        presenter.present(question_set(choice(), LANGUAGE), Draft(), desk), name="second"
    )
    await prompt.is_waiting.wait()
    presenter.update_draft("set1", chosen(q1="3"))
    await prompt.hear(words("one"))
    await first
    await prompt.hear(words("Rust"))
    assert chosen_options(await second) == [("3",), ("2",)]


# What the screen shows is told.


@pytest.mark.requirement("Q-ROUND-15", "Q-ROUND-17", "Q-VOICE-13")
async def test_round_title_and_background_are_told_with_the_first_question() -> None:
    asked = question_set(choice(), LANGUAGE).model_copy(
        update={
            "title": "Storage",
            "description": "The data is small.",
            "round": 2,
            "total_rounds": 3,
        }
    )
    prompt = FakePrompt(words("two"), words("one"))
    await _present(prompt, asked)
    assert prompt.asked[0][:5] == [
        "Round 2 of 3.",
        "Question 1 of 2.",
        "Storage.",
        "The data is small.",
        "Which database should we use for this project?",
    ]
    assert prompt.asked[1][:3] == ["2, SQLite.", "Question 2 of 2.", "Which language?"]


@pytest.mark.requirement("Q-PRES-37")
async def test_pre_selections_are_told_and_can_be_kept() -> None:
    first = choice("A", "B")
    options = tuple(o.model_copy(update={"default": o.id == "2"}) for o in first.options)
    prompt = FakePrompt(words("keep it"), words("yes"))
    asked = question_set(first.model_copy(update={"options": options}))
    assert chosen_options(await _present(prompt, asked)) == [("2",)]
    assert prompt.asked[0][2] == "B is chosen already."
    assert prompt.said[-1] == "2, B. Is that right?"


async def test_an_answer_that_is_gone_back_to_is_chosen_already() -> None:
    prompt = FakePrompt(
        words("two"), words("go back"), words("keep it"), words("yes"), words("one")
    )
    assert chosen_options(await _present(prompt, question_set(choice(), LANGUAGE))) == [
        ("2",),
        ("1",),
    ]
    assert "SQLite is chosen already." in prompt.asked[2]


async def test_earlier_answers_are_told_on_request() -> None:
    prompt = FakePrompt(
        words("two"),
        words("what did I choose?"),
        words("what was the question before?"),
        words("one"),
    )
    await _present(prompt, question_set(choice(), LANGUAGE))
    assert prompt.asked[2] == [
        "Nothing is chosen here yet.",
        "Question 1: 2, SQLite.",
        "Which one, or something else?",
    ]
    assert prompt.asked[3] == [
        "The question before was: Which database should we use for this project?",
        "You answered: 2, SQLite.",
        "Which one, or something else?",
    ]


async def test_the_question_of_the_round_before_is_told_on_request() -> None:
    past = RoundListener()
    past(QuestionClosed(questions=question_set(), response=chose("2"), channel=Channel.DESKTOP))
    prompt = FakePrompt(words("what was the previous question?"), words("one"))
    presenter = VoicePresenter(prompts=FakePrompts(prompt), clock=ManualClock(), rounds=past.rounds)
    second = question_set(LANGUAGE, id="set2").model_copy(update={"round": 2})
    async with asyncio.timeout(PATIENCE_S):
        await presenter.present(second, Draft(), FakePresentation())
    assert prompt.asked[0][0] == "Round 2."
    assert prompt.asked[1][1] == "You answered: 2, SQLite."


def test_rounds_of_another_conversation_are_not_told() -> None:
    past, closed = (
        RoundListener(),
        QuestionClosed(questions=question_set(), response=chose("2"), channel=Channel.DESKTOP),
    )
    second = question_set(LANGUAGE, id="set2").model_copy(update={"round": 2})
    past(ConversationOpened(conversation_id="c1", resumed=False, model="m"))
    past(replace(closed, conversation_id="c2"))
    assert past.rounds.before(second) == ()
    past(replace(closed, conversation_id="c1"))
    assert len(past.rounds.before(second)) == 1
    past(ConversationOpened(conversation_id="c2", resumed=False, model="m"))
    assert past.rounds.before(second) == ()


async def test_a_permission_is_told_without_title_round_and_choice() -> None:
    refused = choice("Do not run it", "Run it", text="May it run?", allow_other=False)
    options = tuple(o.model_copy(update={"default": o.id == "1"}) for o in refused.options)
    asked = question_set(refused.model_copy(update={"options": options})).model_copy(
        update={"title": "The assistant wants to use shell", "purpose": Purpose.CONFIRM, "round": 2}
    )
    prompt = FakePrompt()
    assert await _present(prompt, asked) is None
    assert prompt.said[0] == "May it run?"
    assert not any("chosen" in line for line in prompt.said)
