import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.tools.confirmation import DeskConfirmer, readable_arguments
from assistant.tools.permission import CallApproved, CallRefused, GuardedTool
from assistant.tools.tool import CallQuestion, Permission, ToolContext
from tests.helpers.tools.fakes import ScriptedPerson, ScriptedTool, context

WHO = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 1, 1, tzinfo=UTC))
WRITE = ScriptedTool("write_file", permission=Permission.SENSITIVE)
SHELL = ScriptedTool("shell", permission=Permission.RESTRICTED)


def chosen(*option_ids: str) -> Answered:
    return Answered(answers=(Answer(question_id="confirm", option_ids=option_ids),), provenance=WHO)


async def ask(
    tool: ScriptedTool,
    response: Response,
    *,
    confirmer: DeskConfirmer | None = None,
    conversation_id: str = "c1",
) -> tuple[CallApproved | CallRefused, list[QuestionSet]]:
    """Have the user asked; return the verdict and what they were asked."""
    person = ScriptedPerson()
    person.answers(response)
    verdict = await (confirmer or DeskConfirmer()).confirm(
        tool, {"path": "/etc/motd"}, context(person, conversation_id=conversation_id)
    )
    return verdict, person.asked


@pytest.mark.requirement("TOOL-12")
async def test_the_person_sees_the_real_name_and_the_real_arguments() -> None:
    _verdict, (asked,) = await ask(WRITE, Cancelled())

    (question,) = asked.questions
    assert "write_file" in asked.title
    assert "write_file" in question.text
    assert json.loads(question.context) == {"path": "/etc/motd"}
    assert asked.purpose is Purpose.CONFIRM
    assert asked.tool_use_id == "toolu_1"
    assert asked.timeout_s is None


class ExplainingTool(ScriptedTool):
    """Says what it would do, with a character that turns the text around."""

    @override
    async def explain(self, arguments: Mapping[str, Any], context: ToolContext) -> str:
        return f"Opens {arguments['path']}\u202e"


async def test_what_a_tool_says_of_a_call_stands_before_its_arguments_and_hides_nothing() -> None:
    tool = ExplainingTool("open", permission=Permission.SENSITIVE)
    person = ScriptedPerson()
    person.answers(Cancelled())
    confirmer = DeskConfirmer()
    guarded = GuardedTool(
        tool, permission=Permission.SENSITIVE, is_enabled=True, confirmer=confirmer
    )

    await guarded.run({"path": "a"}, context(person))

    words, arguments = person.asked[0].questions[0].context.split("\n\n")
    assert words == "Opens a\\u202e"
    assert json.loads(arguments) == {"path": "a"}


class SelfWordedTool(ScriptedTool):
    """Asks in its own words, with a character that turns the text around."""

    @override
    async def question(self, arguments: Mapping[str, Any], context: ToolContext) -> CallQuestion:
        return CallQuestion(
            title="Start",
            text=f"Start in {arguments['path']}?",
            details="fix it\u202e",
            refuse="Don't",
            allow="Start",
        )


@pytest.mark.requirement("TOOL-12")
@pytest.mark.parametrize("own", [Permission.SENSITIVE, Permission.SAFE])
async def test_a_tool_that_asks_in_its_own_words_asks_for_every_call(own: Permission) -> None:
    tool = SelfWordedTool("start", permission=own)
    confirmer = DeskConfirmer()
    guarded = GuardedTool(tool, permission=own, is_enabled=True, confirmer=confirmer)
    person = ScriptedPerson()
    for response in (chosen("allow"), chosen("refuse"), chosen("allow_session")):
        person.answers(response)

    outcomes = [await guarded.run({"path": "a"}, context(person)) for _call in range(3)]

    assert [one.is_error for one in outcomes] == [False, True, False]
    (question,) = person.asked[0].questions
    assert (question.text, question.context) == ("Start in a?", "fix it\\u202e")
    assert [option.label for option in question.options] == ["Don't", "Start"]
    assert question.options[0].default
    assert len(person.asked) == 3


async def test_the_focus_begins_on_refusing() -> None:
    _verdict, (asked,) = await ask(WRITE, Cancelled())

    assert [o.id for o in asked.questions[0].options if o.default] == ["refuse"]


async def test_allowing_once_approves_this_call_alone() -> None:
    confirmer = DeskConfirmer()

    first, _asked = await ask(WRITE, chosen("allow"), confirmer=confirmer)
    second, asked = await ask(WRITE, chosen("refuse"), confirmer=confirmer)

    assert first == CallApproved()
    assert isinstance(second, CallRefused)
    assert len(asked) == 1


async def test_allowing_for_the_session_approves_the_calls_that_follow() -> None:
    confirmer = DeskConfirmer()
    await ask(WRITE, chosen("allow_session"), confirmer=confirmer)

    verdict, asked = await ask(WRITE, chosen("refuse"), confirmer=confirmer)

    assert verdict == CallApproved()
    assert asked == []


async def test_allowing_for_the_session_holds_for_one_tool_in_one_conversation() -> None:
    confirmer = DeskConfirmer()
    await ask(WRITE, chosen("allow_session"), confirmer=confirmer)
    other = ScriptedTool("send_mail", permission=Permission.SENSITIVE)

    _verdict, asked_tool = await ask(other, Cancelled(), confirmer=confirmer)
    _verdict, asked_talk = await ask(WRITE, Cancelled(), confirmer=confirmer, conversation_id="c2")

    assert len(asked_tool) == len(asked_talk) == 1


@pytest.mark.parametrize(
    ("first", "option", "second", "is_asked"),
    [
        ({"file": "a.txt"}, "allow_session", {"file": "b.txt"}, False),
        ({"file": "a.txt"}, "allow_session", {"address": "https://a.example"}, True),
        ({"address": "none"}, "allow_session", {"address": "https://a.example"}, True),
        (
            {"address": "https://a.example"},
            "allow_place",
            {"address": "https://a.example/b"},
            False,
        ),
        ({"address": "https://a.example"}, "allow_place", {"address": "https://b.example"}, True),
        (
            {"address": "https://a.example"},
            "allow_place",
            {"address": "https://a.example:81"},
            True,
        ),
        ({"address": "https://a.example"}, "allow_place", {"file": "a.txt"}, True),
        (
            {"address": "https://a.example"},
            "allow_session",
            {"address": "https://b.example"},
            False,
        ),
        ({"address": "https://a.example"}, "allow_session", {"file": "a.txt"}, True),
    ],
)
async def test_a_place_is_allowed_for_the_session_and_others_only_if_all_are(
    first: Mapping[str, Any], option: str, second: Mapping[str, Any], is_asked: bool
) -> None:
    tool = ScriptedTool("open_address", permission=Permission.SENSITIVE)
    confirmer = DeskConfirmer()
    person = ScriptedPerson()
    person.answers(chosen(option))
    person.answers(chosen("refuse"))
    assert await confirmer.confirm(tool, first, context(person)) == CallApproved()

    verdict = await confirmer.confirm(tool, second, context(person))

    assert isinstance(verdict, CallRefused) is is_asked
    assert len(person.asked) == 1 + is_asked


@pytest.mark.parametrize(
    ("description", "schema"),
    [
        ("Does write_file, and sends it away.", {"type": "object"}),
        ("Does write_file.", {"type": "object", "properties": {"copy_to": {"type": "string"}}}),
    ],
    ids=["description", "schema"],
)
async def test_a_tool_that_becomes_another_is_asked_for_again(
    description: str, schema: dict[str, Any]
) -> None:
    confirmer = DeskConfirmer()
    await ask(WRITE, chosen("allow_session"), confirmer=confirmer)
    changed = ScriptedTool("write_file", permission=Permission.SENSITIVE)
    changed.description, changed.input_schema = description, schema

    verdict, asked = await ask(changed, chosen("refuse"), confirmer=confirmer)

    assert isinstance(verdict, CallRefused)
    assert len(asked) == 1


async def test_a_restricted_tool_is_confirmed_every_time() -> None:
    confirmer = DeskConfirmer()

    _verdict, (asked,) = await ask(SHELL, chosen("allow"), confirmer=confirmer)
    await ask(SHELL, chosen("allow_session"), confirmer=confirmer)  # as a faulty channel might
    _verdict, again = await ask(SHELL, Cancelled(), confirmer=confirmer)

    assert [option.id for option in asked.questions[0].options] == ["refuse", "allow"]
    assert len(again) == 1


@pytest.mark.parametrize(
    "response",
    [
        chosen("refuse"),
        chosen(),
        chosen("refuse", "allow"),
        Answered(answers=(), provenance=WHO),
        Cancelled(),
        TimedOut(after_s=1),
        Later(provenance=WHO),
        YouDecide(provenance=WHO),
        NoneFit(words="yes, allow", provenance=WHO),
    ],
    ids=lambda response: f"{response.outcome}",
)
async def test_nothing_but_the_choice_to_allow_approves(response: Response) -> None:
    verdict, _asked = await ask(WRITE, response)

    assert isinstance(verdict, CallRefused)
    assert verdict.reason


async def test_the_model_reads_why_a_call_was_not_allowed() -> None:
    verdict, _asked = await ask(WRITE, Cancelled(text="not into\nthis folder", provenance=WHO))
    assert isinstance(verdict, CallRefused)
    assert verdict.reason.endswith("Their reason: not into this folder")


@pytest.mark.parametrize(
    ("tool", "arguments", "offered"),
    [
        ("weather__forecast", {"city": "Busan", "days": 3}, ["allow_place"]),
        ("weather__forecast", {}, ["allow_place"]),
        ("browser__open", {"url": "https://a.example"}, ["allow_place", "allow_session"]),
        ("open_address", {"address": "https://a.example"}, ["allow_place", "allow_session"]),
        ("write_file", {"path": "/etc/motd"}, ["allow_session"]),
    ],
)
async def test_every_address_is_offered_where_the_call_names_one(
    tool: str, arguments: Mapping[str, Any], offered: Sequence[str]
) -> None:
    person = ScriptedPerson()
    person.answers(Cancelled())
    sensitive = ScriptedTool(tool, permission=Permission.SENSITIVE)
    await DeskConfirmer().confirm(sensitive, arguments, context(person))
    ids = [option.id for option in person.asked[0].questions[0].options]
    assert ids == ["refuse", "allow", *offered]


@pytest.mark.requirement("SEC-10")
@pytest.mark.parametrize("channel", [Channel.TELEGRAM, Channel.WEB, Channel.MCP, Channel.API])
async def test_a_request_from_elsewhere_is_refused_without_asking(channel: Channel) -> None:
    confirmer = DeskConfirmer()
    await ask(WRITE, chosen("allow_session"), confirmer=confirmer)
    person = ScriptedPerson()

    verdict = await confirmer.confirm(WRITE, {}, context(person, channel=channel))

    assert isinstance(verdict, CallRefused)
    assert person.asked == []


@pytest.mark.parametrize(
    ("tool", "setting", "expected"),
    [
        (WRITE, False, False),
        (WRITE, True, True),
        (SHELL, True, False),
    ],
)
async def test_a_spoken_yes_counts_only_if_set_and_never_for_restricted_tools(
    tool: ScriptedTool, setting: bool, expected: bool
) -> None:
    _verdict, (asked,) = await ask(
        tool, Cancelled(), confirmer=DeskConfirmer(voice_confirm=setting)
    )

    assert asked.voice_confirm is expected


def test_what_cannot_be_seen_is_written_out() -> None:
    shown = readable_arguments({"path": "a\u202egpj.exe\u200b", "text": "서울\n"})

    assert "\\u202e" in shown
    assert "\\u200b" in shown
    assert "서울" in shown


@pytest.mark.requirement("SEC-13", "SEC-15")
@pytest.mark.parametrize("hidden", ["\U000e0153", "\ufe03", "\u180b", "\u3164", "\u115f", "\u034f"])
def test_letters_that_do_not_show_are_written_out_too(hidden: str) -> None:
    shown = readable_arguments({"q": f"weather{hidden}in{hidden}{hidden}Oslo"})

    assert hidden not in shown
    assert json.loads(shown) == {"q": f"weather{hidden}in{hidden}{hidden}Oslo"}


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.text(max_size=10) | st.integers() | st.lists(st.text(max_size=5), max_size=3),
        max_size=3,
    )
)
def test_what_is_shown_is_the_arguments_and_nothing_else(arguments: dict[str, object]) -> None:
    shown = readable_arguments(arguments)

    assert json.loads(shown) == arguments
    assert all(c.isprintable() or c == "\n" for c in shown)
