"""Questions that are answered with keys, in a terminal in memory."""

import asyncio
import io
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
from prompt_toolkit.input import create_pipe_input

from assistant.channels.terminal.console.session import TerminalSession
from assistant.channels.terminal.questions.keyed_presenter import KeyedPresenter
from assistant.channels.terminal.questions.model.card_screen import AnswerRevision
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Markers,
    Method,
    Origin,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.round_history import EarlierRound
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import chose
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.presentation import FakePresentation
from tests.helpers.terminal.keyboard import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    CTRL_J,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    PAGE_DOWN,
    PAGE_UP,
    SPACE,
    TAB,
    UP,
    Keyboard,
    drawn_into,
    keyboard,
)

SEVERAL = choice("A", "B", "C", id="m", kind=QuestionKind.MULTI, header="Features", text="Which?")
SURE = Question(id="s", kind=QuestionKind.BOOLEAN, text="Go on?")
NAME = Question(id="n", kind=QuestionKind.TEXT, text="What name?")
FIXED = question_set().model_copy(update={"allow_cancel": False})


@dataclass
class Terminal:
    """A presenter and what it told."""

    keys: Keyboard
    clock: ManualClock
    desk: FakePresentation = field(default_factory=FakePresentation)
    told: list[str] = field(default_factory=list[str])
    arm_delay_s: float = 0.0
    earlier: Sequence[EarlierRound] = ()
    revised: "asyncio.Queue[AnswerRevision]" = field(default_factory=asyncio.Queue[AnswerRevision])

    def __post_init__(self) -> None:
        self.presenter = KeyedPresenter(
            seat=self.keys.seat,
            clock=self.clock,
            arm_delay_s=self.arm_delay_s,
            flash_s=0.0,
            interrupt=lambda: self.told.append("interrupt"),
            leave=lambda: self.told.append("leave"),
            earlier=lambda _questions: self.earlier,
            revise=self.revised.put_nowait,
        )

    async def answer(
        self, *keys: str, questions: QuestionSet | None = None, draft: Draft | None = None
    ) -> Response | None:
        """Press keys and return what came of it."""
        self.keys.press(*keys)
        async with asyncio.timeout(PATIENCE_S):
            return await self.presenter.present(
                questions or question_set(), draft or Draft(), self.desk
            )

    async def until_shown(self) -> None:
        """Wait until a card is drawn that was not before."""
        async with asyncio.timeout(PATIENCE_S):
            await self.desk.is_shown.wait()
        self.desk.is_shown.clear()

    async def until_touched(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds that comes of a key."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                self.desk.is_touched.clear()
                await self.desk.is_touched.wait()

    def begin(self, questions: QuestionSet | None = None) -> "asyncio.Task[Response | None]":
        """Put a question without pressing anything yet."""
        return asyncio.create_task(
            self.presenter.present(questions or question_set(), Draft(), self.desk)
        )


@pytest_asyncio.fixture
async def terminal() -> AsyncGenerator[Terminal]:
    with keyboard() as keys:
        yield Terminal(keys=keys, clock=ManualClock())


def chosen(response: Response | None) -> tuple[str, ...]:
    assert isinstance(response, Answered)
    return response.answers[0].option_ids


@pytest.mark.parametrize(
    ("keys", "option_ids"),
    [
        pytest.param((ENTER,), ("1",), id="enter"),
        pytest.param((DOWN, DOWN, ENTER), ("3",), id="down"),
        pytest.param((DOWN, UP, UP, ENTER), ("1",), id="up stops at the top"),
        pytest.param((END, UP, ENTER), ("4",), id="end"),
        pytest.param((END, HOME, ENTER), ("1",), id="home"),
        pytest.param(("3",), ("3",), id="a number at once"),
        pytest.param((SPACE, "z", ENTER), ("1",), id="keys that mean nothing"),
        pytest.param(("9", ENTER, ENTER), ("1",), id="Enter after a number that is no option"),
        pytest.param(("9", "2", ESCAPE, "3"), ("3",), id="a number that is taken back"),
    ],
)
async def test_one_is_chosen_with_keys(
    terminal: Terminal, keys: tuple[str, ...], option_ids: tuple[str, ...]
) -> None:
    response = await terminal.answer(*keys)
    assert chosen(response) == option_ids
    assert isinstance(response, Answered)
    assert response.provenance.method is Method.KEY
    assert response.provenance.channel is Channel.TERMINAL
    assert terminal.desk.shown_times == 1


@pytest.mark.requirement("Q-PRES-32")
@pytest.mark.parametrize(("key", "option_id"), [("b", "2"), ("3", "2"), ("2", "1")])
async def test_a_digit_chooses_the_label_that_says_it_where_options_have_letters(
    terminal: Terminal, key: str, option_id: str
) -> None:
    question = choice("Two players", "Three players")
    lettered = question.model_copy(update={"markers": Markers.LETTERS})
    assert chosen(await terminal.answer(key, questions=question_set(lettered))) == (option_id,)


MONTHS = "January February March April May June July August September October November December"
TWELVE = question_set(choice(*MONTHS.split()))


@pytest.mark.parametrize(
    ("keys", "option_id"),
    [
        (("1", "2"), "12"),
        (("1", "0"), "10"),
        (("2",), "2"),
        (("1", ENTER), "1"),
        (("1",), "1"),  # once no other key has followed for a while
        (("1", BACKSPACE, "3"), "3"),
        (("1", "9", "2", ENTER, "1", "1"), "11"),
        (("1", DOWN, ENTER), "2"),
    ],
)
@pytest.mark.looptime
async def test_a_number_that_may_go_on_is_collected(
    terminal: Terminal, keys: tuple[str, ...], option_id: str
) -> None:
    assert chosen(await terminal.answer(*keys, questions=TWELVE)) == (option_id,)


@pytest.mark.looptime
async def test_what_was_typed_is_drawn_away_when_no_other_key_follows() -> None:
    written = io.StringIO()
    with create_pipe_input() as pipe:
        seat = TerminalSession(input=pipe, output=drawn_into(written))
        terminal = Terminal(keys=Keyboard(pipe=pipe, seat=seat), clock=ManualClock())
        question = choice(*MONTHS.split(), id="m", kind=QuestionKind.MULTI)
        asked = terminal.begin(question_set(question))
        await terminal.until_shown()
        terminal.keys.press("1")
        await asyncio.sleep(2)  # virtual
        assert "1…" in written.getvalue()
        assert "☑" in written.getvalue()
        asked.cancel()
        await asyncio.wait([asked])


@pytest.mark.looptime
async def test_a_number_of_two_digits_ticks_its_option(terminal: Terminal) -> None:
    question = choice(*MONTHS.split(), id="m", kind=QuestionKind.MULTI)
    keys = ("1", "2", "1", SPACE, "3", ENTER)
    assert chosen(await terminal.answer(*keys, questions=question_set(question))) == (
        "1",
        "3",
        "12",
    )


async def test_a_question_taller_than_the_terminal_is_read_by_pages() -> None:
    written = io.StringIO()
    lines = "\n".join(f"Line {n} of the premise." for n in range(1, 41))
    tall = question_set(choice("A", "B", text=lines))
    with create_pipe_input() as pipe:
        seat = TerminalSession(input=pipe, output=drawn_into(written))
        terminal = Terminal(keys=Keyboard(pipe=pipe, seat=seat), clock=ManualClock())
        asked = terminal.begin(tall)
        await terminal.until_shown()
        assert "more above: Page Up" in written.getvalue()
        assert "Line 40 of the premise." in written.getvalue()
        assert "Line 1 of" not in written.getvalue()
        for _page in range(3):
            touched = terminal.desk.touched_times
            terminal.keys.press(PAGE_UP)
            await terminal.until_touched(lambda seen=touched: terminal.desk.touched_times > seen)
        terminal.keys.press(ENTER, DOWN, ENTER)  # the first comes back to the pointer's row
        async with asyncio.timeout(PATIENCE_S):
            assert chosen(await asked) == ("2",)


@pytest.mark.parametrize("keys", [(PAGE_UP, PAGE_DOWN, "2"), (PAGE_DOWN, DOWN, ENTER)])
async def test_pages_of_a_question_that_is_seen_whole_change_nothing(
    terminal: Terminal, keys: tuple[str, ...]
) -> None:
    assert chosen(await terminal.answer(*keys)) == ("2",)


async def test_a_digit_in_a_field_is_a_character(terminal: Terminal) -> None:
    response = await terminal.answer("a1 b2", ENTER, questions=question_set(NAME))
    assert isinstance(response, Answered)
    assert response.answers[0].text == "a1 b2"


@pytest.mark.requirement("Q-PRES-08", "Q-PRES-09")
async def test_a_text_may_have_several_lines(terminal: Terminal) -> None:
    response = await terminal.answer("a", CTRL_J, "b", ENTER, questions=question_set(NAME))
    assert isinstance(response, Answered)
    assert response.answers[0].text == "a\nb"


async def test_escape_leaves_a_field_before_it_cancels(terminal: Terminal) -> None:
    asked = terminal.begin()
    terminal.keys.press("5", "x")
    await terminal.until_touched(lambda: bool(terminal.desk.drafts))
    before = terminal.desk.touched_times
    terminal.keys.press(ESCAPE)
    await terminal.until_touched(lambda: terminal.desk.touched_times > before)
    assert not asked.done()
    terminal.keys.press("1")
    assert chosen(await asked) == ("1",)


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
async def test_ctrl_c_cancels_from_anywhere(terminal: Terminal) -> None:
    assert isinstance(await terminal.answer("5", "x", CTRL_C), Cancelled)
    assert terminal.told == []


@pytest.mark.requirement("Q-PRES-31", "Q-TERM-14")
async def test_ctrl_c_interrupts_what_cannot_be_cancelled(terminal: Terminal) -> None:
    assert chosen(await terminal.answer(CTRL_C, "2", questions=FIXED)) == ("2",)
    assert terminal.told == ["interrupt"]


async def test_ctrl_d_leaves_the_question_open(terminal: Terminal) -> None:
    assert await terminal.answer(CTRL_D) is None
    assert terminal.told == ["leave"]


async def test_a_terminal_that_has_gone_leaves_the_question_open(terminal: Terminal) -> None:
    asked = terminal.begin()
    await asyncio.sleep(0)
    terminal.keys.pipe.close()
    assert await asked is None


async def test_keys_that_were_meant_for_something_else_do_nothing() -> None:
    with keyboard() as keys:
        terminal = Terminal(keys=keys, clock=ManualClock(), arm_delay_s=0.3)
        asked = terminal.begin()
        keys.press("2")
        await terminal.until_shown()
        async with asyncio.timeout(PATIENCE_S):
            await keys.until_read()
        terminal.clock.advance(0.3)
        keys.press("3")
        assert chosen(await asked) == ("3",)


async def test_such_keys_do_nothing_however_late_the_question_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with keyboard() as keys:
        terminal = Terminal(keys=keys, clock=ManualClock(), arm_delay_s=0.3)
        shown = terminal.desk.shown

        def late() -> None:  # on a busy machine, before anything is drawn
            terminal.clock.advance(1.0)
            shown()

        monkeypatch.setattr(terminal.desk, "shown", late)
        keys.press("2")
        asked = terminal.begin()
        await terminal.until_shown()
        async with asyncio.timeout(PATIENCE_S):
            await keys.until_read()
        terminal.clock.advance(0.3)
        keys.press("3")
        assert chosen(await asked) == ("3",)


@pytest.mark.requirement("Q-PRES-03")
async def test_a_question_that_is_answered_elsewhere_goes_away(terminal: Terminal) -> None:
    asked = terminal.begin()
    await terminal.desk.is_shown.wait()
    asked.cancel()
    await asyncio.wait({asked})
    assert asked.cancelled()
    assert chosen(await terminal.answer("1")) == ("1",)


async def test_questions_wait_for_each_other(terminal: Terminal) -> None:
    first = terminal.begin()
    second = terminal.begin(question_set(SURE, id="set2"))
    terminal.keys.press("2")
    assert chosen(await first) == ("2",)
    terminal.keys.press("1")
    response = await second
    assert isinstance(response, Answered)
    assert response.answers[0].boolean is True


async def test_words_that_are_typed_elsewhere_appear_in_the_field(terminal: Terminal) -> None:
    asked = terminal.begin(question_set(NAME))
    await terminal.desk.is_shown.wait()
    typed = Draft(answers={"n": Answer(question_id="n", text="Joan")})
    terminal.presenter.update_draft("set1", typed)
    terminal.presenter.update_draft("another", Draft())
    terminal.keys.press("na", ENTER)
    response = await asked
    assert isinstance(response, Answered)
    assert response.answers[0].text == "Joanna"


async def test_what_was_selected_while_it_waited_is_shown(terminal: Terminal) -> None:
    first = terminal.begin()
    second = terminal.begin(question_set(SEVERAL, id="set2"))
    await asyncio.sleep(0)
    ticked = Draft(answers={"m": Answer(question_id="m", option_ids=("3",))})
    terminal.presenter.update_draft("set2", ticked)
    terminal.keys.press("1")
    await first
    terminal.keys.press(ENTER)
    assert chosen(await second) == ("3",)


@pytest.mark.parametrize(("channel", "fits"), [(Channel.TERMINAL, True), (Channel.DESKTOP, False)])
def test_it_shows_what_was_asked_for_here(channel: Channel, fits: bool) -> None:
    with keyboard() as keys:
        presenter = Terminal(keys=keys, clock=ManualClock()).presenter
        where = Origin(channel=channel, conversation_id="c")
        assert presenter.fits(question_set(), where) is fits


EARLIER = question_set(choice("Red", "Blue", id="c"), id="before").model_copy(
    update={"route": QuestionRoute.TOOL}
)
CHANGED = EARLIER.model_copy(update={"id": "copy", "amends": "before"})
LOOK_BACK = (TAB, DOWN, ENTER)


@pytest.mark.requirement("Q-ROUND-18")
@pytest.mark.parametrize(
    ("key", "asked"),
    [
        (ENTER, AnswerRevision(questions_id="before")),
        ("b", AnswerRevision(questions_id="before", is_return=True)),
    ],
)
async def test_an_earlier_answer_is_changed_from_the_look_back_and_the_question_returns(
    terminal: Terminal, key: str, asked: AnswerRevision
) -> None:
    terminal.earlier = [EarlierRound(questions=EARLIER, response=chose(EARLIER, c="1"))]
    several = terminal.begin(question_set(SEVERAL))
    await terminal.until_shown()
    terminal.keys.press(SPACE, *LOOK_BACK, key)
    async with asyncio.timeout(PATIENCE_S):
        assert await terminal.revised.get() == asked
    changed = terminal.begin(CHANGED)
    await terminal.until_shown()
    terminal.keys.press(DOWN, ENTER)
    async with asyncio.timeout(PATIENCE_S):
        assert chosen(await changed) == ("2",)
    await terminal.until_shown()
    terminal.keys.press(ENTER)
    async with asyncio.timeout(PATIENCE_S):
        assert chosen(await several) == ("1",)  # what was ticked before is ticked still
    assert terminal.told == []


async def test_what_cannot_be_changed_says_so_in_the_look_back(terminal: Terminal) -> None:
    terminal.earlier = [EarlierRound(questions=EARLIER, response=TimedOut(after_s=1))]
    response = await terminal.answer(*LOOK_BACK, ENTER, ESCAPE, ENTER)
    assert terminal.revised.empty()
    assert chosen(response) == ("1",)
