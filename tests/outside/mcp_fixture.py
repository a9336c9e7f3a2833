"""Our MCP server with the tools that the conformance suite looks for: `python -m tests.outside.mcp_fixture`.

What is looked at is ours: the server, what seals its state, the door and the guard before it, and
HTTP. The suite's tools have fixed names and answers, and stand beside our own. The address is the
first line of standard output; the end of standard input ends it.
"""

import asyncio
import base64
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from assistant.assembly.mcp.server import over_http
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.channels.mcp.server import QuestionServer
from assistant.clock import SystemClock

Context = ServerRequestContext[Any, Any]
Result = types.CallToolResult | types.InputRequiredResult
Work = Callable[[Context, types.CallToolRequestParams], Awaitable[Result]]

_NAME_FORM: Final = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
}
_DEFAULTS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    },
}
_PLAIN: Final = ["option1", "option2", "option3"]


def _titled(word: str) -> list[dict[str, str]]:
    places = ("First", "Second", "Third")
    return [{"const": f"value{n}", "title": f"{p} {word}"} for n, p in enumerate(places, start=1)]


_ENUMS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": _PLAIN},
        "titledSingle": {"type": "string", "oneOf": _titled("Option")},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _PLAIN}},
        "titledMulti": {"type": "array", "items": {"anyOf": _titled("Choice")}},
    },
}
_WORDS: Final = {"type": "string"}
_SCHEMA_2020: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": _WORDS, "city": _WORDS},
        }
    },
    "properties": {
        "name": _WORDS,
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": _WORDS,
        "email": _WORDS,
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
_USER: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    },
    "required": ["username", "email"],
}
_PIXEL: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
_SILENCE: Final = base64.b64encode(
    b"RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00"
    b"\x01\x00\x08\x00data\x00\x00\x00\x00"
).decode()


def said(*words: str) -> types.CallToolResult:
    """Return a result of words."""
    return types.CallToolResult(content=[types.TextContent(text=text) for text in words])


def elicits(message: str, schema: dict[str, Any]) -> types.ElicitRequest:
    """Return the request for a form."""
    return types.ElicitRequest(
        params=types.ElicitRequestFormParams(message=message, requested_schema=schema)
    )


def samples(words: str, most: int) -> types.CreateMessageRequest:
    """Return the request for words of the client's model."""
    message = types.SamplingMessage(role="user", content=types.TextContent(text=words))
    return types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(messages=[message], max_tokens=most)
    )


def wants(state: str | None = None, **requests: Any) -> types.InputRequiredResult:
    """Return what has the client fill in something and call again."""
    return types.InputRequiredResult(input_requests=requests, request_state=state)


def field(params: Any, key: str, name: str) -> object:
    """Return a field of a form that came back, or None."""
    responses: types.InputResponses = params.input_responses or {}
    given = responses.get(key)
    if not isinstance(given, types.ElicitResult) or given.action != "accept":
        return None
    return (given.content or {}).get(name)


def fixed(*content: types.ContentBlock, is_error: bool = False) -> Work:
    """Return a tool that always gives the same."""

    async def work(_context: Context, _params: types.CallToolRequestParams) -> Result:
        return types.CallToolResult(content=list(content), is_error=is_error)

    return work


def asks(message: str | None, schema: dict[str, Any], prefix: str) -> Work:
    """Return a tool that has a form filled in, in either era."""

    async def work(context: Context, params: types.CallToolRequestParams) -> Result:
        words = message or str((params.arguments or {}).get("message", ""))
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            given = (params.input_responses or {}).get("form")
            if not isinstance(given, types.ElicitResult):
                return wants(form=elicits(words, schema))
        else:
            given = await context.session.elicit_form(
                words, schema, related_request_id=context.request_id
            )
        return said(f"{prefix}action={given.action}, content={given.content}")

    return work


async def progress(context: Context, _params: types.CallToolRequestParams) -> Result:
    """Tell how far it is."""
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100, f"{done} of 100")
        await asyncio.sleep(0.05)
    return said("Done.")


async def logging(context: Context, _params: types.CallToolRequestParams) -> Result:
    """Write to the client's log."""
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message(  # pyright: ignore[reportDeprecated]  # older era
            level="info", data=words, related_request_id=context.request_id
        )
        await asyncio.sleep(0.05)
    return said("Done.")


async def asks_model(context: Context, params: types.CallToolRequestParams) -> Result:
    """Have the client's model say something, while the call is open."""
    request = samples(str((params.arguments or {}).get("prompt", "")), 100).params
    given = await context.session.create_message(  # pyright: ignore[reportDeprecated]  # older era
        request.messages, max_tokens=request.max_tokens, related_request_id=context.request_id
    )
    return said(f"LLM response: {given.model_dump_json(include={'content'})}")


async def name(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask for a name."""
    given = field(params, "user_name", "name")
    if not isinstance(given, str):
        return wants(user_name=elicits("What is your name?", _NAME_FORM))
    return said(f"Hello, {given}!")


async def sampling(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask the client's model."""
    given = (params.input_responses or {}).get("capital_question")
    if given is None:
        return wants(capital_question=samples("What is the capital of France?", 100))
    return said(f"The model said: {given.model_dump_json()}")


async def roots(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask for roots."""
    given = (params.input_responses or {}).get("client_roots")
    if not isinstance(given, types.ListRootsResult):
        return wants(client_roots=types.ListRootsRequest())
    return said(*(f"Root: {root.uri}" for root in given.roots))


async def state(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Have state come back."""
    if params.request_state != "kept":
        form = {
            "type": "object",
            "properties": {"ok": {"type": "boolean"}},
            "required": ["ok"],
        }
        return wants("kept", confirm=elicits("Please confirm", form))
    return said("state-ok")


async def several(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask three things at once."""
    if len(params.input_responses or {}) < 3:
        return wants(
            "kept",
            user_name=elicits("What is your name?", _NAME_FORM),
            greeting=samples("Generate a greeting", 50),
            client_roots=types.ListRootsRequest(),
        )
    return said("All came back.")


async def rounds(_context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask one thing after the other."""
    if params.request_state is None:
        return wants("one", step1=elicits("Step 1: What is your name?", _NAME_FORM))
    if params.request_state == "one":
        form = {
            "type": "object",
            "properties": {"color": {"type": "string"}},
            "required": ["color"],
        }
        return wants("two", step2=elicits("Step 2: What is your favorite color?", form))
    return said("Done.")


async def able(context: Context, params: types.CallToolRequestParams) -> Result:
    """Ask only what the client said that it can."""
    if params.input_responses:
        return said("Done.")
    client = context.session.client_capabilities
    requests: dict[str, Any] = {}
    if client is not None and client.elicitation is not None:
        requests["user_name"] = elicits("What is your name?", _NAME_FORM)
    if client is not None and client.sampling is not None:
        requests["greeting"] = samples("Generate a greeting", 50)
    return wants(**requests) if requests else said("Nothing can be asked.")


async def needs_sampling(context: Context, _params: types.CallToolRequestParams) -> Result:
    """Refuse a client that cannot do what is needed."""
    client = context.session.client_capabilities
    if client is None or client.sampling is None:
        needed = types.ClientCapabilities(sampling=types.SamplingCapability())
        data = types.MissingRequiredClientCapabilityErrorData(required_capabilities=needed)
        raise MCPError(
            code=types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            message="Sampling is needed",
            data=data.model_dump(by_alias=True, mode="json", exclude_none=True),
        )
    return said("Done.")


TEXT: Final = types.TextContent(text="This is a simple text response for testing.")
IMAGE: Final = types.ImageContent(data=_PIXEL, mime_type="image/png")


def _resource(uri: str, mime_type: str, text: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(
        resource=types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    )


TOOLS: Final[Mapping[str, Work]] = {
    "test_simple_text": fixed(TEXT),
    "test_image_content": fixed(IMAGE),
    "test_audio_content": fixed(types.AudioContent(data=_SILENCE, mime_type="audio/wav")),
    "test_embedded_resource": fixed(
        _resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ),
    "test_multiple_content_types": fixed(
        types.TextContent(text="Multiple content types test:"),
        IMAGE,
        _resource(
            "test://mixed-content-resource", "application/json", '{"test":"data","value":123}'
        ),
    ),
    "test_error_handling": fixed(
        types.TextContent(text="This tool intentionally returns an error for testing"),
        is_error=True,
    ),
    "test_tool_with_progress": progress,
    "test_tool_with_logging": logging,
    "test_sampling": asks_model,
    "json_schema_2020_12_tool": fixed(TEXT),
    "test_elicitation": asks(None, _USER, "User response: "),
    "test_elicitation_sep1034_defaults": asks("Defaults", _DEFAULTS, "Elicitation completed: "),
    "test_elicitation_sep1330_enums": asks("Options", _ENUMS, "Elicitation completed: "),
    "test_input_required_result_elicitation": name,
    "test_input_required_result_sampling": sampling,
    "test_input_required_result_list_roots": roots,
    "test_input_required_result_request_state": state,
    "test_input_required_result_multiple_inputs": several,
    "test_input_required_result_multi_round": rounds,
    "test_input_required_result_tampered_state": state,
    "test_input_required_result_capabilities": able,
    "test_missing_capability": needs_sampling,
    "test_logging_tool": fixed(TEXT),
    "test_streaming_elicitation": name,
}
SCHEMAS: Final = {"json_schema_2020_12_tool": _SCHEMA_2020}
PROMPT: Final = "test_input_required_result_prompt"


def build() -> Any:
    """Return our server, with the tools of the suite beside its own."""
    server = QuestionServer(surfaces=QuestionSurfaces([]), clock=SystemClock(), version="1").build()
    own_list = server.get_request_handler("tools/list")
    own_call = server.get_request_handler("tools/call")
    assert own_list is not None
    assert own_call is not None

    async def list_tools(
        context: Context, params: types.PaginatedRequestParams
    ) -> types.ListToolsResult:
        own = await own_list.handler(context, params)
        assert isinstance(own, types.ListToolsResult)
        arguments = {"type": "object", "properties": {"message": {"type": "string"}}}
        more = [
            types.Tool(
                name=each, description="Of the suite.", input_schema=SCHEMAS.get(each, arguments)
            )
            for each in TOOLS
        ]
        return types.ListToolsResult(tools=[*own.tools, *more])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> Any:
        work = TOOLS.get(params.name, own_call.handler)
        return await work(context, params)

    async def list_prompts(
        _context: Context, _params: types.PaginatedRequestParams
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name=PROMPT, description="Asks.")])

    async def get_prompt(_context: Context, params: types.GetPromptRequestParams) -> Any:
        given = field(params, "user_context", "context")
        if not isinstance(given, str):
            form = {
                "type": "object",
                "properties": {"context": {"type": "string"}},
                "required": ["context"],
            }
            return wants(user_context=elicits("What context should the prompt use?", form))
        message = types.PromptMessage(role="user", content=types.TextContent(text=given))
        return types.GetPromptResult(messages=[message])

    async def set_level(_context: Context, _params: types.SetLevelRequestParams) -> Any:
        return types.EmptyResult()

    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, set_level)
    server.add_request_handler("tools/list", types.PaginatedRequestParams, list_tools)
    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    server.add_request_handler("prompts/list", types.PaginatedRequestParams, list_prompts)
    server.add_request_handler("prompts/get", types.GetPromptRequestParams, get_prompt)
    return server


async def main() -> None:
    """Serve until standard input ends."""
    async with over_http(build(), port=0, token="") as url:
        print(url, flush=True)  # noqa: T201  # what starts it reads this
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
