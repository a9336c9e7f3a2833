"""What programs send to the HTTP API, what pages send of their questions, what terminals submit."""

import asyncio
import json
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Body
from pydantic import ValidationError
from starlette.types import Message

from assistant.channels.web.api.model.bodies import AnswerRequest, AnswersRequest, CancelRequest
from assistant.channels.web.api.model.conversation_bodies import (
    DraftRequest,
    MessageRequest,
    ResponseRequest,
)
from assistant.channels.web.api.question_service import QuestionService
from assistant.channels.web.pages.model.actions import read_action
from assistant.channels.web.pages.model.page_gestures import gestures_of
from assistant.channels.web.server.guard import RequestGuard
from assistant.channels.web.server.http_server import build_app
from assistant.channels.web.server.model.origins import AllowedHosts
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.token_route import token_route_class
from assistant.errors import AnswerRefused
from assistant.protocol.conversation import Say
from assistant.protocol.wire import (
    CommandSubmitted,
    WireError,
    decode_command,
    decode_frame,
    encode,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.formats.answer_json import answer_from_wire
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.model.question import QuestionKind
from tests.fuzz.event_loop import finished
from tests.fuzz.harness import Harness
from tests.fuzz.harnesses.question_forms import check_set
from tests.fuzz.pieces import pieces
from tests.helpers.questions.builders import choice, question_set

_PORT: Final = 8000
_TOKEN: Final = "token"
_QUESTION: Final = choice(id="q", kind=QuestionKind.MULTI)
_QUESTIONS: Final = question_set(_QUESTION, choice(id="b"))


class _Calls:
    """Reads bodies as the API does, and does nothing."""

    def __init__(self) -> None:
        self._service = QuestionService(
            desk=cast("Any", None),
            questions=cast("Any", None),
            max_rounds=lambda: 10,
            numbered=lambda asker: asker,
        )
        self.router = APIRouter(prefix="/api", route_class=token_route_class(_TOKEN))
        for call in (
            *(self.answer, self.answers, self.cancel, self.message, self.question),
            *(self.response, self.draft),
        ):
            self.router.add_api_route(f"/{call.__name__}", call, methods=["POST"])

    async def answer(self, body: AnswerRequest) -> dict[str, Any]:
        try:
            read = answer_from_wire(_QUESTION, body.answer)
        except AnswerRefused as refused:
            raise ApiProblem(400, "invalid_answer", refused.message) from refused
        return {"options": read.option_ids, "other": read.other, "note": body.note}

    async def answers(self, body: AnswersRequest) -> dict[str, Any]:
        return {"fields": sorted(body.model_fields_set)}

    async def cancel(self, body: CancelRequest) -> dict[str, Any]:
        return body.model_dump(mode="json")

    async def message(self, body: MessageRequest) -> dict[str, Any]:
        return body.model_dump(mode="json")

    async def question(self, body: Annotated[dict[str, Any], Body()]) -> dict[str, Any]:
        read = self._service.read(body, cast("Any", SimpleNamespace(questions=())))
        check_set(read.questions)
        return {"questions": [dump_question(one) for one in read.questions.walk()]}

    async def response(self, body: ResponseRequest) -> dict[str, Any]:
        return {"fields": sorted(body.model_fields_set)}

    async def draft(self, body: DraftRequest) -> dict[str, Any]:
        return {"fields": sorted(body.model_fields_set)}


@cache
def _app() -> RequestGuard:
    app = build_app([_Calls().router], title="Parley", closing=asyncio.Event())
    return RequestGuard(app, doors=AllowedHosts(port=_PORT))


def _request(data: bytes) -> None:
    """Whatever is sent, the answer is JSON and not that the program failed."""
    path, _line, body = data.partition(b"\n")
    status, answer = finished(_called(path.decode("latin-1"), body))
    assert 200 <= status < 500, (status, answer)
    told = json.loads(answer)
    if status != 200:
        assert told["success"] is False
        assert told["error"]
        assert told["message"]


async def _called(path: str, body: bytes) -> tuple[int, bytes]:
    parts = [*pieces(body)] or [b""]
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = {
        "host": f"127.0.0.1:{_PORT}",
        "authorization": f"Bearer {_TOKEN}",
        "content-type": "application/json",
        "content-length": str(len(body)),
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("latin-1"),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", _PORT),
    }
    await _app()(scope, receive, send)
    answer = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], answer


def _frame(data: bytes) -> None:
    """What was read is written again as the same."""
    text = data.decode("utf-8", "replace")
    try:
        frame = decode_frame(text)
    except WireError:
        submitted = decode_command(text)
        assert decode_command(encode(submitted)) == submitted
    else:
        assert decode_frame(encode(frame)) == frame


def _action(data: bytes) -> None:
    """What a page sends leads from one card to another that can be shown."""
    card = QuestionCard.begin(_QUESTIONS)
    for line in data.split(b"\n"):
        for gesture in gestures_of(read_action(line)):
            card = card.apply(gesture)
            card.view()
            card.draft.model_dump_json()


def _requests() -> Iterator[bytes]:
    answer = {"session_id": "s", "question_id": "q", "answer": ["1", {"other": "x"}], "version": 1}
    given = {"question_id": "q", "answer": "1", "note": "why"}
    question = {
        "question_id": "q",
        "question_text": "어느 것?",
        "type": "multiple_choice",
        "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}],
    }
    requests: tuple[tuple[str, dict[str, Any]], ...] = (
        ("answer", answer),
        ("answers", {"session_id": "s", "answers": [given, {**given, "version": 2}]}),
        ("cancel", {"session_id": "s", "question_id": "q", "reason": "no"}),
        ("message", {"session_id": "s", "text": "hello", "files": [{"name": "a", "data": "QQ=="}]}),
        ("question", {**question, "source": "tests", "asker": {"agent": "x"}}),
        ("question", {"questions": [dump_question(_QUESTION)], "title": "T"}),
        ("response", {"session_id": "s", "question_id": "q", "response": {"outcome": "later"}}),
        ("draft", {"session_id": "s", "question_id": "q", "draft": {"answers": {}}}),
    )
    for path, body in requests:
        yield f"/api/{path}\n{json.dumps(body, ensure_ascii=False)}".encode()


def _frames() -> Iterator[bytes]:
    yield encode(CommandSubmitted(number=1, command=Say(text="Hello"))).encode()
    yield b'{"Greeting": {"version": "1.2.3"}}'
    yield b'{"CommandFailed": {"number": 3, "message": "no", "hint": "", "reason": "closed"}}'


def _actions() -> Iterator[bytes]:
    lines = (
        {"do": "choose", "question": "q", "option": "1"},
        {"do": "open_other", "question": "q"},
        {"do": "write_other", "question": "q", "words": "mine", "by": "typed"},
        {"do": "confirm", "question": "q"},
        {"do": "choose", "question": "b", "option": "2", "is_final": True},
        {"do": "review"},
        {"do": "submit", "for_all": True},
    )
    yield b"\n".join(json.dumps(line).encode() for line in lines)
    yield b'{"do": "none_fit", "words": "none"}\n{"do": "cancel"}'


HARNESSES: Final = (
    Harness(name="api-request", read=_request, seeds=_requests),
    Harness(name="engine-frame", read=_frame, errors=(WireError,), seeds=_frames),
    Harness(
        name="page-action", read=_action, errors=(ValidationError, AnswerRefused), seeds=_actions
    ),
)
