"""A conversation in plain lines whose output takes no more."""

import io

from assistant.channels.terminal.chat.surface import PlainSurface
from assistant.channels.terminal.questions.plain_presenter import obeys_nothing
from assistant.questions.model.question import Draft
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import question_set
from tests.helpers.questions.presentation import FakePresentation


async def test_a_conversation_that_nobody_reads_is_left_and_writes_no_more() -> None:
    taken: list[str] = []

    def write(text: str) -> None:
        if taken:
            raise BrokenPipeError
        taken.append(text)

    surface = PlainSurface(stdin=io.StringIO("one\ntwo\n"), write=write)
    surface.page.line("first")
    assert surface.failure is None
    assert not surface.left.is_set()
    surface.page.line("second")
    surface.page.line("third")
    assert surface.left.is_set()
    assert isinstance(surface.failure, BrokenPipeError)
    assert taken == ["first\n"]


async def test_a_question_never_begins_on_the_line_of_unfinished_words() -> None:
    written: list[str] = []
    surface = PlainSurface(stdin=io.StringIO("2\n"), write=written.append)
    presenter = surface.presenter(
        clock=ManualClock(),
        interrupt=lambda: None,
        submit=lambda _command: None,
        obey=obeys_nothing,
    )
    surface.page.words("Two things. ")
    await presenter.present(question_set(), Draft(), FakePresentation())
    assert "".join(written).startswith("Two things. \nRound 1\n[Database]\n")
