"""What the desktop reads of the program."""

import pytest

from assistant.channels.desktop.desktop_entry import (
    identity_entry,
    is_identity,
    is_on,
    login_entry,
)


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
    text = login_entry(command)
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


def test_the_entry_that_names_the_program_is_in_no_menu() -> None:
    assert is_identity(identity_entry(["/usr/bin/parley"]))
    assert not is_identity(login_entry(["/usr/bin/parley"]))
