"""The three layers, what is reported, and what is written back."""

import functools
import math
import multiprocessing
import os
import platform
import re
import tomllib
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin

import pytest
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from assistant import private_files
from assistant.errors import ConfigError
from assistant.home import Home, shipped
from assistant.settings import Settings, allowed, load, save
from assistant.settings.schema import (
    SettingControl,
    SettingScope,
    controls,
    limits,
    scope,
    users_settings,
)

EVERY_SETTING = [
    (section, key)
    for section, values in tomllib.loads(
        shipped("config", "default.toml").read_text(encoding="utf-8")
    ).items()
    for key in values
]


def schema(section: str) -> type[BaseModel]:
    return cast("type[BaseModel]", Settings.model_fields[section].annotation)


@functools.cache
def comments() -> dict[tuple[str, str], str]:
    """Return what the shipped file says beside each setting."""
    text = shipped("config", "default.toml").read_text(encoding="utf-8")
    found: dict[tuple[str, str], str] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif re.match(r"\w", line):
            setting, _mark, comment = line.partition("  # ")
            found[section, setting.partition(" ")[0]] = comment
    return found


def written(home: Home, text: str) -> Home:
    home.root.mkdir(parents=True, exist_ok=True)
    home.settings_file.write_text(text, encoding="utf-8")
    return home


def only_problem(home: Home, environment: dict[str, str] | None = None) -> ConfigError:
    problems = load(home, environment or {}).problems
    assert len(problems) == 1
    return problems[0]


# Defaults.


def test_without_a_file_the_shipped_defaults_hold(home: Home) -> None:
    loaded = load(home, {})

    assert loaded.problems == ()
    assert loaded.settings.voice.wake_word == "hey_jarvis"
    assert loaded.settings.questions.timeout_s == 0.0


@pytest.mark.requirement(
    "APP-05", "CTX-08", "CTX-09", "G-08", "TF-08", "TF-11", "TOOL-03", "TOOL-07", "VF-14"
)
@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("llm", "timeout_s", 20),
        ("llm", "retries", 2),
        ("voice", "ending_timeout_s", 10),
        ("questions", "max_rounds", 10),
        ("tools", "timeout_s", 10),
        ("tools", "max_rounds", 10),
        ("context", "max_characters", 80_000),
        ("context", "recent_messages", 30),
        ("telegram", "backlog_messages", 10),
        ("telegram", "backlog_ttl_s", 3600),
    ],
)
def test_the_numbers_of_the_requirements_are_the_defaults(
    home: Home, section: str, key: str, value: float
) -> None:
    assert load(home, {}).settings.model_dump()[section][key] == value


@pytest.mark.requirement("APP-05")
def test_every_typed_setting_has_a_shipped_default_and_no_other(home: Home) -> None:
    dumped = load(home, {}).settings.model_dump()

    assert [(section, key) for section in dumped for key in dumped[section]] == EVERY_SETTING


@pytest.mark.requirement("APP-05")
@pytest.mark.parametrize(("section", "key"), EVERY_SETTING)
def test_every_shipped_default_has_its_explanation(section: str, key: str) -> None:
    described = schema(section).model_fields[key]
    comment = comments()[section, key]
    low, high = limits(section, key)

    assert comment
    if get_origin(described.annotation) is Literal:
        *others, last = get_args(described.annotation)
        plain = re.sub(r" \([^)]*\)", "", comment)  # without what is said of single choices
        assert re.match(rf"{', '.join(others)} or {last}\b", plain)
    elif low > -math.inf:
        assert re.match(rf"{low} to {high}\b", comment)


def test_settings_cannot_be_changed_in_place(home: Home) -> None:
    settings = load(home, {}).settings
    with pytest.raises(ValueError, match="frozen"):
        settings.voice.speed = 1.5


def test_the_process_environment_is_read_unless_another_is_given(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_VOICE__SPEED", "1.5")

    assert load(home).settings.voice.speed == 1.5
    assert load(home, {}).settings.voice.speed == 1.0


def test_lists_are_texts_with_commas(home: Home) -> None:
    written(
        home,
        """
        [voice]
        wake_word = "alexa, hey_jarvis,alexa"
        languages = "en,ko"
        names = "Siobhan, Parley "
        voices = "de=de_DE-thorsten-medium, ko = /voices/ko.onnx"
        """,
    )
    voice = load(home, {}).settings.voice

    assert voice.wake_words == ("alexa", "hey_jarvis")
    assert voice.language_codes == ("en", "ko")
    assert voice.expected_names == ("Siobhan", "Parley")
    assert voice.voice_by_language == {"de": "de_DE-thorsten-medium", "ko": "/voices/ko.onnx"}
    assert load(Home(root=Path("/none"), models=home.models), {}).settings.voice.voices == ""


# Layers.


def test_the_persons_file_wins_over_the_defaults(home: Home) -> None:
    written(home, '[ui]\ntheme = "dark"\n')
    settings = load(home, {}).settings

    assert settings.ui.theme == "dark"
    assert settings.ui.language == "auto"


def test_the_environment_wins_over_the_persons_file(home: Home) -> None:
    written(home, "[voice]\nwake_threshold = 0.6\nspeed = 1.2\n")
    settings = load(home, {"PARLEY_VOICE__WAKE_THRESHOLD": "0.7"}).settings

    assert settings.voice.wake_threshold == 0.7
    assert settings.voice.speed == 1.2


@pytest.mark.parametrize(
    ("name", "text", "section", "key", "expected"),
    [
        ("PARLEY_UI__THEME", "light", "ui", "theme", "light"),
        ("PARLEY_VOICE__ENABLED", "false", "voice", "enabled", False),
        ("PARLEY_VOICE__ENABLED", "1", "voice", "enabled", True),
        ("PARLEY_VOICE__PAUSE_MS", "300", "voice", "pause_ms", 300),
        ("PARLEY_LLM__TIMEOUT_S", "45.5", "llm", "timeout_s", 45.5),
        ("PARLEY_LLM__BASE_URL", "", "llm", "base_url", ""),
    ],
)
def test_the_text_of_a_variable_becomes_the_settings_type(
    home: Home, name: str, text: str, section: str, key: str, expected: object
) -> None:
    loaded = load(home, {name: text})

    assert loaded.problems == ()
    assert getattr(getattr(loaded.settings, section), key) == expected


@pytest.mark.parametrize(
    ("stored", "known"),
    [
        ("true", "sparing"),
        ("false", "off"),
        ('"off"', "off"),
        ('"sparing"', "sparing"),
        ('"eager"', "eager"),
    ],
)
def test_what_was_a_truth_value_before_becomes_what_costs_no_more(
    home: Home, stored: str, known: str
) -> None:
    written(home, f"[voice]\nspeculate = {stored}\n")
    loaded = load(home, {})
    assert (loaded.settings.voice.speculate, loaded.problems) == (known, ())
    text = stored.strip('"')
    assert load(home, {"PARLEY_VOICE__SPECULATE": text}).settings.voice.speculate == known
    save(home, "voice", "speculate", text)
    assert f'speculate = "{known}"' in home.settings_file.read_text(encoding="utf-8")


def test_variables_without_a_section_are_not_settings(home: Home) -> None:
    variables = {"PARLEY_HOME": "/x", "PARLEY_MODELS": "/y", "PARLEYVOICE__SPEED": "9", "A__B": "c"}

    assert load(home, variables).problems == ()


# Problems.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("[voice]\nspeed = 5", ["voice.speed = 5", "from 0.5 to 2.0"], id="high"),
        pytest.param("[voice]\nspeed = 0.1", ["voice.speed = 0.1", "0.5"], id="low"),
        pytest.param("[voice]\nspeed = nan", ["voice.speed = nan", "0.5"], id="not a number"),
        pytest.param("[voice]\nspeed = inf", ["voice.speed = inf", "0.5"], id="infinite"),
        pytest.param('[voice]\nspeed = "fast"', ["'fast'", "a number"], id="text"),
        pytest.param('[person]\nagent = "me\\n"', ["person.agent", "a name of"], id="line end"),
        pytest.param("[voice]\nspeed = [1.0]", ["[1.0]", "a number"], id="list"),
        pytest.param("[voice]\npause_ms = 200.5", ["200.5", "whole number from 32"], id="float"),
        pytest.param('[ui]\ntheme = "pink"', ["'pink'", "one of auto, light, dark"], id="choice"),
        pytest.param('[voice]\nenabled = "maybe"', ["'maybe'", "true or false"], id="bool"),
        pytest.param('[voice]\nvoice = ""', ["voice.voice = ''", "not empty"], id="empty"),
        pytest.param("[llm]\nbase_url = 4", ["llm.base_url = 4", "a text"], id="number"),
        pytest.param('[voice]\nlanguage = "English"', ["'English'", "code"], id="language"),
        pytest.param('[voice]\nlanguages = "en ko"', ["'en ko'", "en, ko"], id="languages"),
        pytest.param('[voice]\nvoices = "de"', ["'de'", "de=de_DE"], id="voices"),
        pytest.param('[person]\nuser = "../x"', ["'../x'", "letters"], id="path"),
    ],
)
def test_a_wrong_value_is_reported_with_what_it_must_be_and_the_default_holds(
    home: Home, text: str, told: list[str]
) -> None:
    problem = only_problem(written(home, text))

    for part in [*told, str(home.settings_file)]:
        assert part in problem.message
    assert "The default" in problem.hint
    elsewhere = Home(root=Path("/none"), models=home.models)
    assert load(home, {}).settings == load(elsewhere, {}).settings


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hunter2@db.example.org/parley",
        "postgresql://me:hunter2@@db.example.org/parley",
        "postgresql://me@db.example.org/parley?password=hunter2&sslmode=require",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_shown(home: Home, address: str) -> None:
    problem = only_problem(written(home, f'[sync]\nurl = "{address}"\n'))

    assert "hunter2" not in problem.message + problem.hint
    assert "without the password" in problem.message
    with pytest.raises(ConfigError) as refused:
        save(home, "sync", "url", address)
    assert "hunter2" not in refused.value.message


def test_a_device_has_the_computers_name_until_it_is_given_another(home: Home) -> None:
    assert load(home, {}).settings.sync.device_name == (platform.node() or "Parley")
    save(home, "sync", "name", "Laptop")
    assert load(home, {}).settings.sync.device_name == "Laptop"


def test_a_wrong_variable_is_reported_as_such(home: Home) -> None:
    problem = only_problem(home, {"PARLEY_VOICE__SPEED": "fast"})

    assert "voice.speed = 'fast' in the environment" in problem.message


def test_each_wrong_value_is_reported_and_the_right_ones_hold(home: Home) -> None:
    written(home, '[ui]\ntheme = "pink"\ntext_scale = 1.5\n[voice]\nspeed = 9\npause_ms = 1\n')
    loaded = load(home, {})

    assert len(loaded.problems) == 3
    assert loaded.settings.ui.text_scale == 1.5
    assert loaded.settings.voice.speed == 1.0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("[voice]\nspede = 1.0", "voice.spede", id="key"),
        pytest.param("[voise]\nspeed = 1.0", "voise", id="section"),
        pytest.param("[voise]\n", "voise", id="empty section"),
        pytest.param("speed = 1.0", "speed", id="outside any section"),
        pytest.param("voice = 1.0", "voice", id="section that is a value"),
    ],
)
def test_what_is_no_setting_is_reported(home: Home, text: str, name: str) -> None:
    problem = only_problem(written(home, text))

    assert f"no setting {name}," in problem.message
    assert str(home.settings_file) in problem.message


@pytest.mark.parametrize("name", ["PARLEY_VOICE__SPEDE", "PARLEY_VOISE__SPEED", "PARLEY_VOICE__"])
def test_a_variable_that_is_no_setting_is_reported(home: Home, name: str) -> None:
    assert name in only_problem(home, {name: "1"}).message


def test_the_value_of_an_unknown_setting_is_not_repeated(home: Home) -> None:
    written(home, '[llm]\napi_key = "sk-secret"\n')
    problems = load(home, {"PARLEY_LLM__API_KEY": "sk-secret"}).problems

    assert len(problems) == 2
    assert not any("sk-secret" in problem.message + problem.hint for problem in problems)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"[voice\n", id="not TOML"),
        pytest.param(b"\xff\xfe\x00", id="not text"),
    ],
)
def test_a_broken_file_is_reported_and_left_as_it_is(home: Home, content: bytes) -> None:
    home.root.mkdir(parents=True)
    home.settings_file.write_bytes(content)

    assert str(home.settings_file) in only_problem(home).message
    assert home.settings_file.read_bytes() == content


def test_a_settings_file_that_is_a_folder_is_reported(home: Home) -> None:
    home.settings_file.mkdir(parents=True)

    assert str(home.settings_file) in only_problem(home).message


def test_a_byte_order_mark_is_no_fault(home: Home) -> None:
    home.root.mkdir(parents=True)
    home.settings_file.write_bytes(b'\xef\xbb\xbf[ui]\ntheme = "dark"\n')
    loaded = load(home, {})

    assert loaded.problems == ()
    assert loaded.settings.ui.theme == "dark"


@given(
    st.dictionaries(
        st.sampled_from([f"PARLEY_{section}__{key}".upper() for section, key in EVERY_SETTING]),
        st.text(),
    )
)
def test_whatever_the_environment_says_settings_load(environment: dict[str, str]) -> None:
    home = Home(root=Path("/none"), models=Path("/none"))
    loaded = load(home, environment)

    assert isinstance(loaded.settings, Settings)
    assert len(loaded.problems) <= len(environment)


# What a setting may be.


@pytest.mark.parametrize(("section", "key"), EVERY_SETTING)
def test_every_setting_says_what_it_may_be(section: str, key: str) -> None:
    assert allowed(section, key)


@pytest.mark.requirement("SYNC-11")
@pytest.mark.parametrize(("section", "key"), EVERY_SETTING)
def test_every_setting_says_whether_it_travels_with_the_user(section: str, key: str) -> None:
    marks = [
        each
        for each in schema(section).model_fields[key].metadata
        if isinstance(each, SettingScope)
    ]

    assert marks == [scope(section, key)]


@pytest.mark.requirement("SYNC-11")
@pytest.mark.parametrize(
    ("section", "keys"),
    [
        pytest.param("sync", ["enabled", "url", "name"], id="where the devices meet"),
        pytest.param("api", ["enabled", "port", "token"], id="who reaches this machine"),
        pytest.param("tools", ["enabled", "voice_confirm"], id="what may run here"),
        pytest.param(
            "voice", ["enabled", "input_device", "output_device", "wake_word"], id="the hardware"
        ),
        pytest.param("llm", ["profile", "base_url", "local_url", "models"], id="the models"),
        pytest.param("telegram", ["enabled", "api_url"], id="the bot"),
    ],
)
def test_what_belongs_to_a_device_stays_on_it(section: str, keys: list[str]) -> None:
    assert not {(section, key) for key in keys} & set(users_settings())


def test_what_a_user_likes_travels() -> None:
    wanted = {("ui", "language"), ("tools", "classes"), ("voice", "speed"), ("person", "agent")}

    assert wanted <= set(users_settings())


def test_there_is_nothing_to_say_about_an_unknown_setting() -> None:
    with pytest.raises(KeyError):
        allowed("voice", "spede")


# What the window shows of settings.


SHOWN = [
    pytest.param(section, key, control, id=f"{section}.{key}")
    for section in Settings.model_fields
    for key, control in controls(section).items()
]


@pytest.mark.parametrize(("section", "key", "control"), SHOWN)
def test_what_the_window_offers_is_possible(
    home: Home, section: str, key: str, control: SettingControl
) -> None:
    for value in control.choices:
        save(home, section, key, value)
    if control.step:
        low, high = limits(section, key)
        steps = (high - low) / control.step
        assert steps == pytest.approx(round(steps))
        assert control.shows.format(n=low) != control.shows.format(n=low + control.step)


@pytest.mark.parametrize(("section", "key", "control"), SHOWN)
def test_a_list_in_the_window_offers_every_choice_there_is(
    section: str, key: str, control: SettingControl
) -> None:
    annotation = schema(section).model_fields[key].annotation
    if get_origin(annotation) is Literal:
        assert tuple(control.choices) == get_args(annotation)


# Saving.


def test_a_saved_setting_is_loaded_again(home: Home) -> None:
    save(home, "voice", "speed", 1.25)
    save(home, "ui", "theme", "dark")
    save(home, "voice", "enabled", False)
    loaded = load(home, {})

    assert loaded.problems == ()
    assert loaded.settings.voice.speed == 1.25
    assert loaded.settings.ui.theme == "dark"
    assert loaded.settings.voice.enabled is False


@pytest.mark.parametrize(
    ("section", "key", "text", "stored"),
    [
        ("voice", "speed", "1.25", 1.25),
        ("voice", "pause_ms", "300", 300),
        ("voice", "enabled", "no", False),
        ("person", "user", "42", "42"),
    ],
)
def test_text_is_saved_in_the_settings_own_type(
    home: Home, section: str, key: str, text: str, stored: object
) -> None:
    save(home, section, key, text)
    value = tomllib.loads(home.settings_file.read_text(encoding="utf-8"))[section][key]

    assert value == stored
    assert type(value) is type(stored)


def test_saving_keeps_comments_order_and_what_we_do_not_know(home: Home) -> None:
    written(
        home,
        "# my settings\n[voice]\nspeed = 1.1  # a little faster\nlater = 1\n\n[ui]\n"
        'theme = "dark"\n',
    )

    save(home, "voice", "speed", 1.3)

    assert home.settings_file.read_text(encoding="utf-8") == (
        "# my settings\n[voice]\nspeed = 1.3  # a little faster\nlater = 1\n\n[ui]\n"
        'theme = "dark"\n'
    )


@pytest.mark.parametrize(
    "text",
    ['ui.theme = "dark"\n', 'ui = { theme = "dark" }\n'],
    ids=["dotted key", "inline table"],
)
def test_saving_understands_every_form_of_a_section(home: Home, text: str) -> None:
    written(home, text)

    save(home, "ui", "language", "ko")

    loaded = load(home, {})
    assert loaded.problems == ()
    assert (loaded.settings.ui.theme, loaded.settings.ui.language) == ("dark", "ko")


def test_saving_writes_through_a_link(home: Home, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "parley.toml"
    real.parent.mkdir()
    real.write_text("", encoding="utf-8")
    home.root.mkdir(parents=True)
    home.settings_file.symlink_to(real)

    save(home, "ui", "theme", "light")

    assert home.settings_file.is_symlink()
    assert "light" in real.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("section", "key", "value", "told"),
    [
        pytest.param("voice", "speed", 9.0, "from 0.5 to 2.0", id="out of range"),
        pytest.param("ui", "theme", "pink", "one of auto", id="not a choice"),
        pytest.param("voice", "spede", 1.0, "no setting voice.spede", id="unknown key"),
        pytest.param("voise", "speed", 1.0, "no setting voise.speed", id="unknown section"),
    ],
)
def test_a_wrong_value_is_refused_and_the_file_unchanged(
    home: Home, section: str, key: str, value: Any, told: str
) -> None:
    before = "[voice]\nspeed = 1.1\n"
    written(home, before)

    with pytest.raises(ConfigError, match=told):
        save(home, section, key, value)

    assert home.settings_file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("text", ["[voice\n", "voice = 3\n"], ids=["not TOML", "not a section"])
def test_a_file_that_cannot_be_changed_is_left_as_it_is(home: Home, text: str) -> None:
    written(home, text)

    with pytest.raises(ConfigError, match="cannot be") as caught:
        save(home, "voice", "speed", 1.3)

    assert caught.value.hint
    assert home.settings_file.read_text(encoding="utf-8") == text


def test_a_home_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")

    with pytest.raises(ConfigError, match="cannot be written"):
        save(Home(root=blocked / "home", models=tmp_path), "voice", "speed", 1.3)


def test_saving_leaves_no_other_file_than_the_lock(home: Home) -> None:
    save(home, "voice", "speed", 1.3)

    assert sorted(os.listdir(home.root)) == ["settings.lock", "settings.toml"]


def test_only_the_person_can_read_what_is_saved(home: Home) -> None:
    save(home, "api", "token", "of-my-own-choosing-1234")
    assert home.settings_file.stat().st_mode & 0o777 == 0o600


def change_often(root: Path, key: str, begin: Barrier) -> None:
    """Write one setting many times, and read what it is after each; runs in a process of its own."""
    home = Home(root=root, models=root)
    begin.wait()
    for value in range(10, 40):
        save(home, "voice", key, value)
        assert getattr(load(home, {}).settings.voice, key) == value


def test_two_processes_lose_no_setting_of_each_other(home: Home) -> None:
    spawn = multiprocessing.get_context("spawn")
    begin = spawn.Barrier(2)
    other = spawn.Process(target=change_often, args=(home.root, "volume", begin))
    other.start()
    change_often(home.root, "long_reply_s", begin)
    other.join()

    assert other.exitcode == 0
    voice = load(home, {}).settings.voice
    assert (voice.volume, voice.long_reply_s) == (39, 39)


def test_a_settings_file_that_another_writer_holds_for_too_long_stays_as_it_is(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(home, "voice", "volume", 40)
    monkeypatch.setattr(private_files, "WRITER_S", 0.01)
    with (
        FileLock(private_files.lock_of(home.settings_file), thread_local=False),
        pytest.raises(ConfigError, match=r"settings\.toml"),
    ):
        save(home, "voice", "volume", 50)

    assert load(home, {}).settings.voice.volume == 40


@pytest.mark.parametrize(
    "text",
    ['[ui]\ntheme = "dark"\ntheme = "light"\n', f"[ui]\na = {'[' * 3_000}{']' * 3_000}\n"],
)
def test_a_file_that_cannot_be_read_is_not_written_over(home: Home, text: str) -> None:
    home.settings_file.parent.mkdir(parents=True, exist_ok=True)
    home.settings_file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be read"):
        save(home, "ui", "theme", "dark")
    assert home.settings_file.read_text("utf-8") == text


def test_a_link_that_leads_in_a_circle_is_told_as_a_file_that_cannot_be_written(
    home: Home,
) -> None:
    home.settings_file.parent.mkdir(parents=True, exist_ok=True)
    home.settings_file.symlink_to(home.settings_file.name)
    with pytest.raises(ConfigError, match="cannot be written"):
        save(home, "ui", "theme", "dark")


def test_a_long_value_is_refused_at_once(home: Home) -> None:
    home.settings_file.parent.mkdir(parents=True, exist_ok=True)
    text = f'[coding_agents]\nattention_exceptions = "{"x" * 1_000_000}"\n'
    home.settings_file.write_text(text, encoding="utf-8")
    (problem,) = load(home, {}).problems
    assert "attention_exceptions" in problem.message
