"""What the desktop reads of a program that it starts at login."""

import pytest

from assistant.channels.desktop.login_start.model.desktop_entry import entry_text, is_on


def line(text: str, key: str) -> str:
    (value,) = (
        one.removeprefix(f"{key}=") for one in text.splitlines() if one.startswith(f"{key}=")
    )
    return value


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (["/usr/bin/parley", "--hidden"], '"/usr/bin/parley" "--hidden"'),
        (["/home/a b/parley"], '"/home/a b/parley"'),
        (["/opt/100%/parley"], '"/opt/100%%/parley"'),
        (['/x/"$`\\'], r'"/x/\\"\\$\\`\\\\"'),
        (["/home/한글/parley"], '"/home/한글/parley"'),
        (["/x/a\nHidden=true"], r'"/x/a\nHidden=true"'),
    ],
)
def test_a_command_is_quoted_as_the_specification_wants(command: list[str], written: str) -> None:
    text = entry_text(command)
    assert line(text, "Exec") == written
    assert is_on(text)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("[Desktop Entry]\nExec=parley\n", True),
        ("[Desktop Entry]\nHidden=false\n", True),
        ("[Desktop Entry]\nHidden=true\n", False),
        ("[Desktop Entry]\nHidden = True\n", False),
        ("[Desktop Entry]\nX-GNOME-Autostart-enabled=false\n", False),
    ],
)
def test_the_tools_of_the_desktop_turn_it_off(text: str, starts: bool) -> None:
    assert is_on(text) is starts
