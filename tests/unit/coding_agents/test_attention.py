"""How loud it is that a session waits or is done."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.coding_agents.model.attention import (
    AgentNews,
    AlertRules,
    Attention,
    AttentionRules,
    Circumstances,
    Loudness,
    QuestionReading,
    attention,
    question_reading,
    read_exceptions,
    read_phone_exceptions,
)
from assistant.coding_agents.model.session_board import (
    QuestionEnded,
    QuestionOpened,
    SessionBegan,
    SessionBoard,
    SessionEnded,
    SessionEvent,
    UserNeeded,
    WordsTaken,
    WorkDone,
)
from assistant.escalation.step import Step
from assistant.questions.model.asker import Asker

AT = datetime(2026, 1, 2, tzinfo=UTC)
SHOP = Asker(agent="Claude Code", project="web-shop", session="a")
API = Asker(agent="Codex", project="api", session="b")
WORKS = WordsTaken(asker=SHOP)
NEEDED = UserNeeded(asker=SHOP)
DONE = WorkDone(asker=SHOP, last_sentence="Tests pass.")
ASKS = QuestionOpened(asker=SHOP, questions_id="q")
WAITS_, DONE_ = AgentNews.WAITS, AgentNews.DONE
SAID, PHONE = Step.SPOKEN, Step.PHONE


def board(*events: SessionEvent) -> SessionBoard:
    found = SessionBoard()
    for event in events:
        found = found.after(event, AT)
    return found


def heard(
    before: Sequence[SessionEvent],
    *events: SessionEvent,
    rules: AttentionRules | None = None,
    around: Circumstances | None = None,
) -> Attention:
    was = board(*before)
    now = was
    for event in events:
        now = now.after(event, AT)
    return attention(was, now, rules or AttentionRules(), around or Circumstances())


@pytest.mark.parametrize(
    ("before", "event", "sound"),
    [
        ([], SessionBegan(asker=SHOP), None),
        ([], WORKS, None),
        ([WORKS], NEEDED, WAITS_),
        ([WORKS, NEEDED], NEEDED, None),
        ([WORKS], ASKS, WAITS_),
        ([], ASKS, WAITS_),
        ([WORKS, NEEDED], ASKS, WAITS_),
        ([WORKS, ASKS], QuestionOpened(asker=SHOP, questions_id="r"), WAITS_),
        ([WORKS, ASKS], ASKS, None),
        ([WORKS, ASKS], QuestionEnded(questions_id="q"), None),
        ([WORKS], DONE, DONE_),
        ([WORKS, DONE], DONE, None),
        ([WORKS, DONE], NEEDED, None),
        ([WORKS, DONE], WORKS, None),
        ([WORKS, ASKS], SessionEnded(asker=SHOP), None),
    ],
)
def test_each_thing_that_a_session_comes_to_has_its_sound(
    before: Sequence[SessionEvent], event: SessionEvent, sound: AgentNews | None
) -> None:
    assert heard(before, event) == Attention(sound=sound)


def test_one_tone_tells_of_many_and_waiting_is_the_one() -> None:
    both = heard([WORKS, WordsTaken(asker=API)], DONE, UserNeeded(asker=API))
    assert both.sound is WAITS_


SPOKEN = AttentionRules(usual=Loudness.SPOKEN)
OPEN = Circumstances(is_voice_open=True)


@pytest.mark.parametrize(
    ("rules", "around", "sound", "is_spoken"),
    [
        (AttentionRules(), Circumstances(), WAITS_, False),
        (AttentionRules(), OPEN, WAITS_, True),
        (SPOKEN, Circumstances(), WAITS_, True),
        (SPOKEN, Circumstances(is_busy=True), WAITS_, False),
        (SPOKEN, Circumstances(is_away=True, is_voice_open=True), WAITS_, False),
        (SPOKEN, Circumstances(is_speech_quiet=True, is_voice_open=True), WAITS_, False),
        (AttentionRules(), Circumstances(is_voice_open=True, is_busy=True), WAITS_, False),
        (SPOKEN, Circumstances(is_quiet_hour=True, is_voice_open=True), None, False),
        (AttentionRules(usual=Loudness.SILENT), OPEN, None, False),
        (AttentionRules(exceptions=read_exceptions("claude code=silent")), OPEN, None, False),
        (AttentionRules(exceptions=read_exceptions("codex = silent")), OPEN, WAITS_, True),
        (
            AttentionRules(exceptions=read_exceptions("Claude Code = silent, web shop = spoken")),
            Circumstances(),
            WAITS_,
            True,
        ),
    ],
)
def test_what_is_heard_follows_settings_and_circumstances(
    rules: AttentionRules, around: Circumstances, sound: AgentNews | None, is_spoken: bool
) -> None:
    found = heard([WORKS], NEEDED, rules=rules, around=around)
    assert found.sound is sound
    assert [(one.asker, news) for one, news in found.spoken] == [(SHOP, WAITS_)] * is_spoken


def test_those_that_wait_are_named_first() -> None:
    both = heard([WORKS, WordsTaken(asker=API)], DONE, UserNeeded(asker=API), rules=SPOKEN)
    assert [(one.asker.agent, news) for one, news in both.spoken] == [
        ("Codex", WAITS_),
        ("Claude Code", DONE_),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", {}),
        ("codex = silent", {"codex": Loudness.SILENT}),
        (" Web-Shop=spoken , codex = sound ", {"webshop": "spoken", "codex": "sound"}),
        ("codex = silent, codex = sound", {"codex": "sound"}),
        ("codex = silent phone 5, api = phone 20", {"codex": "silent"}),
    ],
)
def test_exceptions_are_read_by_what_is_heard_of_a_name(text: str, names: dict[str, str]) -> None:
    assert read_exceptions(text) == names


@pytest.mark.parametrize(
    ("text", "shop", "codex", "shop_min", "codex_min"),
    [
        ("", Loudness.SOUND, Loudness.SOUND, 0, 0),
        ("* = phone 5", Loudness.SOUND, Loudness.SOUND, 5, 5),
        ("* = silent phone 5, webshop = spoken", Loudness.SPOKEN, Loudness.SILENT, 5, 5),
        ("webshop = phone 0, * = phone 5", Loudness.SOUND, Loudness.SOUND, 0, 5),
    ],
)
def test_a_star_names_all_of_whom_nothing_else_is_said(
    text: str, shop: Loudness, codex: Loudness, shop_min: int, codex_min: int
) -> None:
    rules, nameless = AttentionRules.read("sound", text), Asker(agent="Codex")
    assert (rules.loudness(SHOP), rules.loudness(nameless)) == (shop, codex)
    assert (rules.phone_after(SHOP), rules.phone_after(nameless)) == (shop_min, codex_min)


@given(st.builds(Circumstances), st.sampled_from(Loudness))
def test_nothing_is_spoken_without_a_tone(around: Circumstances, usual: Loudness) -> None:
    rules = AttentionRules(usual=usual)
    found = heard([WORKS], DONE, rules=rules, around=around)
    assert found.sound is not None or not found.spoken


@pytest.mark.parametrize(
    ("usual", "is_quiet_hour", "reading"),
    [
        (Loudness.SILENT, False, QuestionReading.NEVER),
        (Loudness.SOUND, False, QuestionReading.IN_SESSION),
        (Loudness.SPOKEN, False, QuestionReading.ALWAYS),
        (Loudness.SPOKEN, True, QuestionReading.NEVER),
    ],
)
def test_questions_are_read_as_loud_as_their_agent_is(
    usual: Loudness, is_quiet_hour: bool, reading: QuestionReading
) -> None:
    rules = AttentionRules(usual=usual)
    assert question_reading(SHOP, rules, is_quiet_hour=is_quiet_hour) is reading
    assert question_reading(None, rules, is_quiet_hour=is_quiet_hour) is reading


def test_a_project_may_be_read_to_the_user_and_no_other() -> None:
    rules = AttentionRules(usual=Loudness.SILENT, exceptions=read_exceptions("webshop = spoken"))
    assert question_reading(SHOP, rules, is_quiet_hour=False) is QuestionReading.ALWAYS
    assert question_reading(API, rules, is_quiet_hour=False) is QuestionReading.NEVER


def test_a_session_whose_question_is_read_is_not_named_besides() -> None:
    around = Circumstances(is_voice_open=True, are_questions_read=True)
    assert heard([WORKS], ASKS, around=around) == Attention(sound=WAITS_)
    named = heard([WORKS], NEEDED, around=around).spoken
    assert [news for _session, news in named] == [WAITS_]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 30),
        ("claude code = phone 5", 5),
        ("Claude Code = silent phone 5, web shop=spoken  phone 0", 0),
        ("codex = phone 5, webshop = silent", 30),
    ],
)
def test_the_phone_is_told_after_as_many_minutes_as_is_set(text: str, minutes: int) -> None:
    rules = AttentionRules(phone_after_min=30, phone_exceptions=read_phone_exceptions(text))
    assert rules.phone_after(SHOP) == minutes
    assert rules.phone_after(None) == 30


@pytest.mark.parametrize(
    ("text", "usual", "steps"),
    [
        ("", {}, {}),
        ("", {PHONE: 30.0, SAID: 60.0}, {PHONE: 30.0, SAID: 60.0}),
        ("* = phone 5", {PHONE: 30.0}, {PHONE: 300.0}),
        ("* = silent", {SAID: 60.0, PHONE: 30.0}, {PHONE: 30.0}),
        ("webshop = spoken phone 1", {SAID: 60.0}, {SAID: 0.0, PHONE: 60.0}),
        ("codex = spoken phone 1", {}, {}),
    ],
)
def test_the_steps_of_an_agent_are_the_usual_ones_but_for_what_is_set_of_it(
    text: str, usual: dict[Step, float], steps: dict[Step, float]
) -> None:
    rules = AttentionRules.read("sound", text)
    assert rules.steps(SHOP, usual) == steps
    assert rules.steps(None, usual) == usual


def test_nothing_is_read_to_a_user_who_is_away() -> None:
    rules = AlertRules(attention=SPOKEN, is_away=True)
    assert rules.reading(SHOP, AT) is QuestionReading.NEVER
    assert AlertRules(attention=SPOKEN).reading(SHOP, AT) is QuestionReading.ALWAYS


def test_in_a_call_no_tone_sounds_either() -> None:
    assert AlertRules(is_hushed=True).is_quiet(AT, Step.NOTIFICATION)
    assert not AlertRules().is_quiet(AT, Step.NOTIFICATION)
