"""A conversation in plain lines whose output takes no more."""

import io

from assistant.channels.terminal.chat.surface import PlainSurface


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
