"""What the user set under names that are gone goes on to count."""

import pytest

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.settings import load, save

BOTH = (
    '[coding_agents]\nattention_exceptions = "codex = silent"\nphone_after_min = 5\n'
    'quiet_from = "23:00"\nquiet_until = "06:00"\n'
    '[telegram]\nescalate_after_s = 300\nquiet_from = "22:00"\nquiet_until = "07:00"\n'
)


def written(home: Home, text: str) -> Home:
    home.root.mkdir(parents=True, exist_ok=True)
    home.settings_file.write_text(text, encoding="utf-8")
    return home


@pytest.mark.parametrize(
    ("text", "phone_after_s", "quiet", "exceptions"),
    [
        ("", -1, "", ""),
        ("[telegram]\nescalate_after_s = 300", 300, "", ""),
        ("[telegram]\nescalate_after_s = 0", -1, "", ""),
        ("[coding_agents]\nphone_after_min = 5", -1, "", "* = phone 5"),
        ("[coding_agents]\nphone_after_min = 0", -1, "", ""),
        (
            '[telegram]\nquiet_from = "22:00"\nquiet_until = "07:00"',
            *(-1, "22:00-07:00 phone", ""),
        ),
        (
            '[coding_agents]\nquiet_from = "22:00"\nquiet_until = "07:00"',
            *(-1, "22:00-07:00 notification spoken", ""),
        ),
        ('[telegram]\nquiet_from = "22:00"', -1, "", ""),
        ('[telegram]\nquiet_from = ""\nquiet_until = ""', -1, "", ""),
        (
            BOTH,
            300,
            "23:00-06:00 notification spoken, 22:00-07:00 phone",
            "* = phone 5, codex = silent",
        ),
        (BOTH.replace("23:00", "22:00").replace("06:00", "07:00"), 300, "22:00-07:00", None),
        (BOTH + "[escalation]\nphone_after_s = 60\nquiet = ''", 60, "", None),
    ],
)
def test_old_settings_count_under_their_present_names(
    home: Home, text: str, phone_after_s: int, quiet: str, exceptions: str | None
) -> None:
    loaded = load(written(home, text), {})
    assert loaded.problems == ()
    settings = loaded.settings
    assert settings.escalation.phone_after_s == phone_after_s
    assert settings.escalation.quiet == quiet
    assert exceptions in (None, settings.coding_agents.attention_exceptions)


def test_those_of_the_environment_count_too_and_leave_the_file_s_exceptions(home: Home) -> None:
    old = {
        "PARLEY_TELEGRAM__ESCALATE_AFTER_S": "900",
        "PARLEY_CODING_AGENTS__PHONE_AFTER_MIN": "3",
    }
    written(home, '[coding_agents]\nattention_exceptions = "codex = silent"')
    loaded = load(home, old)
    assert loaded.problems == ()
    assert loaded.settings.escalation.phone_after_s == 900
    assert loaded.settings.coding_agents.attention_exceptions == "* = phone 3, codex = silent"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[telegram]\nescalate_after_s = 90000", "telegram.escalate_after_s"),
        ("[telegram]\nescalate_after_s = true", "telegram.escalate_after_s"),
        ("[coding_agents]\nphone_after_min = 'soon'", "coding_agents.phone_after_min"),
        ("[coding_agents]\nquiet_from = '25:00'", "coding_agents.quiet_from"),
    ],
)
def test_what_was_never_possible_is_told_of(home: Home, text: str, name: str) -> None:
    (problem,) = load(written(home, text), {}).problems
    assert name in problem.message


def test_a_save_writes_the_present_names_into_the_file(home: Home) -> None:
    before = load(written(home, f"# mine\n{BOTH}"), {}).settings
    save(home, "voice", "speed", 1.5)
    text = home.settings_file.read_text("utf-8")
    assert "# mine" in text
    assert not any(name in text for name in ("quiet_from", "escalate_after_s", "phone_after_min"))
    after = load(home, {}).settings
    assert (after.escalation, after.coding_agents) == (before.escalation, before.coding_agents)
    save(home, "coding_agents", "attention_exceptions", "")
    assert load(home, {}).settings.coding_agents.attention_exceptions == ""


@pytest.mark.parametrize(
    ("section", "key", "now"),
    [
        ("telegram", "escalate_after_s", "escalation.phone_after_s"),
        ("coding_agents", "phone_after_min", "coding_agents.attention_exceptions"),
        ("coding_agents", "quiet_from", "escalation.quiet"),
        ("telegram", "quiet_until", "escalation.quiet"),
    ],
)
def test_who_sets_one_that_is_gone_is_told_where_it_is_now(
    home: Home, section: str, key: str, now: str
) -> None:
    with pytest.raises(ConfigError, match="There is no setting") as refused:
        save(home, section, key, "22:00")
    assert refused.value.hint == f"It is set by {now} now."
