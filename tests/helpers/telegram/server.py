"""The Bot API over real HTTP, on threads of its own, and the faults a test wants of it.

It serves the test's loop as well as a program started as a subprocess. Usage::

    with TelegramServer() as telegram:
        ada = telegram.user("Ada")
        ada.send("hello")                       # the bot gets an update
        telegram.until(lambda: ada.chat.texts)  # wait for what the bot writes
        ada.tap(ada.chat.from_bot[-1], "Yes")
        telegram.fail("sendMessage", 429, retry_after=2)
        telegram.drop("getUpdates")
"""

import asyncio
import json
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self, cast
from urllib.parse import urlsplit

from typing_extensions import override

from tests.helpers.patience import PATIENCE_S
from tests.helpers.telegram.api_description import Json, bot_api
from tests.helpers.telegram.bot_methods import BotMethods
from tests.helpers.telegram.http_requests import CallRequest, read_request
from tests.helpers.telegram.message_rules import RefusedCallError
from tests.helpers.telegram.rate_limit import RateLimit
from tests.helpers.telegram.users import TelegramUser
from tests.helpers.telegram.world import BOT_ID, FakeChat, TelegramWorld

TOKEN: Final = f"{BOT_ID}:AAFake_token-of-the_tests_0123456789ab"
LOOK_S: Final = 0.02
"""How often a poll that waits looks whether the bot has gone."""
_CONFLICT: Final = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is"
    " running"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of the bot's as it arrived."""

    method: str
    given: Json
    uploads: Mapping[str, bytes]
    at: datetime
    refusal: str | None
    """Why it was refused, or None."""


@dataclass(slots=True, kw_only=True)
class _Fault:
    method: str
    status: int
    """0 drops the connection without an answer."""
    description: str
    parameters: Json
    has_effect: bool
    left: int


@dataclass(slots=True)
class HttpReply:
    """What goes back: a status and a body, or nothing at all."""

    status: int
    body: bytes = b""
    is_dropped: bool = False
    kind: str = "application/json"


@dataclass(slots=True)
class _Poll:
    """A `getUpdates` that waits."""

    is_replaced: bool = False
    is_dropped: bool = False


@dataclass(slots=True, kw_only=True)
class UpdateDisorder:
    """How updates come that the network disturbs."""

    repeats: int = 0
    """So many more times every update is handed out, whatever was confirmed."""
    is_reversed: bool = False
    _left: dict[int, tuple[int, Json]] = field(default_factory=dict[int, tuple[int, Json]])

    @property
    def is_due(self) -> bool:
        """Whether updates are left to be handed out again."""
        return bool(self._left)

    def of(self, updates: list[Json], limit: int) -> list[Json]:
        """Return what is handed out in place of these updates."""
        again = [update for _times, update in self._left.values()]
        new = [update for update in updates if update not in again]
        given = (again + new)[:limit]
        for update in given:
            key = update["update_id"]
            times = self._left.pop(key, (self.repeats + 1, update))[0] - 1
            if times > 0:
                self._left[key] = (times, update)
        return given[::-1] if self.is_reversed else given


class FakeBotApi:
    """The service without its network: takes calls, gives replies. Any thread.

    Args:
        token: The bot's.
        now: The moment, aware.

    Attributes:
        world: What it knows.
        calls: Every call but `getUpdates`, oldest first.
        n_polls: How many times `getUpdates` was called.
        rate: How much may be sent.
        disorder: How updates come.
    """

    def __init__(
        self, *, token: str = TOKEN, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.token = token
        self.world = TelegramWorld(now=now)
        self.rate = RateLimit()
        self.disorder = UpdateDisorder()
        self.calls: list[Call] = []
        self.n_polls = 0
        self._methods = BotMethods(self.world, self.rate)
        self._faults: list[_Fault] = []

    # What a test does.

    def user(self, name: str = "Ada", *, language: str = "en") -> TelegramUser:
        """Return somebody new who has a chat with the bot."""
        return TelegramUser(self.world, name, language)

    def group(self, title: str = "Friends") -> FakeChat:
        """Return a new group with the bot in it."""
        return self.world.new_group(title)

    def fail(
        self,
        method: str,
        status: int,
        description: str = "scripted failure",
        *,
        retry_after: int | None = None,
        times: int = 1,
    ) -> None:
        """Refuse the next calls of a method; `*` means any."""
        parameters: Json = {} if retry_after is None else {"retry_after": retry_after}
        self._add_fault(method, status, description, parameters, times, has_effect=False)

    def drop(self, method: str, *, times: int = 1, has_effect: bool = False) -> None:
        """Break the connection of the next calls, before or after they took effect."""
        self._add_fault(method, 0, "", {}, times, has_effect=has_effect)

    def _add_fault(
        self,
        method: str,
        status: int,
        description: str,
        parameters: Json,
        times: int,
        *,
        has_effect: bool,
    ) -> None:
        with self.world.lock:
            self._faults.append(
                _Fault(
                    method=method,
                    status=status,
                    description=description,
                    parameters=parameters,
                    has_effect=has_effect,
                    left=times,
                )
            )

    def called(self, method: str) -> list[Call]:
        """Return the calls of a method, oldest first."""
        with self.world.lock:
            return [call for call in self.calls if call.method == method]

    @property
    def refusals(self) -> list[str]:
        """Why calls were refused, scripted faults not counted."""
        with self.world.lock:
            return [call.refusal for call in self.calls if call.refusal is not None]

    # What a bot does.

    def call(self, name: str, given: Json, uploads: Mapping[str, bytes]) -> HttpReply:
        """Take a call, but for waiting for updates."""
        with self.world.lock:
            fault = self._fault_for(name)
            if fault is not None and not fault.has_effect:
                return _fault_reply(fault)
            reply = self._carry_out(name, given, uploads)
            return reply if fault is None else _fault_reply(fault)

    def _carry_out(self, name: str, given: Json, uploads: Mapping[str, bytes]) -> HttpReply:
        refusal = None
        try:
            result = self._methods.call(name, given, uploads)
            if name == "getUpdates":
                result = self.disorder.of(cast("list[Json]", result), given.get("limit", 100))
            reply = HttpReply(200, json.dumps({"ok": True, "result": result}).encode())
        except RefusedCallError as error:
            refusal = error.description
            reply = refusal_reply(error)
        if name != "getUpdates":
            self.calls.append(
                Call(
                    method=name,
                    given=given,
                    uploads=uploads,
                    at=self.world.now(),
                    refusal=refusal,
                )
            )
            self.world.notify()
        return reply

    def has_updates(self, given: Json) -> bool:
        """Whether `getUpdates` would return at once."""
        offset = given.get("offset", 0)
        return self.disorder.is_due or any(
            update["update_id"] >= offset for update in self.world.updates
        )

    def file_at(self, path: str) -> bytes | None:
        """Return the file at an address, or None."""
        prefix = f"/file/bot{self.token}/"
        return self.world.content_at(path.removeprefix(prefix)) if path.startswith(prefix) else None

    def refusal_of(self, request: CallRequest | None) -> HttpReply | None:
        """Return the reply to a request that is no call of this bot's; None if it is one."""
        if request is None:
            return refusal_reply(RefusedCallError("Not Found", code=404))
        if request.token != self.token:
            return refusal_reply(RefusedCallError("Unauthorized", code=401))
        return None

    def _fault_for(self, method: str) -> _Fault | None:
        for fault in self._faults:
            if fault.method in {method, "*"}:
                fault.left -= 1
                if not fault.left:
                    self._faults.remove(fault)
                return fault
        return None


def refusal_reply(error: RefusedCallError) -> HttpReply:
    """Return the reply to a call that is refused."""
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return HttpReply(error.code, json.dumps(body).encode())


def _fault_reply(fault: _Fault) -> HttpReply:
    if fault.status == 0:
        return HttpReply(0, is_dropped=True)
    if fault.status >= 500:
        return HttpReply(fault.status, b"<html>Bad Gateway</html>", kind="text/html")
    return refusal_reply(
        RefusedCallError(fault.description, code=fault.status, parameters=fault.parameters)
    )


class TelegramServer(FakeBotApi):
    """The service on loopback; a context manager.

    Args:
        token: The bot's.
        now: The moment, aware.
    """

    def __init__(
        self, *, token: str = TOKEN, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__(token=token, now=now)
        self._poll: _Poll | None = None
        self._has_ended = False
        owner = self

        class Handler(_Handler):
            state = owner

        self._server = _HttpServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.02},
            name="telegram-server",
        )

    @property
    def url(self) -> str:
        """The base URL to give to a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self.world.lock:
            self._has_ended = True
            self.world.notify()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def until(self, condition: Callable[[], object], *, patience_s: float = PATIENCE_S) -> None:
        """Wait until something holds that a message or call tells of; blocks.

        Raises:
            TimeoutError: If it does not come to hold.
        """
        with self.world.lock:
            if not self.world.changed.wait_for(condition, patience_s):
                shown = {chat.chat_id: chat.texts for chat in self.world.chats.values()}
                raise TimeoutError(f"It did not come to that. {shown} {self.refusals}")

    async def reached(
        self, condition: Callable[[], object], *, patience_s: float = PATIENCE_S
    ) -> None:
        """Wait as `until` does, beside the loop."""
        await asyncio.to_thread(self.until, condition, patience_s=patience_s)

    @property
    def is_polled(self) -> bool:
        """Whether the bot waits for updates."""
        return self._poll is not None

    def drop_poll(self) -> None:
        """Break the connection of the bot that waits for updates."""
        with self.world.lock:
            if self._poll is not None:
                self._poll.is_dropped = True
            self.world.notify()

    def serve(
        self,
        name: str,
        given: Json,
        uploads: Mapping[str, bytes],
        *,
        is_gone: Callable[[], bool],
    ) -> HttpReply:
        """Take a call; `getUpdates` waits, unless the bot has gone. For the handler."""
        if name != "getUpdates":
            return self.call(name, given, uploads)
        with self.world.lock:
            self.n_polls += 1
            if self._poll is not None:
                self._poll.is_replaced = True
            poll = self._poll = _Poll()
            self.world.notify()
            try:
                return self._wait(poll, given, is_gone)
            finally:
                if self._poll is poll:
                    self._poll = None
                    self.world.notify()

    def _wait(self, poll: _Poll, given: Json, is_gone: Callable[[], bool]) -> HttpReply:
        problems = list(bot_api().problems_of_call("getUpdates", given, {}))
        until = time.monotonic() + (0 if problems else given.get("timeout", 0))
        confirmed = {**given, "timeout": 0}
        while not self.is_to_fail("getUpdates"):
            if poll.is_replaced:
                return refusal_reply(RefusedCallError(_CONFLICT, code=409))
            if poll.is_dropped or self._has_ended or is_gone():
                return HttpReply(0, is_dropped=True)
            left = until - time.monotonic()
            if self.has_updates(given) or left <= 0:
                break
            self.world.changed.wait(min(left, LOOK_S))
        return self.call("getUpdates", confirmed, {})

    def is_to_fail(self, method: str) -> bool:
        """Whether a scripted failure waits for the next call of a method."""
        return any(fault.method in {method, "*"} for fault in self._faults)


class _HttpServer(ThreadingHTTPServer):
    @override
    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a bot that was killed
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state: TelegramServer

    @override
    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        """Serve a file, or a call without a body."""
        content = self.state.file_at(urlsplit(self.path).path)
        if content is not None:
            self._reply(HttpReply(200, content, kind="application/octet-stream"))
        else:
            self._call(b"")

    def do_POST(self) -> None:
        """Serve a call; one that the bot gave up in the middle is none."""
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:
            self.close_connection = True
        else:
            self._call(body)

    def _call(self, body: bytes) -> None:
        request = read_request(self.path, self.headers.get("Content-Type", ""), body)
        refused = self.state.refusal_of(request)
        if request is None or refused is not None:
            self._reply(refused or refusal_reply(RefusedCallError("Not Found", code=404)))
        else:
            self._reply(
                self.state.serve(
                    request.method, request.given, request.uploads, is_gone=self._is_gone
                )
            )

    def _is_gone(self) -> bool:
        readable, _writable, _broken = select.select([self.connection], [], [], 0)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def _reply(self, reply: HttpReply) -> None:
        if reply.is_dropped:
            self.close_connection = True
            return
        try:
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the bot has gone
