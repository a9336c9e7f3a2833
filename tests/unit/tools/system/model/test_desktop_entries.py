"""Desktop entries: which application, called what, started how."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.system.model.desktop_entries import (
    DesktopEntry,
    EntryProblem,
    expand_exec,
    parse_entry,
)

FIREFOX = r"""
# a comment
[Desktop Entry]
Version=1.0
Type=Application
Name=Firefox Web Browser
Name[ko]=Firefox 웹 브라우저
Name[zh_CN]=Firefox 网络浏览器
GenericName=Web Browser
GenericName[ko]=웹 브라우저
Exec=/usr/lib/firefox/firefox %u
TryExec=/usr/lib/firefox/firefox
Path=/tmp
Icon=firefox

[Desktop Action new-window]
Name=New Window
Exec=/usr/lib/firefox/firefox --new-window
"""


def entry(*lines: str, **options: tuple[str, ...]) -> DesktopEntry:
    text = "\n".join(("[Desktop Entry]", "Type=Application", "Name=A", "Exec=a", *lines))
    return parse_entry(text, entry_id="org.example.A", **options)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("languages", "name"),
    [
        ((), "Firefox Web Browser"),
        (("ko_KR.UTF-8",), "Firefox 웹 브라우저"),
        (("zh_CN",), "Firefox 网络浏览器"),
        (("zh_TW", "ko"), "Firefox 웹 브라우저"),
        (("ko_KR@x",), "Firefox 웹 브라우저"),
        (("de_DE",), "Firefox Web Browser"),
    ],
)
def test_an_application_has_its_name_in_the_persons_language(
    languages: tuple[str, ...], name: str
) -> None:
    found = parse_entry(FIREFOX, entry_id="firefox", languages=languages)

    assert found.name == name
    assert {"Firefox Web Browser", "Firefox 웹 브라우저", "firefox"} <= set(found.names)
    assert (found.command, found.try_exec, found.folder) == (
        ("/usr/lib/firefox/firefox",),
        "/usr/lib/firefox/firefox",
        "/tmp",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no application"),
        ("[Desktop Entry]\nType=Link\nName=A\nURL=x", "no application"),
        ("[Other]\nType=Application\nName=A\nExec=a", "no application"),
        ("[Desktop Entry]\nType=Application\nName=A", "names no program"),
        ("[Desktop Entry]\nType=Application\nExec=a", "has no name"),
        ("[Desktop Entry]\nType=Application\nName=A\nExec=a\nNoDisplay=true", "NoDisplay"),
        ("[Desktop Entry]\nType=Application\nName=A\nExec=a\nHidden=true", "Hidden"),
        ("[Desktop Entry]\nType=Application\nName=A\nExec=a\nTerminal=true", "Terminal"),
        ("[Desktop Entry]\nType=Application\nName=A\nExec=a\nOnlyShowIn=KDE;", "another desktop"),
        ("[Desktop Entry]\nType=Application\nName=A\nExec=a\nNotShowIn=GNOME;", "another desktop"),
    ],
)
def test_an_entry_that_is_passed_over(text: str, problem: str) -> None:
    with pytest.raises(EntryProblem, match=problem):
        parse_entry(text, entry_id="a", desktops=("GNOME",))


def test_an_entry_of_this_desktop_is_shown() -> None:
    assert entry("OnlyShowIn=KDE;GNOME;", desktops=("GNOME",)).name == "A"
    assert entry("NotShowIn=KDE;", desktops=("GNOME",)).name == "A"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("app", ("app",)),
        ("app %f", ("app",)),
        ("app %F --flag %U", ("app", "--flag")),
        ("app --file=%f", ("app", "--file=")),
        ("app --title %c", ("app", "--title", "My App")),
        ("app %i", ("app", "--icon", "app-icon")),
        ("app %k", ("app", "/x/app.desktop")),
        ("app 100%%", ("app", "100%")),
        ("app %d %n %v %m", ("app",)),
        ('"/opt/my app/run" "a b"', ("/opt/my app/run", "a b")),
        (r'app "\"quoted\" \$HOME \`id\` \\"', ("app", '"quoted" $HOME `id` \\')),
        ('app ""', ("app", "")),
        ("app $(id) ;reboot |x", ("app", "$(id)", ";reboot", "|x")),
        ("env A=1 app", ("env", "A=1", "app")),
    ],
)
def test_a_command_is_taken_apart_without_a_shell(line: str, command: tuple[str, ...]) -> None:
    assert expand_exec(line, name="My App", icon="app-icon", path="/x/app.desktop") == command


@pytest.mark.parametrize(
    "line", ["", "   ", "%u", 'app "open', "app %z", '"" x', "A=1 app", "a \0"]
)
def test_a_command_that_is_not_started(line: str) -> None:
    with pytest.raises(EntryProblem):
        expand_exec(line, name="A")


def test_escapes_of_values_are_undone_before_those_of_the_command() -> None:
    text = '[Desktop Entry]\nType=Application\nName=A\\sB\nExec="a\\\\\\\\b" "c\\\\$d"'

    found = parse_entry(text, entry_id="a")

    assert found.name == "A B"
    assert found.command == ("a\\b", "c$d")


@given(st.text(alphabet='ab "\\%fFcik=$;', max_size=40))
def test_any_command_is_started_or_refused(line: str) -> None:
    try:
        command = expand_exec(line, name="N", icon="I", path="P")
    except EntryProblem:
        return
    assert command[0]


@given(st.text(max_size=200))
def test_any_file_is_an_application_or_refused(text: str) -> None:
    try:
        parse_entry("[Desktop Entry]\nType=Application\nName=A\nExec=a\n" + text, entry_id="a")
    except EntryProblem:
        pass
