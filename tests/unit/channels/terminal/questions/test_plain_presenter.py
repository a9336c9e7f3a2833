"""Questions as text in a terminal, answered by typing."""

import asyncio
from collections.abc import Sequence

import pytest

from assistant.channels.terminal.questions.plain_presenter import PlainPresenter
from assistant.channels.terminal.text.printable import printable
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    Option,
    Origin,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.clock import ManualClock
from tests.helpers.questions.presentation import FakePresentation

DATABASE = Question(
    id="q1",
    kind=QuestionKind.SINGLE,
    header="Database",
    text="Which database should we use?",
    options=(
        Option(id="1", label="PostgreSQL", description="Relational", recommended=True),
        Option(id="2", label="SQLite", description="A file"),
        Option(id="3", label="MongoDB"),
    ),
    allow_other=True,
)
SURE = Question(id="q3", kind=QuestionKind.BOOLEAN, text="Go on?")
NAME = Question(id="q4", kind=QuestionKind.TEXT, text="What name?")


class Terminal:
    """Types prepared lines and keeps what is written."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)
        self.written: list[str] = []
        self.is_waiting = asyncio.Event()
        self.typed: asyncio.Queue[str] = asyncio.Queue()

    async def read_line(self, prompt: str) -> str:
        """Type the next line; the end of input after the last."""
        assert prompt == "> "
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    async def read_slowly(self, prompt: str) -> str:
        """Wait for a line of `typed`."""
        self.is_waiting.set()
        return await self.typed.get()


async def ask(
    terminal: Terminal,
    *questions: Question,
    desk: FakePresentation | None = None,
    draft: Draft | None = None,
    allow_cancel: bool = True,
) -> object:
    """Put questions and return the response."""
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_line, clock=ManualClock()
    )
    asked = QuestionSet(id="s", questions=questions, allow_cancel=allow_cancel)
    return await presenter.present(asked, draft or Draft(), desk or FakePresentation())


def test_no_text_can_steer_the_terminal() -> None:
    assert printable("a\x1b[2Jb\u202ec\x07\n") == "abc\n"


@pytest.mark.requirement("Q-ROUND-15", "Q-ROUND-17", "Q-TERM-11")
async def test_a_question_is_shown_as_its_text_list() -> None:
    terminal = Terminal(["2"])
    desk = FakePresentation()
    response = await ask(terminal, DATABASE.model_copy(update={"context": "For it."}), desk=desk)
    assert terminal.written == [
        "Round 1",
        "[Database]",
        "Which database should we use?",
        "For it.",
        "1. PostgreSQL (Recommended) - Relational",
        "2. SQLite - A file",
        "3. MongoDB",
        "4. Other - Provide custom input",
        "Please reply with the number",
        "(/help lists other ways to answer)",
    ]
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q1", option_ids=("2",)),)
    provenance = response.provenance
    assert (provenance.channel, provenance.method) == (Channel.TERMINAL, Method.TYPED)
    assert provenance.at == ManualClock().now()
    assert (desk.shown_times, desk.touched_times, desk.drafts) == (1, 1, [])


@pytest.mark.requirement("SEC-13")
async def test_the_texts_of_a_question_cannot_steer_the_terminal() -> None:
    evil = "\x1b[2Jx\x07\u202e"
    question = Question(
        id="q",
        kind=QuestionKind.SINGLE,
        header=evil,
        text=evil,
        context=evil,
        options=(Option(id="1", label=evil, description=evil),),
    )
    terminal = Terminal(["1"])
    await ask(terminal, question)
    assert "1. x - x" in "".join(terminal.written)
    assert "[2J" not in "".join(terminal.written)
    assert not {"\x1b", "\x07", "\u202e"} & set("".join(terminal.written))


@pytest.mark.requirement("APP-06", "APP-08", "Q-TERM-10")
async def test_questions_are_asked_one_after_the_other_and_answered_together() -> None:
    desk = FakePresentation()
    terminal = Terminal(["7", "2", "Parley"])
    response = await ask(terminal, DATABASE, NAME, desk=desk)
    assert isinstance(response, Answered)
    chosen = Answer(question_id="q1", option_ids=("2",))
    assert response.answers == (chosen, Answer(question_id="q4", text="Parley"))
    assert "[Database] Question 1 of 2" in terminal.written
    assert "Question 2 of 2" in terminal.written
    assert (desk.shown_times, desk.touched_times) == (1, 3)
    assert desk.drafts == [Draft(answers={"q1": chosen})], "what is chosen is saved at once"


@pytest.mark.requirement("Q-TERM-13")
async def test_what_is_not_understood_is_told_and_the_list_shown_again() -> None:
    terminal = Terminal(["7", "2"])
    await ask(terminal, DATABASE)
    assert "There are only the options 1 to 3." in terminal.written
    assert terminal.written.count("Which database should we use?") == 2


async def test_help_is_shown() -> None:
    terminal = Terminal(["/help", "2"])
    await ask(terminal, DATABASE)
    assert any("/decide" in text for text in terminal.written)


async def test_what_was_chosen_before_a_restart_is_not_asked_again() -> None:
    draft = Draft(answers={"q1": Answer(question_id="q1", option_ids=("3",))})
    terminal = Terminal(["Parley"])
    response = await ask(terminal, DATABASE, NAME, draft=draft)
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("3",)
    assert terminal.written[:2] == ["Round 1", "Question 2 of 2"]


async def test_a_selection_made_elsewhere_is_shown_and_an_empty_line_keeps_it() -> None:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_slowly, clock=ManualClock()
    )
    asked = QuestionSet(id="s", questions=(DATABASE,))
    presenting = asyncio.create_task(presenter.present(asked, Draft(), FakePresentation()))
    await terminal.is_waiting.wait()
    chosen = Answer(question_id="q1", option_ids=("3",))
    presenter.update_draft("another", Draft())
    presenter.update_draft("s", Draft())
    assert len(terminal.written) == 9, "nothing that is shown has changed"
    presenter.update_draft("s", Draft(answers={"q1": chosen}))
    assert any(text.startswith("Selected: 3. MongoDB") for text in terminal.written)
    terminal.typed.put_nowait("")
    response = await presenting
    assert isinstance(response, Answered)
    assert response.answers == (chosen,)
    presenter.update_draft("s", Draft())


async def test_sets_are_asked_one_after_the_other_in_the_order_they_came() -> None:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_slowly, clock=ManualClock()
    )
    desk = FakePresentation()
    first, second, third = (
        asyncio.create_task(
            presenter.present(QuestionSet(id=id, questions=(DATABASE, NAME)), Draft(), desk)
        )
        for id in ("a", "b", "c")
    )
    await terminal.is_waiting.wait()
    assert terminal.written.count("Which database should we use?") == 1
    assert desk.shown_times == 1
    chosen = Answer(question_id="q1", option_ids=("3",))
    presenter.update_draft("b", Draft(answers={"q1": chosen}))
    third.cancel()
    for line in ("1", "x", "y"):
        terminal.typed.put_nowait(line)
    one, two = await first, await second
    assert isinstance(one, Answered)
    assert isinstance(two, Answered)
    assert one.answers[0].option_ids == ("1",)
    assert two.answers == (chosen, Answer(question_id="q4", text="y")), "as chosen meanwhile"
    await asyncio.wait([third])
    assert desk.shown_times == 2


async def test_a_set_that_is_withdrawn_makes_way_for_the_next() -> None:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_slowly, clock=ManualClock()
    )
    first, second = (
        asyncio.create_task(
            presenter.present(
                QuestionSet(id=id, questions=(question,)), Draft(), FakePresentation()
            )
        )
        for id, question in (("a", DATABASE), ("b", NAME))
    )
    await terminal.is_waiting.wait()
    first.cancel()
    await asyncio.wait([first])
    terminal.typed.put_nowait("Parley")
    response = await second
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q4", text="Parley"),)


async def test_at_the_end_of_input_the_question_stays_open() -> None:
    assert await ask(Terminal([]), DATABASE) is None


def test_only_questions_of_this_terminal_are_presented() -> None:
    terminal = Terminal([])
    presenter = PlainPresenter(
        write=terminal.written.append, read_line=terminal.read_line, clock=ManualClock()
    )
    questions = QuestionSet(id="s", questions=(SURE,))
    assert presenter.fits(questions, Origin(channel=Channel.TERMINAL, conversation_id="c"))
    assert not presenter.fits(questions, Origin(channel=Channel.DESKTOP, conversation_id="c"))


async def test_a_command_of_the_conversation_is_carried_out_and_the_question_put_again() -> None:
    terminal, obeyed = (
        Terminal(["/questions", "/help", "／nonsense", "/etc/hosts", "2"]),
        list[str](),
    )

    async def obey(typed: str) -> bool:
        obeyed.append(typed)
        return typed == "/questions"

    presenter = PlainPresenter(
        write=terminal.written.append,
        read_line=terminal.read_line,
        clock=ManualClock(),
        obey=obey,
    )
    response = await presenter.present(
        QuestionSet(id="s", questions=(DATABASE,), source="model"), Draft(), FakePresentation()
    )
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("2",)
    assert obeyed == ["/questions", "／nonsense", "/etc/hosts"], "/help is the question's"
    assert sum("There is no command" in line for line in terminal.written) == 2
    assert terminal.written.count("Which database should we use?") >= 2
