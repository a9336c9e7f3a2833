"""How synchronising stands, in words."""

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.locale import InterfaceLanguage, use_language
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason
from assistant.sync.model.status import CLOCK_TOLERANCE_S, SyncState, SyncStatus
from assistant.sync.model.status_text import (
    attention_text,
    clock_text,
    device_text,
    left_out_lines,
    left_out_title,
    looked_at_again_in,
    status_details,
    status_line,
    status_report,
)
from tests.helpers.sync.statuses import ALIKE, CONFLICTS, EVERY, NOW, URL, with_fault


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("off", "Not set up: no other device gets what you say and write here."),
        (
            "switched off",
            "Off: nothing goes to your other devices, and nothing comes from them.",
        ),
        ("connecting", "Connecting…"),
        ("synchronising", "Synchronising…"),
        ("alike", "Up to date with your other devices."),
        ("alone", "Up to date. No other device takes part yet."),
        ("unreachable", "The database cannot be reached."),
        ("removed", "This device was removed."),
    ],
)
def test_one_sentence_says_how_it_stands(name: str, line: str) -> None:
    assert status_line(EVERY[name]) == line


@pytest.mark.requirement("SYNC-05")
def test_after_a_week_without_the_server_the_user_reads_since_when_and_what_waits() -> None:
    gone = with_fault(SyncFault.UNREACHABLE, since=timedelta(days=7), detail="Connection refused")
    text = "\n".join(status_details(gone, NOW))
    assert "Since Fri, Dec 26, 2025" in text
    assert "Go on working" in text
    assert "37 changes of this device wait to be sent." in text
    assert "Connection refused" in text


def test_a_change_that_waits_is_one_change() -> None:
    details = status_details(EVERY["synchronising"], NOW)
    assert "One change of this device waits to be sent." in details


@pytest.mark.parametrize(
    ("off_s", "told"),
    [
        (0.0, ""),
        (CLOCK_TOLERANCE_S, ""),
        (-CLOCK_TOLERANCE_S, ""),
        (CLOCK_TOLERANCE_S + 1, "1 minute ahead"),
        (-61.0, "1 minute behind"),
        (400.0, "7 minutes ahead"),
        (-3600.0, "60 minutes behind"),
        (9 * 3600.0, "9 hours ahead"),
        (-365.25 * 86400, "12 months behind"),
    ],
)
def test_a_clock_that_is_wrong_is_told_of(off_s: float, told: str) -> None:
    text = "\n".join(status_details(replace(ALIKE, clock_off_s=off_s), NOW))
    assert (told in text) if told else ("clock" not in text)


@pytest.mark.parametrize(
    ("language", "off_s", "told"),
    [
        ("en", 31.0, "is 1 minute ahead of"),
        ("ko", 31.0, "서버보다 1분 빨라요"),
        ("zh", 31.0, "比服务器快1分钟"),
        ("ko", -9 * 3600.0, "서버보다 9시간 느려요"),
        ("zh", -9 * 3600.0, "比服务器慢9小时"),
        ("ko", 5e5, "서버보다 6일 빨라요"),
        ("zh", 5e5, "比服务器快6天"),
    ],
)
def test_a_clock_is_told_of_in_the_largest_unit_that_says_enough(
    language: InterfaceLanguage, off_s: float, told: str
) -> None:
    use_language(language)
    try:
        assert told in clock_text(off_s)
    finally:
        use_language("en")


def test_a_device_says_when_it_was_there_and_what_it_does() -> None:
    kitchen, laptop, _office = ALIKE.devices
    assert device_text(kitchen, is_this=True, is_leading=False, now=NOW) == "Linux · this device"
    text = device_text(laptop, is_this=False, is_leading=True, now=NOW)
    assert text.startswith("Linux · last seen ")
    assert text.endswith(" · answers Telegram")


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
@pytest.mark.parametrize("name", EVERY)
def test_everything_can_be_said_in_every_language(name: str, language: InterfaceLanguage) -> None:
    use_language(language)
    try:
        lines = status_report(EVERY[name], NOW)
    finally:
        use_language("en")
    assert all(lines)
    assert not any("{" in line for line in lines)


# What needs the user.


@pytest.mark.parametrize("fault", SyncFault)
def test_what_may_be_over_in_a_moment_is_kept_from_the_user(fault: SyncFault) -> None:
    just_now = with_fault(fault, since=timedelta(seconds=59))
    assert bool(attention_text(just_now, NOW)) is (fault is SyncFault.REMOVED)
    minutes_ago = with_fault(fault, since=timedelta(minutes=1))
    assert bool(attention_text(minutes_ago, NOW)) is not fault.is_passing
    long_ago = with_fault(fault, since=timedelta(minutes=10))
    assert attention_text(long_ago, NOW)


@pytest.mark.parametrize(
    "name", ["off", "switched off", "connecting", "synchronising", "alike", "alone", "clock"]
)
def test_what_is_well_asks_for_nothing(name: str) -> None:
    assert attention_text(EVERY[name], NOW) == ""
    assert looked_at_again_in(EVERY[name], NOW) is None


def test_a_conflict_asks_for_the_user_at_once() -> None:
    assert attention_text(EVERY["conflicts"], NOW) == "2 conflicts wait for you"
    one = replace(ALIKE, conflicts=CONFLICTS[:1])
    assert attention_text(one, NOW) == "One conflict waits for you"


@pytest.mark.parametrize("fault", SyncFault)
def test_it_is_looked_at_again_when_the_words_may_be_others(fault: SyncFault) -> None:
    status: SyncStatus = with_fault(fault, since=timedelta())
    now, said = NOW, [attention_text(status, NOW)]
    while (left := looked_at_again_in(status, now)) is not None:
        now += left
        said.append(attention_text(status, now))
    assert said[-1]
    assert len(said) == 3


def test_the_defaults_are_those_of_somebody_who_never_set_it_up() -> None:
    assert SyncStatus().state is SyncState.OFF
    assert URL not in status_line(SyncStatus(address=URL))


def test_each_file_that_does_not_travel_is_named_with_why_and_what_to_do() -> None:
    status = EVERY["left out"]
    assert left_out_title(status) == "8 files are not synchronised"
    told = left_out_lines(status)
    assert len(told) == 8
    assert told[0] == (
        "workspaces/default/notes/link.md: it is a link to elsewhere. Put the file itself there."
    )
    assert told[-1] == "The file x.md cannot be written."
    assert all(f"  {line}" in status_report(status, NOW) for line in told)


def test_a_database_that_was_put_back_is_told_of() -> None:
    (told,) = [
        line
        for line in status_details(replace(ALIKE, server_went_back=True), NOW)
        if "older copy" in line
    ]
    assert "keep what they have" in told


def test_of_many_files_ten_are_named() -> None:
    file = LeftOutFile(path="memory/a.md", reason=LeftOutReason.NOT_TEXT)
    status = replace(ALIKE, left_out=(file,) * 30)
    assert len(left_out_lines(status)) == 11
    assert left_out_lines(status)[-1] == "And 20 more."
    assert left_out_title(ALIKE) == ""
    assert left_out_lines(ALIKE) == []
