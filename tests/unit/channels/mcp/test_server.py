"""Calls of clients, in both eras of the protocol, with the user's surfaces and with forms."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import anyio
import pytest
from mcp import Client
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolResult,
    ClientCapabilities,
    ElicitResult,
    Implementation,
    InputRequiredResult,
    InputResponses,
    ListRootsResult,
    RequestParamsMeta,
    Root,
)
from pydantic import FileUrl
from typing_extensions import override

from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Cancelled, NoneFit, Provenance, TimedOut
from tests.helpers.loop_clock import LoopClock
from tests.helpers.mcp.clients import (
    CHOICE,
    QUESTION,
    FakeSurface,
    Person,
    accepted,
    chosen,
    client_of,
    question_server,
    record,
    text,
)

MODERN = "auto"  # asks which versions the server speaks
pytestmark = pytest.mark.looptime
WHERE: dict[str, Any] = {
    "question_id": "where",
    "question_text": "Where does the token travel?",
    "type": "multiple_choice",
    "options": [{"id": "header", "label": "Header"}, {"id": "cookie", "label": "Cookie"}],
}
eras = pytest.mark.parametrize("era", ["legacy", MODERN])
Calling: TypeAlias = "asyncio.Task[CallToolResult]"


async def put(
    client: Client, surface: FakeSurface, arguments: dict[str, Any] = CHOICE, **how: Any
) -> Calling:
    """Call, and wait until the surface has the question."""
    call = client.call_tool("provide_choice", arguments, **how)
    calling = asyncio.create_task(call)
    await surface.until()
    return calling


async def answered(surface: FakeSurface, calling: Calling, option: str) -> Mapping[str, Any]:
    """Choose on the surface, and return what the client is told."""
    surface.answer("Database", chosen(surface.asked["Database"], option))
    return record(await calling)


@pytest.mark.requirement("MCP-01", "MCP-12")
@eras
async def test_a_client_finds_both_tools(era: str) -> None:
    async with client_of(question_server(), era) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"provide_choice", "ask_user_question"}
        with pytest.raises(MCPError, match="Unknown tool"):
            await client.call_tool("choose", {})


@pytest.mark.requirement("MCP-10")
async def test_a_client_learns_who_serves_it() -> None:
    async with client_of(question_server(), "legacy") as client:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("parley", "1.2.3")
        assert client.instructions is not None
        assert "Ask instead of guessing" in client.instructions


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08", "TEST-18", "TEST-19")
@eras
async def test_a_choice_is_made_on_a_surface(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        calling = await put(client, surface)
        questions = surface.asked["Database"]
        assert questions.asker == Asker(agent="The Tester")
        assert questions.timeout_s == 300
        second = questions.questions[0].options[1].id
        surface.answer("Database", chosen(questions, second, note="small"))
        result = await calling
    assert record(result) == {
        "action_status": "selected",
        "selection": {
            "indices": [1],
            "labels": ["SQLite"],
            "annotations": [{"index": 1, "text": "small"}],
        },
        "transport": "desktop",
        "url": None,
        "message": "The user selected: SQLite.",
    }


@pytest.mark.requirement("MCP-01", "MCP-12")
@eras
async def test_a_question_is_answered_in_words_and_as_a_record(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        calling = asyncio.create_task(client.call_tool("ask_user_question", QUESTION))
        await surface.until()
        (title,) = surface.asked
        surface.answer(title, chosen(surface.asked[title], "jwt"))
        result = await calling
    assert "Selected: JWT" in text(result)
    assert record(result)["answers"][0]["option_ids"] == ["jwt"]


@pytest.mark.requirement("MCP-04", "MCP-05", "MCP-06", "TEST-22", "TEST-23")
@eras
@pytest.mark.parametrize(
    ("response", "status"),
    [(Cancelled(), "cancelled"), (TimedOut(after_s=300), "timeout")],
)
async def test_no_choice_is_told(era: str, response: Any, status: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        calling = await put(client, surface)
        surface.answer("Database", response)
        told = record(await calling)
    assert told["action_status"] == status
    assert told["selection"] == {"indices": [], "labels": [], "annotations": []}


@pytest.mark.requirement("MCP-02", "MCP-09", "TEST-18")
@eras
@pytest.mark.parametrize(
    "arguments",
    [{}, CHOICE | {"prompt": "  "}, CHOICE | {"type": "radio"}, CHOICE | {"options": "A"}],
)
async def test_a_malformed_call_asks_nobody(era: str, arguments: dict[str, Any]) -> None:
    surface, person = FakeSurface(), Person()
    async with client_of(question_server(surface), era, person) as client:
        result = await client.call_tool("provide_choice", arguments)
    assert result.is_error
    assert "cannot be asked" in text(result)
    assert not surface.asked
    assert not person.forms


@pytest.mark.requirement("MCP-03")
@eras
async def test_a_transport_that_is_not_there_asks_nobody(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era, Person()) as client:
        result = await client.call_tool("provide_choice", CHOICE | {"transport": "terminal"})
    assert result.is_error
    assert "Use auto or web." in text(result)
    assert not surface.asked


@eras
async def test_nobody_there_is_told(era: str) -> None:
    async with client_of(question_server(FakeSurface(is_there=False)), era) as client:
        choice = record(await client.call_tool("provide_choice", CHOICE))
        words = await client.call_tool("ask_user_question", QUESTION)
    assert (choice["action_status"], choice["transport"]) == ("timeout", "none")
    assert "Nobody can be asked. Nobody is at the desktop." in choice["message"]
    assert (record(words)["status"], record(words)["outcome"]) == ("timeout", "nobody_asked")
    assert "Nobody can be asked" in text(words)


@pytest.mark.requirement("MCP-16")
@eras
async def test_calls_at_the_same_time_never_mix(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        calls = {
            title: asyncio.create_task(
                client.call_tool("provide_choice", CHOICE | {"title": title})
            )
            for title in ("one", "two", "three")
        }
        await surface.until(3)
        assert len({questions.id for questions in surface.asked.values()}) == 3
        for place, title in enumerate(("three", "one", "two")):
            questions = surface.asked[title]
            option = questions.questions[0].options[place].id
            surface.answer(title, chosen(questions, option))
        labels = {title: record(await call)["selection"]["labels"] for title, call in calls.items()}
    assert labels == {"three": ["PostgreSQL"], "one": ["SQLite"], "two": ["None"]}


@pytest.mark.requirement("MCP-15")
async def test_a_client_that_cancels_withdraws_the_question() -> None:
    surface = FakeSurface()
    surface.clearing_s = 0.2
    async with client_of(question_server(surface), "legacy") as client:
        with anyio.move_on_after(5):
            await client.call_tool("provide_choice", CHOICE)
        async with asyncio.timeout(2):
            await surface.until_withdrawn()
    assert surface.withdrawn == ["Database"]


@pytest.mark.parametrize(
    ("era", "has_forms"), [("legacy", False), ("legacy", True), (MODERN, False)]
)
async def test_the_end_of_the_program_withdraws_every_question_and_tells(
    era: str, has_forms: bool
) -> None:
    surface, person = FakeSurface(), Person()
    surface.clearing_s = 0.2
    server = question_server(surface)
    async with client_of(server, era, person if has_forms else None) as client:
        calling = asyncio.create_task(client.call_tool("provide_choice", CHOICE))
        await asyncio.sleep(1)
        assert bool(person.forms) == has_forms
        await server.withdraw()
        assert surface.withdrawn == ["Database"]
        result = await calling
    assert result.is_error
    assert "has ended before there was an answer" in text(result)


@pytest.mark.requirement("MCP-14")
@eras
async def test_whoever_wants_progress_hears_of_the_wait_and_of_the_page(era: str) -> None:
    surface = FakeSurface("web", url="http://127.0.0.1:1/choice/x")
    told: list[tuple[float, float | None, str | None]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with client_of(question_server(surface), era) as client:
        calling = await put(client, surface, CHOICE, progress_callback=heard)
        await asyncio.sleep(40)
        questions = surface.asked["Database"]
        option = questions.questions[0].options[0].id
        surface.answer("Database", chosen(questions, option))
        result = record(await calling)
    assert result["url"] == "http://127.0.0.1:1/choice/x"
    assert len([message for _d, _t, message in told if "choice/x" in (message or "")]) >= 3
    assert [total for _d, total, _m in told] == [300.0] * len(told)
    done = [done for done, _t, _m in told]
    assert done == sorted(set(done))


# With forms.


@pytest.mark.requirement("G-12", "MCP-03", "MCP-07", "MCP-08")
@eras
async def test_a_form_is_accepted(era: str) -> None:
    surface = FakeSurface()
    person = Person(accepted(q1="SQLite", q1_note="small"), after_s=3)
    async with client_of(question_server(surface), era, person) as client:
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert told["action_status"] == "selected"
    assert told["selection"] == {
        "indices": [1],
        "labels": ["SQLite"],
        "annotations": [{"index": 1, "text": "small"}],
    }
    assert told["transport"] == "elicitation"
    assert surface.withdrawn == ["Database"]
    (form,) = person.forms
    assert form.message.startswith("Database\n\nThe importer needs a store.")
    assert form.requested_schema["required"] == ["q1"]


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08")
@eras
async def test_several_options_are_accepted(era: str) -> None:
    person = Person(accepted(q1=["None", "PostgreSQL"]))
    arguments = CHOICE | {"type": "multi_select"}
    async with client_of(question_server(), era, person) as client:
        told = record(await client.call_tool("provide_choice", arguments))
    assert told["selection"]["indices"] == [0, 2]


@pytest.mark.requirement("MCP-05")
@eras
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_form_is_declined_or_cancelled(era: str, action: Any) -> None:
    surface, person = FakeSurface(), Person(ElicitResult(action=action), after_s=1.2)
    async with client_of(question_server(surface), era, person) as client:
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert surface.withdrawn == ["Database"]
    assert told["action_status"] == "cancelled"
    assert told["selection"] == {"indices": [], "labels": [], "annotations": []}
    assert ("declined" in told["message"]) == (action == "decline")


@eras
async def test_what_does_not_fit_is_asked_again(era: str) -> None:
    person = Person(accepted(q1="Oracle"), accepted(q1="None"))
    async with client_of(question_server(), era, person) as client:
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert told["selection"]["labels"] == ["None"]
    assert "does not fit" in person.forms[1].message


@eras
async def test_follow_ups_are_asked_after_their_question(era: str) -> None:
    follow_up = {
        "question_id": "providers",
        "question_text": "Which providers?",
        "type": "checkbox",
        "options": [{"id": "google", "label": "Google"}, {"id": "github", "label": "GitHub"}],
    }
    person = Person(accepted(q1="OAuth 2.0"), accepted(q1=["GitHub"]))
    arguments = QUESTION | {"follow_up_questions": {"oauth": [follow_up]}}
    async with client_of(question_server(), era, person) as client:
        told = record(await client.call_tool("ask_user_question", arguments))
    assert [answer["option_ids"] for answer in told["answers"]] == [["oauth"], ["github"]]


@pytest.mark.requirement("MCP-04", "MCP-06")
async def test_a_form_that_is_not_filled_in_in_time() -> None:
    async with client_of(question_server(), "legacy", Person()) as client:
        told = record(await client.call_tool("provide_choice", CHOICE | {"timeout_s": 30}))
    assert told["action_status"] == "timeout"
    assert told["message"].startswith("No response within 30 seconds.")


@pytest.mark.requirement("MCP-04", "MCP-06")
async def test_an_answer_that_comes_too_late() -> None:
    clock = LoopClock()
    arguments = CHOICE | {"timeout_s": 30}
    async with client_of(question_server(clock=clock), MODERN, Person()) as client:
        wanted = await client.session.call_tool(
            "provide_choice", arguments, allow_input_required=True
        )
        assert isinstance(wanted, InputRequiredResult)
        await asyncio.sleep(31)
        result = await client.session.call_tool(
            "provide_choice",
            arguments,
            input_responses={"answer": accepted(q1="SQLite")},
            request_state=wanted.request_state,
            allow_input_required=True,
        )
    assert not isinstance(result, InputRequiredResult)
    assert record(result)["action_status"] == "timeout"


@pytest.mark.requirement("Q-LIFE-17", "SEC-08")
async def test_a_form_that_is_sent_twice_is_answered_once() -> None:
    async with client_of(question_server(), MODERN, Person()) as client:
        wanted = await client.session.call_tool("provide_choice", CHOICE, allow_input_required=True)
        assert isinstance(wanted, InputRequiredResult)
        told: list[CallToolResult] = []
        for choice in ("SQLite", "SQLite", "PostgreSQL"):
            result = await client.session.call_tool(
                "provide_choice",
                CHOICE,
                input_responses={"answer": accepted(q1=choice)},
                request_state=wanted.request_state,
                allow_input_required=True,
            )
            assert isinstance(result, CallToolResult)
            told.append(result)
    assert record(told[0])["selection"]["labels"] == ["SQLite"]
    assert [result.is_error for result in told] == [False, True, True]
    assert all("already_answered" in text(result) for result in told[1:])


@pytest.mark.requirement("Q-LIFE-17")
async def test_an_earlier_round_that_is_sent_again_does_not_undo_it() -> None:
    required: dict[str, Any] = QUESTION | {"follow_up_questions": {"jwt": [WHERE]}}
    async with client_of(question_server(), MODERN, Person()) as client:

        async def call(answer: ElicitResult | None, state: str | None) -> Any:
            return await client.session.call_tool(
                "ask_user_question",
                required,
                input_responses=None if answer is None else {"answer": answer},
                request_state=state,
                allow_input_required=True,
            )

        first = await call(None, None)
        second = await call(accepted(q1="JWT"), first.request_state)
        assert isinstance(second, InputRequiredResult)
        refused = await call(accepted(q1="OAuth 2.0"), first.request_state)
        assert refused.is_error
        done = await call(accepted(q1="Header"), second.request_state)
    assert [one["option_ids"] for one in record(done)["answers"]] == [["jwt"], ["header"]]


@pytest.mark.requirement("Q-MODEL-48", "Q-MODEL-51")
@eras
async def test_what_was_put_right_in_a_call_is_told(era: str) -> None:
    surface = FakeSurface()
    defaults = [option | {"default": True} for option in QUESTION["options"]]
    odd = QUESTION | {"options": defaults, "follow_up_questions": {"saml": [WHERE]}}
    async with client_of(question_server(surface), era) as client:
        for call in (odd, QUESTION):
            surface.asked.clear()
            asking = asyncio.create_task(client.call_tool("ask_user_question", call))
            await surface.until()
            ((key, put),) = surface.asked.items()
            surface.answer(key, chosen(put, "jwt"))
            told = record(await asking)
            assert told["question_ids"][0] == "auth_strategy_01"
            notes = "\n".join(told["notes"])
            assert ("several defaults" in notes) is (call is odd)
            assert ("an option that does not exist" in notes) is (call is odd)


async def test_nothing_that_came_back_is_asked_for_again() -> None:
    async with client_of(question_server(), MODERN, Person()) as client:
        wanted = await client.session.call_tool("provide_choice", CHOICE, allow_input_required=True)
        assert isinstance(wanted, InputRequiredResult)
        again = await client.session.call_tool(
            "provide_choice",
            CHOICE,
            request_state=wanted.request_state,
            allow_input_required=True,
        )
        assert isinstance(again, InputRequiredResult)
        assert again.input_requests is not None
        assert list(again.input_requests) == ["answer"]


async def test_state_that_was_meddled_with_is_refused() -> None:
    async with client_of(question_server(), MODERN, Person()) as client:
        wanted = await client.session.call_tool("provide_choice", CHOICE, allow_input_required=True)
        assert isinstance(wanted, InputRequiredResult)
        assert wanted.request_state is not None
        assert "Database" not in wanted.request_state
        answer: InputResponses = {"answer": accepted(q1="SQLite")}
        state = wanted.request_state
        meddled = state[:30] + ("A" if state[30] != "A" else "B") + state[31:]
        for sent, arguments in (
            (meddled, CHOICE),
            (state, CHOICE | {"title": "Something else"}),
        ):
            with pytest.raises(MCPError, match="requestState"):
                await client.session.call_tool(
                    "provide_choice",
                    arguments,
                    input_responses=answer,
                    request_state=sent,
                    allow_input_required=True,
                )


@pytest.mark.requirement("MCP-03")
@eras
async def test_a_named_transport_wins_over_forms(era: str) -> None:
    surface, person = FakeSurface("web"), Person()
    async with client_of(question_server(surface), era, person) as client:
        calling = asyncio.create_task(
            client.call_tool("provide_choice", CHOICE | {"transport": "web"})
        )
        await surface.until()
        surface.answer(
            "Database",
            NoneFit(
                words="MariaDB",
                provenance=Provenance.model_validate(
                    {"channel": "web", "method": "typed", "at": "2026-01-02T00:00:00Z"}
                ),
            ),
        )
        told = record(await calling)
    assert told["selection"]["annotations"] == [{"index": None, "text": "MariaDB"}]
    assert not person.forms


@pytest.mark.requirement("MCP-03")
async def test_a_client_that_shows_no_form_after_all() -> None:
    surface = FakeSurface()

    class Unable(Person):
        @override
        async def fill_in(self, context: Any, params: Any) -> Any:
            raise MCPError(code=-32601, message="not here")

    async with client_of(question_server(surface), "legacy", Unable()) as client:
        calling = await put(client, surface)
        surface.answer("Database", Cancelled())
        assert record(await calling)["transport"] == "desktop"


@pytest.mark.requirement("MCP-03")
@eras
@pytest.mark.parametrize(
    ("shows", "has_forms"),
    [
        ({}, True),
        ({"form": {}}, True),
        ({"form": {}, "url": {}}, True),
        ({"url": {}}, False),
    ],
    ids=["unnamed", "forms", "both", "addresses"],
)
async def test_only_a_client_that_shows_forms_is_asked_to(
    era: str, shows: dict[str, Any], has_forms: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    capabilities = ClientCapabilities.model_validate({"elicitation": shows})

    def said(_session: ClientSession, _version: str) -> ClientCapabilities:
        return capabilities

    monkeypatch.setattr(ClientSession, "_build_capabilities", said)
    surface, person = FakeSurface(), Person(accepted(q1="SQLite"))
    async with client_of(question_server(surface), era, person) as client:
        calling = asyncio.create_task(client.call_tool("provide_choice", CHOICE))
        if not has_forms:
            await surface.until()
            await answered(surface, calling, "2")
        told = record(await calling)
    assert told["transport"] == ("elicitation" if has_forms else "desktop")
    assert told["selection"]["labels"] == ["SQLite"]
    assert bool(person.forms) == has_forms


@pytest.mark.requirement("MCP-14")
@eras
async def test_progress_past_the_total_has_none(era: str) -> None:
    surface = FakeSurface()  # which waits longer while its user writes
    told: list[tuple[float, float | None]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total))

    # In one process the package hands progress on without a token.
    server = question_server(surface, call_limit_s=3600)
    async with client_of(server, era) as client:
        arguments = CHOICE | {"timeout_s": 30}
        calling = await put(client, surface, arguments, progress_callback=heard)
        await asyncio.sleep(70)
        await answered(surface, calling, "1")
    done = [done for done, _total in told]
    assert done == sorted(set(done))
    assert done[-1] > 30
    assert all(total == (30.0 if done <= 30 else None) for done, total in told)


# Forms that nobody answers, and those that are beside the running Parley.

REFUSALS: Final = (
    ElicitResult(action="cancel"),
    ElicitResult(action="decline"),
    ElicitResult(action="accept", content={}),
)


@pytest.mark.requirement("MCP-03")
@eras
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: one.action)
@pytest.mark.parametrize("after_s", [0.0, 0.13, 0.9])
async def test_what_a_client_answers_by_itself_is_answered_by_the_person_in_the_window(
    era: str, refusal: ElicitResult, after_s: float
) -> None:
    surface, person = FakeSurface(), Person(refusal, after_s=after_s)
    async with client_of(question_server(surface), era, person) as client:
        for number in range(2):
            surface.asked.clear()
            calling = await put(client, surface)
            await asyncio.sleep(5)
            assert not calling.done()
            assert not surface.withdrawn
            told = await answered(surface, calling, "2")
            assert (told["action_status"], told["transport"]) == ("selected", "desktop")
            assert told["selection"]["labels"] == ["SQLite"]
            assert len(person.forms) == 1, number  # the connection remembers it
    assert not surface.withdrawn


@pytest.mark.requirement("MCP-03")
@eras
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: one.action)
async def test_where_nobody_is_left_the_status_says_so_and_blames_no_person(
    era: str, refusal: ElicitResult
) -> None:
    person = Person(refusal)
    gone = FakeSurface(is_there=False)
    async with client_of(question_server(gone), era, person) as client:
        for _number in range(2):
            choice = await client.call_tool("provide_choice", CHOICE)
            told = record(choice)
            assert told["action_status"] == "timeout"
            assert told["selection"] == {"indices": [], "labels": [], "annotations": []}
            words = await client.call_tool("ask_user_question", QUESTION)
            assert record(words)["status"] == "timeout"
            for said in (text(choice), text(words)):
                assert "Nobody can be asked" in said
                assert "answers its forms by itself" in said
                assert "cancelled" not in said
                assert "declined" not in said
    assert len(person.forms) == 1


@pytest.mark.requirement("MCP-03")
@pytest.mark.parametrize(
    ("era", "person", "withdrawn"),
    [
        pytest.param("legacy", Person(), 1, id="the form is withdrawn"),
        pytest.param(MODERN, Person(accepted(q1="SQLite"), after_s=20), 0, id="it cannot be"),
    ],
)
async def test_the_window_answers_first_and_the_form_undoes_nothing(
    era: str, person: Person, withdrawn: int
) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era, person) as client:
        calling = await put(client, surface)
        await asyncio.sleep(10)
        assert person.forms
        told = await answered(surface, calling, "3")
        await asyncio.sleep(1)
    assert (told["transport"], told["selection"]["labels"]) == ("desktop", ["None"])
    assert person.withdrawn == withdrawn


@pytest.mark.requirement("MCP-03")
@eras
async def test_a_form_goes_on_where_the_window_goes(era: str) -> None:
    gone = FakeSurface(is_there=False)
    person = Person(accepted(q1="SQLite"), after_s=20)
    async with client_of(question_server(gone), era, person) as client:
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert (told["transport"], told["selection"]["labels"]) == ("elicitation", ["SQLite"])


async def test_the_windows_time_out_counts_and_the_forms_does_not() -> None:
    surface, person = FakeSurface(), Person()
    async with client_of(question_server(surface), "legacy", person) as client:
        arguments = CHOICE | {"timeout_s": 30}
        calling = await put(client, surface, arguments)
        await asyncio.sleep(45)  # the user is busy with it there
        assert not calling.done()
        assert (await answered(surface, calling, "1"))["selection"]["labels"] == ["PostgreSQL"]


@pytest.mark.requirement("MCP-03")
@eras
async def test_forms_come_first_or_never_if_that_is_set(era: str) -> None:
    surface, person = FakeSurface(), Person(accepted(q1="SQLite"), after_s=5)
    async with client_of(question_server(surface, client_forms="first"), era, person) as client:
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert told["transport"] == "elicitation"
    assert not surface.asked
    async with client_of(question_server(surface, client_forms="never"), era, person) as client:
        calling = await put(client, surface)
        assert (await answered(surface, calling, "1"))["transport"] == "desktop"
    assert len(person.forms) == 1


@eras
async def test_a_client_that_is_known_to_answer_by_itself_is_shown_no_form(era: str) -> None:
    surface, person = FakeSurface("web"), Person(ElicitResult(action="cancel"), after_s=5)
    async with client_of(question_server(surface, is_unattended=True), era, person) as client:
        calling = await put(client, surface)
        assert (await answered(surface, calling, "2"))["selection"]["labels"] == ["SQLite"]
    assert not person.forms


async def test_a_form_that_gives_back_nothing_that_fits_asks_nobody() -> None:
    surface = FakeSurface("web")
    person = Person(*[accepted(q1="Oracle")] * 8)
    async with client_of(question_server(surface), "legacy", person) as client:
        calling = await put(client, surface)
        assert (await answered(surface, calling, "1"))["selection"]["labels"] == ["PostgreSQL"]


# Clients that give up on a call.


@pytest.mark.requirement("MCP-14")
@eras
@pytest.mark.parametrize("limit_s", [60, 3600])
async def test_a_client_that_hears_no_progress_is_told_to_call_again_and_finds_its_question(
    era: str, limit_s: float
) -> None:
    surface = FakeSurface("web", url="http://127.0.0.1:1/choice/x")
    server = question_server(surface, call_limit_s=limit_s)
    async with client_of(server, era) as client:
        began = asyncio.get_running_loop().time()
        for _number in range(3):
            told = record(await client.call_tool("provide_choice", CHOICE))
            assert (told["action_status"], told["url"]) == ("pending", surface.url)
            assert "Call again with exactly the same arguments" in told["message"]
            await asyncio.sleep(15)
        assert asyncio.get_running_loop().time() - began == pytest.approx(3 * limit_s, abs=1)
        assert not surface.withdrawn
        asking = asyncio.create_task(client.call_tool("provide_choice", CHOICE))
        await asyncio.sleep(1)
        assert (await answered(surface, asking, "2"))["selection"]["labels"] == ["SQLite"]
    assert not surface.withdrawn


@eras
async def test_an_answer_between_two_calls_is_the_result_of_the_next(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        words = await client.call_tool("ask_user_question", QUESTION)
        assert (record(words)["status"], record(words)["answers"]) == ("pending", [])
        assert "still open" in text(words)
        await asyncio.sleep(300)
        (key,) = surface.asked
        surface.answer(key, chosen(surface.asked[key], "jwt"))
        await asyncio.sleep(299)
        words = await client.call_tool("ask_user_question", QUESTION)
        assert record(words)["answers"][0]["option_ids"] == ["jwt"]


async def test_a_question_that_is_not_called_for_again_is_withdrawn_after_ten_minutes() -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), "legacy") as client:
        await client.call_tool("provide_choice", CHOICE)
        await asyncio.sleep(599)
        assert not surface.withdrawn
        await asyncio.sleep(2)
        assert surface.withdrawn == ["Database"]


async def test_a_client_that_leaves_takes_its_open_question_with_it() -> None:
    surface = FakeSurface()
    server = question_server(surface)
    async with client_of(server, "legacy") as client:
        await client.call_tool("provide_choice", CHOICE)
    await server.withdraw()
    assert surface.withdrawn == ["Database"]


async def test_calls_that_differ_or_come_together_have_questions_of_their_own() -> None:
    surface = FakeSurface()
    seen: list[str] = []

    class Counting(FakeSurface):
        @override
        async def ask(self, questions: Any, opened: Any) -> Any:
            seen.append(questions.id)
            return await surface.ask(questions, opened)

    async with client_of(question_server(Counting()), "legacy") as client:
        together = [
            asyncio.create_task(client.call_tool("provide_choice", CHOICE)) for _ in range(2)
        ]
        await asyncio.sleep(60)
        assert len(seen) == 2
        other = CHOICE | {"prompt": "Another one?"}
        record(await client.call_tool("provide_choice", other))
        assert len(seen) == len({*seen}) == 3
        for call in together:
            call.cancel()


async def test_progress_keeps_a_call_open() -> None:
    surface = FakeSurface()

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        pass

    async with client_of(question_server(surface), "legacy") as client:
        asking = await put(client, surface, CHOICE, progress_callback=heard)
        await asyncio.sleep(200)
        assert not asking.done()
        assert (await answered(surface, asking, "1"))["action_status"] == "selected"


async def test_a_form_whose_client_never_comes_back_leaves_the_window_after_ten_minutes() -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), MODERN, Person()) as client:
        wanted = await client.session.call_tool(
            "provide_choice", CHOICE | {"timeout_s": 3600}, allow_input_required=True
        )
        assert isinstance(wanted, InputRequiredResult)
        await surface.until()
        await asyncio.sleep(601)
        assert surface.withdrawn == ["Database"]


# Who asks.


@pytest.mark.parametrize(
    ("uris", "asked_by"),
    [
        (["file:///home/me/webshop"], "The Tester · webshop"),
        ([], "The Tester"),
        (None, "The Tester"),
    ],
)
async def test_a_client_that_says_where_it_works_is_asked_once(
    uris: list[str] | None, asked_by: str
) -> None:
    surface, asked = FakeSurface(), list[None]()

    async def roots(context: Any) -> ListRootsResult:
        asked.append(None)
        if uris is None:
            await asyncio.Event().wait()
        return ListRootsResult(roots=[Root(uri=FileUrl(uri)) for uri in uris or ()])

    client = Client(
        question_server(surface).build(),
        mode="legacy",
        client_info=Implementation(name="tester", version="1", title="The Tester"),
        list_roots_callback=roots,
    )
    async with client:
        for _number in range(2):
            surface.asked.clear()
            calling = await put(client, surface)
            assert surface.asked["Database"].asked_by == asked_by
            await answered(surface, calling, "1")
    assert len(asked) == 1


@eras
@pytest.mark.parametrize("started_in", ["", "desktop-app"])
async def test_each_call_may_say_where_it_comes_from(era: str, started_in: str) -> None:
    surface = FakeSurface()
    client = Client(
        question_server(surface, project=started_in).build(),
        mode=era,
        client_info=Implementation(name="codex-mcp-client", version="1"),
    )
    async with client:
        for folder in ("webshop", "blog"):
            surface.asked.clear()
            turn: RequestParamsMeta = {
                "x-codex-turn-metadata": {"workspaces": {f"/home/me/{folder}": {}}}
            }
            calling = await put(client, surface, meta=turn)
            assert surface.asked["Database"].asked_by == f"Codex · {folder}"
            await answered(surface, calling, "1")


@eras
async def test_a_client_that_names_its_session_asks_for_it(era: str) -> None:
    surface = FakeSurface()
    async with client_of(question_server(surface), era) as client:
        calling = await put(client, surface, meta={"threadId": "t-1"})
        assert surface.asked["Database"].asker == Asker(agent="The Tester", session="t-1")
        await answered(surface, calling, "1")
