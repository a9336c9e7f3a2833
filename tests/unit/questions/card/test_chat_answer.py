"""Words in the chat, offered to the question that is open there."""

import asyncio

import pytest

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.chat_answer import (
    AdvancedByText,
    NotForQuestion,
    OfferResult,
    RejectedText,
    SettledByText,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Later,
    Method,
    Purpose,
    Question,
    QuestionKind,
)
from tests.helpers.questions.builders import by_click, choice, chose, question_set
from tests.helpers.questions.desk_world import (
    DeskWorld,
    ask,
    give_up,
    make_world,
    presented,
    restart,
    settle_down,
    waiting,
)
from tests.helpers.questions.presenters import FakePresenter

pytestmark = pytest.mark.looptime

NAME = Question(id="name", kind=QuestionKind.TEXT, text="What name?")
ONLY_THESE = question_set(choice(allow_other=False))


async def offer(world: DeskWorld, text: str, conversation_id: str = "c1") -> OfferResult:
    return await world.desk.offer(conversation_id, text, Channel.DESKTOP)


@pytest.mark.requirement("Q-TEXT-03")
async def test_a_number_in_the_chat_answers_as_a_click_does() -> None:
    world, dialog, asked = await presented()
    taken = await offer(world, " 2번 ")
    response = await asked
    assert isinstance(response, Answered)
    assert response.answers == chose("2").answers
    assert taken == SettledByText(questions_id="set1", response=response)
    provenance = response.provenance
    assert (provenance.channel, provenance.method) == (Channel.DESKTOP, Method.TYPED)
    assert provenance.at == world.clock.now()
    assert dialog.withdrawn == 1


async def test_words_that_were_heard_keep_their_transcript() -> None:
    world, asked = await waiting()
    await world.desk.offer("c1", "2", Channel.DESKTOP, method=Method.VOICE)
    response = await asked
    assert isinstance(response, Answered)
    assert (response.provenance.method, response.provenance.transcript) == (Method.VOICE, "2")


@pytest.mark.requirement("Q-TEXT-05")
async def test_other_words_are_the_persons_own_answer_where_those_are_allowed() -> None:
    world, asked = await waiting()
    assert isinstance(await offer(world, "DuckDB, please"), SettledByText)
    response = await asked
    assert isinstance(response, Answered)
    assert response.answers[0].other == "DuckDB, please"


@pytest.mark.requirement("Q-TEXT-05")
async def test_words_that_do_not_fit_leave_the_question_and_bring_the_list_again() -> None:
    world, asked = await waiting(ONLY_THESE)
    taken = await offer(world, "DuckDB")
    assert isinstance(taken, RejectedText)
    assert taken.why == "That is not one of the answers."
    assert "2. SQLite" in taken.list.lines()
    assert not asked.done()
    assert isinstance(await offer(world, "sqlite"), SettledByText)
    await asked


@pytest.mark.parametrize("conversation_id", ["c1", "c2"])
async def test_without_a_question_before_presenters_nothing_takes_the_words(
    conversation_id: str,
) -> None:
    world = make_world()
    assert await offer(world, "2", conversation_id) == NotForQuestion()
    dialog = FakePresenter()
    world.desk.register(dialog)
    asked = ask(world)
    dialog.answer(Later(provenance=by_click()))
    await asked
    assert await offer(world, "2", conversation_id) == NotForQuestion(), "it was put off"
    again = await restart(world)
    await again.desk.restore()
    assert await offer(again, "2", conversation_id) == NotForQuestion(), "it was not put again"


async def test_another_conversations_question_does_not_take_the_words() -> None:
    world, asked = await waiting()
    assert await offer(world, "2", "c2") == NotForQuestion()
    assert not asked.done()
    await give_up(asked)


async def test_the_question_asked_first_takes_the_words() -> None:
    world = make_world()
    first, second = ask(world), ask(world, question_set(id="set2"))
    await settle_down()
    assert isinstance(await offer(world, "1"), SettledByText)
    await first
    assert not second.done()
    taken = await offer(world, "2")
    assert isinstance(taken, SettledByText)
    assert taken.questions_id == "set2"
    await second


@pytest.mark.parametrize("text", ["1", "yes", "/decide"])
async def test_a_confirmation_never_takes_words_from_the_chat(text: str) -> None:
    world = make_world()
    confirm = question_set().model_copy(update={"purpose": Purpose.CONFIRM, "voice_confirm": True})
    asked = ask(world, confirm)
    await settle_down()
    for channel in Channel:
        for method in Method:
            taken = await world.desk.offer("c1", text, channel, method=method)
            assert taken == NotForQuestion()
    assert not asked.done()
    await give_up(asked)


async def test_a_question_behind_a_confirmation_takes_them() -> None:
    world, confirm = await waiting(question_set().model_copy(update={"purpose": Purpose.CONFIRM}))
    asked = ask(world, question_set(id="set2"))
    await settle_down()
    assert isinstance(await offer(world, "2"), SettledByText)
    await asked
    await give_up(confirm)


async def test_a_channel_that_may_not_answer_is_not_heard() -> None:
    world = make_world()
    conflict = question_set().model_copy(update={"purpose": Purpose.CONFLICT})
    asked = ask(world, conflict)
    await settle_down()
    assert await world.desk.offer("c1", "1", Channel.TELEGRAM) == NotForQuestion()
    assert isinstance(await world.desk.offer("c1", "1", Channel.WEB), SettledByText)
    await asked


async def test_whoever_talks_on_does_not_end_the_conversation() -> None:
    world = make_world()
    end = Question(id="q", kind=QuestionKind.BOOLEAN, text="End the conversation?")
    asked = ask(world, question_set(end).model_copy(update={"purpose": Purpose.END_SESSION}))
    await settle_down()
    assert await offer(world, "What is the weather?") == NotForQuestion()
    assert isinstance(await offer(world, "yes"), SettledByText)
    await asked


@pytest.mark.parametrize("text", ["/weather", "/2", "/usr/bin"])
async def test_a_line_that_begins_with_a_slash_is_no_answer(text: str) -> None:
    world, asked = await waiting(question_set(NAME))
    assert await offer(world, text) == NotForQuestion()
    await give_up(asked)


# Several questions.


async def test_each_line_answers_the_next_question_and_presenters_see_it() -> None:
    world, dialog, asked = await presented(
        question_set(choice(), choice("Yes", "No", id="q2"), NAME)
    )
    taken = await offer(world, "2")
    assert isinstance(taken, AdvancedByText)
    assert taken.list.at == "q2"
    assert dialog.updates == [Draft(answers={"q1": Answer(question_id="q1", option_ids=("2",))})]
    await settle_down()
    assert Draft.model_validate_json(world.store.records["set1"].draft_json) == dialog.updates[0]
    assert isinstance(await offer(world, "1"), AdvancedByText)
    assert isinstance(await offer(world, "Parley"), SettledByText)
    response = await asked
    assert isinstance(response, Answered)
    assert [a.question_id for a in response.answers] == ["q1", "q2", "name"]


async def test_what_was_chosen_in_the_dialog_meanwhile_is_not_asked_again() -> None:
    world, dialog, asked = await presented(
        question_set(choice(), choice("Yes", "No", id="q2"), NAME)
    )
    presentation = await dialog.presenting()
    await offer(world, "2")
    first = Answer(question_id="q1", option_ids=("2",))
    second = Answer(question_id="q2", option_ids=("1",))
    presentation.draft_changed(Draft(answers={"q1": first, "q2": second}))
    await settle_down()
    assert isinstance(await offer(world, "Parley"), SettledByText)
    response = await asked
    assert isinstance(response, Answered)
    assert response.answers[:2] == (first, second)
    assert response.answers[2].text == "Parley"


async def test_an_answer_equal_to_what_was_pre_selected_counts() -> None:
    world = make_world()
    preselected = choice("A", "B")
    options = tuple(o.model_copy(update={"default": o.id == "2"}) for o in preselected.options)
    asked = ask(world, question_set(preselected.model_copy(update={"options": options}), NAME))
    await settle_down()
    taken = await offer(world, "2")
    assert isinstance(taken, AdvancedByText)
    assert taken.list.at == "name"
    assert isinstance(await offer(world, "x"), SettledByText)
    await asked


async def test_words_that_come_too_late_are_told_so_and_go_nowhere_else() -> None:
    world = make_world()
    first, second = ask(world), ask(world, question_set(id="set2"))
    await settle_down()
    clicked, typed = await asyncio.gather(
        world.desk.respond("set1", chose("1"), Channel.DESKTOP),
        offer(world, "2"),
        return_exceptions=True,
    )
    assert clicked is None
    assert isinstance(typed, AnswerRefused)
    assert typed.reason is RefusalReason.ALREADY_ANSWERED
    assert await first == chose("1")
    assert not second.done()
    await give_up(second)


async def test_the_clock_rests_while_somebody_writes_what_does_not_fit() -> None:
    world, _dialog, asked = await presented(ONLY_THESE.model_copy(update={"timeout_s": 10.0}))
    await settle_down()
    await offer(world, "what?")
    await asyncio.sleep(20)
    assert not asked.done()
    await give_up(asked)


async def test_words_for_what_another_program_settled_are_told_so() -> None:
    world, asked = await waiting()
    elsewhere = chose("4", channel=Channel.WEB)
    await world.store.settle(
        "set1",
        status="answered",
        response_json=elsewhere.model_dump_json(),
        channel="web",
        at=world.clock.now(),
    )
    with pytest.raises(AnswerRefused) as error:
        await offer(world, "2")
    assert error.value.reason is RefusalReason.ALREADY_ANSWERED
    assert await asked == elsewhere
