"""Sets of questions by voice, with a floor that is a script."""

import asyncio
from dataclasses import dataclass, field

import pytest

from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Kind,
    Later,
    Method,
    NoneFit,
    Origin,
    Purpose,
    Question,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.voice.floor import Gone
from assistant.voice.presenter import VoicePresenter
from tests.helpers.clock import ManualClock
from tests.helpers.floors import FakeFloor, FakeFloors, words
from tests.helpers.question_sets import choice, question_set

BY_VOICE = Origin(channel=Channel.DESKTOP, conversation_id="c", voice=True)
BY_HAND = Origin(channel=Channel.DESKTOP, conversation_id="c")
LANGUAGE = choice("Python", "Rust", id="q2", text="Which language?", header="Language")
SHALL_I = Question(id="q1", kind=Kind.BOOLEAN, text="Shall I delete it?")


@dataclass
class Desk:
    """Implements `Presentation`."""

    told: list[str] = field(default_factory=list[str])
    drafts: list[Draft] = field(default_factory=list[Draft])

    def shown(self) -> None:
        self.told.append("shown")

    def touched(self) -> None:
        self.told.append("touched")

    def draft_changed(self, draft: Draft) -> None:
        self.drafts.append(draft)


async def _present(
    floor: FakeFloor, questions: QuestionSet, desk: Desk | None = None
) -> Response | None:
    presenter = VoicePresenter(floors=FakeFloors(floor), clock=ManualClock())
    async with asyncio.timeout(1):
        return await presenter.present(questions, Draft(), desk or Desk())


def test_it_fits_while_a_voice_session_can_speak_and_hear() -> None:
    floors = FakeFloors(FakeFloor())
    presenter = VoicePresenter(floors=floors, clock=ManualClock())
    assert presenter.channel is Channel.VOICE
    assert presenter.fits(question_set(), BY_VOICE)
    assert not presenter.fits(question_set(), BY_HAND)
    floors.is_open = False
    assert not presenter.fits(question_set(), BY_VOICE)


async def test_an_answer_carries_what_was_heard_and_how_well_it_matched() -> None:
    floor, desk = FakeFloor(words("two")), Desk()
    response = await _present(floor, question_set(), desk)
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q1", option_ids=("2",)),)
    provenance = response.provenance
    assert (provenance.channel, provenance.method) == (Channel.VOICE, Method.VOICE)
    assert (provenance.transcript, provenance.score) == ("two", 0.95)
    assert provenance.at == ManualClock().now()
    assert desk.told == ["shown", "touched"]
    assert floor.said[-1] == "2, SQLite."


async def test_questions_follow_each_other_with_their_progress_and_the_answer_before() -> None:
    floor, desk = FakeFloor(words("two"), words("the first one")), Desk()
    response = await _present(floor, question_set(choice(), LANGUAGE), desk)
    assert isinstance(response, Answered)
    assert [answer.option_ids for answer in response.answers] == [("2",), ("1",)]
    assert floor.asked[0][0] == "Question 1 of 2."
    assert floor.asked[1][:3] == ["2, SQLite.", "Question 2 of 2.", "Which language?"]
    assert response.provenance.transcript == "two; the first one"
    assert response.provenance.score == 0.95
    assert list(desk.drafts[0].answers) == ["q1"]
    assert list(desk.drafts[1].answers) == ["q1", "q2"]


async def test_back_puts_the_question_before_again() -> None:
    floor = FakeFloor(words("two"), words("go back"), words("three"), words("one"))
    response = await _present(floor, question_set(choice(), LANGUAGE))
    assert isinstance(response, Answered)
    assert [answer.option_ids for answer in response.answers] == [("3",), ("1",)]
    assert floor.asked[2][0] == "Question 1 of 2."


async def test_follow_ups_are_asked_where_their_option_was_chosen() -> None:
    asks = choice(follow_ups={"2": (LANGUAGE,)})
    response = await _present(FakeFloor(words("two"), words("Rust")), question_set(asks))
    assert isinstance(response, Answered)
    assert [answer.question_id for answer in response.answers] == ["q1", "q2"]
    response = await _present(FakeFloor(words("one")), question_set(asks))
    assert isinstance(response, Answered)
    assert [answer.question_id for answer in response.answers] == ["q1"]


@pytest.mark.parametrize(
    ("heard", "kind"), [("you decide", YouDecide), ("later", Later), ("cancel", Cancelled)]
)
async def test_the_ways_not_to_answer_are_distinct(heard: str, kind: type[Response]) -> None:
    response = await _present(FakeFloor(words(heard)), question_set())
    assert isinstance(response, kind)


async def test_none_of_these_comes_with_words() -> None:
    floor = FakeFloor(words("none of them"), words("Cassandra"), words("yes"))
    response = await _present(floor, question_set(choice(allow_other=False)))
    assert isinstance(response, NoneFit)
    assert response.words == "Cassandra"


async def test_words_of_ones_own_carry_no_score() -> None:
    floor = FakeFloor(words("Cassandra in the cloud"), words("yes"))
    response = await _present(floor, question_set())
    assert isinstance(response, Answered)
    assert response.answers[0].other == "Cassandra in the cloud"
    assert response.provenance.score is None
    assert "Cassandra" not in floor.said[-1] or "right" in floor.said[-1]


async def test_given_up_it_answers_nothing() -> None:
    assert await _present(FakeFloor(Gone()), question_set()) is None


async def test_a_confirmation_that_voice_may_not_give_is_read_and_left_to_the_screen() -> None:
    floor = FakeFloor()
    confirm = QuestionSet(id="s", questions=(SHALL_I,), purpose=Purpose.CONFIRM)
    assert await _present(floor, confirm) is None
    assert floor.said == ["Shall I delete it?", "Please answer on the screen."]


async def test_a_confirmation_that_voice_may_give_takes_a_yes_and_nothing_else() -> None:
    confirm = QuestionSet(id="s", questions=(SHALL_I,), purpose=Purpose.CONFIRM, voice_confirm=True)
    response = await _present(FakeFloor(words("you decide"), words("yes")), confirm)
    assert isinstance(response, Answered)
    assert response.answers[0].boolean is True


async def test_withdrawn_it_gives_the_floor_back() -> None:
    floors = FakeFloors(FakeFloor())
    presenter = VoicePresenter(floors=floors, clock=ManualClock())
    presenting = asyncio.create_task(
        presenter.present(question_set(), Draft(), Desk()), name="present"
    )
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert floors.is_held
    presenter.update_draft("set1", Draft())
    presenting.cancel()
    await asyncio.wait([presenting])
    assert presenting.cancelled()
    assert not floors.is_held
