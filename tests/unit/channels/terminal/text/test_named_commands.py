"""What a text says can be typed can be typed."""

import re
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

from assistant import locale
from assistant.channels.terminal.text.slash_commands import SlashCommand
from assistant.questions.card.text_form import is_command

_COMMAND: Final = re.compile(r"(?<![A-Za-z0-9_/.:{}>…])/[a-z]{3,}(?![A-Za-z0-9_/])")
"""A slash and a word; not a path, an address or a place filled in."""
ELSEWHERE: Final = {"/newbot", "/unlink", "/hooks"}
"""What is written to BotFather, to the user's bot, and in Codex."""
CATALOGUES: Final = tuple((Path(locale.__file__).parent).glob("*/LC_MESSAGES/parley.po"))


def named_commands(text: str) -> set[str]:
    """Return the commands that a text speaks of."""
    return set(_COMMAND.findall(text))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_command_that_a_text_names_exists(path: Path) -> None:
    known = {command.value for command in SlashCommand}
    with path.open("rb") as file:
        catalogue = read_po(file)
    named: set[str] = set()
    for message in catalogue:
        if message.id:
            names = named_commands(str(message.id))
            assert named_commands(str(message.string)) == names, message.id
            named |= names
    assert {"/questions", "/history", "/help"} <= named
    assert {name for name in named - known - ELSEWHERE if not is_command(name)} == set()
