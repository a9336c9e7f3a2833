"""What coding agents tell their hooks, and what programs that Parley started write."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from assistant.assembly.mcp.relay_greeting import HookGreeting, read_greeting
from assistant.channels.terminal.text.printable import printable
from assistant.coding_agents.hooks.dialects import DIALECTS, printed, questions_of, read_hook
from assistant.coding_agents.hooks.hook_events import Asked
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.hooks.verdicts import verdict_of
from assistant.coding_agents.model.agents import CodingAgent
from assistant.errors import QuestionError
from assistant.message_splitter import Found, MessageSplitter, MessageTooLongError, Noise
from assistant.questions.model.question import Later
from tests.fuzz.harness import Harness, check_harmless
from tests.fuzz.harnesses.question_forms import check_set, first_answers
from tests.fuzz.pieces import pieces
from tests.helpers.questions.builders import by_click

_HOOKS: Final = Path(__file__).parents[2] / "data" / "hooks"


def _hook(data: bytes) -> None:
    """As the socket hears it: nothing is decided without an answer, and one can be printed."""
    greeting = read_greeting(data)
    if not isinstance(greeting, HookGreeting):
        return
    for agent in DIALECTS:
        event = read_hook(agent, greeting.payload)
        if isinstance(event, Asked):
            try:
                _ask(agent, event)
            except QuestionError:
                continue


def _ask(agent: CodingAgent, asked: Asked) -> None:
    questions = questions_of(asked, set_id="s1", allowed=AllowedPlaces(is_spoken=True))
    check_set(questions)
    assert verdict_of(asked, questions, Later(provenance=by_click())) is None
    answered = first_answers(questions)
    verdict = None if answered is None else verdict_of(asked, questions, answered)
    if verdict is not None:
        words = printed(agent, asked, verdict)
        words.encode("utf-8", "replace")
        assert isinstance(json.loads(words), dict)


def _messages(data: bytes) -> None:
    """However it arrives, all of it is a message or is said to be none."""
    whole, cut = MessageSplitter(), MessageSplitter()
    at_once = [*whole.feed(data), *whole.end()]
    _check_found(at_once)
    _check_found([*(one for piece in pieces(data) for one in cut.feed(piece)), *cut.end()])
    assert whole.held_bytes == 0 == cut.held_bytes


def _check_found(found: list[Found]) -> None:
    for one in found:
        if isinstance(one, Noise):
            check_harmless(printable(one.text))
        else:
            json.dumps(one)


def _hooks() -> Iterator[bytes]:
    for agent in DIALECTS:
        seen: set[str] = set()
        for line in (_HOOKS / f"{agent.value}.jsonl").read_text("utf-8").splitlines():
            payload = json.loads(line)
            kind = f"{payload['hook_event_name']} {payload.get('tool_name')}"
            if kind not in seen:
                seen.add(kind)
                greeting = {"token": "t", "agent": agent.value, "payload": payload, "starter": 7}
                yield json.dumps(greeting).encode()


def _outputs() -> Iterator[bytes]:
    yield b'{"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}\n'
    yield b'Starting...\r\n{"jsonrpc":"2.0","method":"x"}{"jsonrpc":"2.0","id":"a","error":{}}\n'
    yield b'Content-Length: 40\r\n\r\n{"jsonrpc": "2.0", "id": 2, "result": {}}'
    yield b'\xef\xbb\xbf{\n "jsonrpc": "2.0",\n "id": 3,\n "result": {\n  "a": "}"\n }\n}\n'
    yield b'[{"jsonrpc":"2.0","id":1,"result":null},{"jsonrpc":"2.0","id":2,"result":[1]}]\n'


HARNESSES: Final = (
    Harness(name="hook", read=_hook, seeds=_hooks),
    Harness(name="program-output", read=_messages, errors=(MessageTooLongError,), seeds=_outputs),
)
