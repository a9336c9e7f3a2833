"""One MCP server: reached, kept, lost, reached again. Engine loop only.

A task of its own owns the connection from its beginning to its end; calls come from other tasks.
Whatever a server does, it ends at most its own connection.
"""

import asyncio
import contextlib
import contextvars
import logging
import uuid
from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from assistant.backoff import STEADY_S, backoff_s
from assistant.locale import _, joined
from assistant.mcp_server import ServerConfig, ServerState
from assistant.questions.model.question import Cancelled, QuestionSet, Response
from assistant.tools.mcp.model.elicitation import (
    FormElicitation,
    RejectedElicitation,
    UrlElicitation,
    action_of,
    asked_again,
    faults_of,
    question_of,
)
from assistant.tools.mcp.model.peer import (
    ConnectPeer,
    OnProgress,
    ServerError,
    ServerPeer,
    SignInRequiredError,
    innermost,
)
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerContent, ServerOffer

_log = logging.getLogger(__name__)

CONNECT_S: Final = 60.0
"""Seconds a server has to start and say what it offers: some are fetched when they are started."""
LIST_S: Final = 60.0
"""Seconds it has to say what changed."""
MAX_LISTS: Final = 6
"""How often a server is asked again for a list that it did not give."""
CHECK_S: Final = 5.0
"""Seconds it has to answer, once a call makes it doubtful that it is there."""
CALM_S: Final = 1.0
"""Seconds between two looks at what changed."""
MAX_TRIES: Final = 3
"""How often a form is put whose answer does not fit what the server asks for."""
_MAX_LEFT_OUT: Final = 200
"""Characters of the names of what is left out."""
CLOSE_S: Final = 1.5
"""Seconds it has to end with the program."""


class ElicitationAsker(Protocol):
    """Puts questions for a call that is under way."""

    async def ask(self, questions: QuestionSet) -> Response:
        """Ask the user and wait.

        Raises:
            StoreError: If they cannot be stored.
        """
        ...

    def waiting(self) -> contextlib.AbstractContextManager[None]:
        """Pause the call's time limit inside the block."""
        ...


@dataclass(slots=True, eq=False)
class _Call:
    """A call that is under way, for the questions the server asks meanwhile."""

    asker: ElicitationAsker
    asking: set["asyncio.Task[Mapping[str, Any]]"] = field(
        default_factory=set["asyncio.Task[Mapping[str, Any]]"]
    )
    refused: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = field(
        default_factory=list[tuple[Mapping[str, Any], Mapping[str, Any]]]
    )
    """What the user declined or cancelled, and what the server learned of it."""

    def refusal_of(self, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """How the user refused the very same question before."""
        same = _without_ids(params)
        return next((action for asked, action in self.refused if asked == same), None)


def _without_ids(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Drop what differs each time a question is put."""
    return {key: value for key, value in params.items() if key not in ("_meta", "elicitationId")}


class ServerConnection:
    """Keeps a server connected.

    Args:
        config: The server.
        connect: Reaches it.
        visit: Opens an address the user has agreed to; returns whether that worked.
        on_change: Called when standing, detail or offer changed; must not raise.
    """

    def __init__(
        self,
        *,
        config: ServerConfig,
        connect: ConnectPeer,
        visit: Callable[[str], Awaitable[bool]],
        on_change: Callable[[], None],
    ) -> None:
        self.config: Final = config
        self.standing = ServerState.OFF
        self.detail = ""
        """What is wrong, in the user's language; empty if nothing is."""
        self.title = ""
        """What the server calls itself."""
        self.is_signed_in = False
        """Whether the user has signed in there."""
        self.offer = ServerOffer()
        """What it offers, or offered before it was lost."""
        self._connect = connect
        self._visit = visit
        self._on_change = on_change
        self._peer: ServerPeer | None = None
        self._calls: list[_Call] = []
        self._current: contextvars.ContextVar[_Call | None] = contextvars.ContextVar(
            "call", default=None
        )
        self._one_question = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._is_ending = False
        self._end = asyncio.Event()
        self._retry = asyncio.Event()
        self._changed = asyncio.Event()
        self._doubted = asyncio.Event()

    @property
    def unread(self) -> str:
        """Foreign output since the last message; empty if there was none."""
        return "" if self._peer is None else self._peer.unread

    def start(self) -> None:
        """Connect in the background, unless the server is switched off; once."""
        if self.config.is_enabled and self._task is None:
            name = f"MCP server {self.config.name}"
            self._task = asyncio.get_running_loop().create_task(self._run(), name=name)

    def retry(self) -> None:
        """Try again at once; reconnects a standing connection."""
        self._retry.set()
        self._end.set()

    async def aclose(self) -> None:
        """Disconnect; ends a process that was started. Idempotent."""
        self._is_ending = True
        self._end.set()
        self._retry.set()
        if self._task is None:
            return
        await asyncio.wait({self._task}, timeout=CLOSE_S)
        if not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=CLOSE_S)
        self._change(ServerState.OFF)

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        on_progress: OnProgress,
        asker: ElicitationAsker,
    ) -> CallAnswer:
        """Raises ServerError if the server is not connected or refuses."""
        with self._calling(asker) as peer:
            return await peer.call_tool(name, arguments, on_progress)

    async def read_resource(
        self, uri: str, *, asker: ElicitationAsker
    ) -> tuple[ServerContent, ...]:
        """Raises ServerError if the server is not connected or refuses."""
        with self._calling(asker) as peer:
            return await peer.read_resource(uri)

    async def get_prompt(
        self, name: str, arguments: Mapping[str, str], *, asker: ElicitationAsker
    ) -> str:
        """Raises ServerError if the server is not connected or refuses."""
        with self._calling(asker) as peer:
            return await peer.get_prompt(name, arguments)

    @contextlib.contextmanager
    def _calling(self, asker: ElicitationAsker) -> Generator[ServerPeer]:
        if self._peer is None:
            raise ServerError(
                f"The MCP server {self.config.name!r} is not connected.", is_lost=True
            )
        call = _Call(asker)
        self._calls.append(call)
        token = self._current.set(call)
        try:
            yield self._peer
        except ServerError as error:
            if error.is_lost:
                self._doubted.set()
            raise
        finally:
            self._current.reset(token)
            self._calls.remove(call)
            for task in call.asking:
                task.cancel()

    async def _run(self) -> None:
        failures = 0
        loop = asyncio.get_running_loop()
        while not self._is_ending:
            self._retry.clear()
            self._end.clear()
            self._change(ServerState.CONNECTING, self.detail)
            began = loop.time()
            session = loop.create_task(self._session(), name=f"session {self.config.name}")
            try:
                await asyncio.wait({session})
            except asyncio.CancelledError:
                session.cancel()
                await asyncio.wait({session}, timeout=CLOSE_S)
                raise
            error = None if session.cancelled() else session.exception()
            if self._is_ending:
                break
            failures = 1 if loop.time() - began >= STEADY_S else failures + 1
            wants_user = error is not None and isinstance(innermost(error), SignInRequiredError)
            self.is_signed_in = self.is_signed_in and not wants_user
            self._change(ServerState.SIGN_IN if wants_user else ServerState.LOST, _reason(error))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if wants_user else backoff_s(failures)):
                    await self._retry.wait()

    async def _session(self) -> None:
        """Connect, and stay until the connection is lost or should end."""
        async with (
            asyncio.timeout(CONNECT_S) as patience,
            self._connect(self.config, self._elicit) as peer,
        ):
            offer = await peer.offer()
            patience.reschedule(None)
            self._peer = peer
            self.title = bounded_text(peer.title, 200)
            self.is_signed_in = peer.is_signed_in
            self.offer = offer
            self._change(ServerState.CONNECTED, _left_out(offer, peer.unread))
            try:
                await self._stay(peer)
            finally:
                self._peer = None
                if self.standing is ServerState.CONNECTED:
                    self._change(ServerState.LOST)

    async def _stay(self, peer: ServerPeer) -> None:
        self._changed.clear()
        self._doubted.clear()
        watching = asyncio.ensure_future(peer.watch(self._changed.set))
        waits = {
            event: asyncio.ensure_future(event.wait())
            for event in (self._end, self._changed, self._doubted)
        }
        lists = 1
        try:
            while True:
                is_missing = self.offer.is_partial and lists <= MAX_LISTS
                done, _waiting = await asyncio.wait(
                    {watching, *waits.values()},
                    timeout=backoff_s(lists) if is_missing else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if not done:
                    lists += 1
                    self._changed.set()
                if self._end.is_set():
                    return
                if watching.done():
                    watching.result()
                    raise ServerError(_("It ended the connection."), is_lost=True)
                if self._doubted.is_set():
                    async with asyncio.timeout(CHECK_S):
                        await peer.check()
                    self._doubted.clear()
                if self._changed.is_set():
                    await asyncio.sleep(CALM_S)
                    self._changed.clear()
                    async with asyncio.timeout(LIST_S):
                        self.offer = await peer.offer()
                    self._change(ServerState.CONNECTED, _left_out(self.offer, peer.unread))
                for event, wait in waits.items():
                    if wait.done():
                        waits[event] = asyncio.ensure_future(event.wait())
        finally:
            for task in (watching, *waits.values()):
                task.cancel()
            await asyncio.wait({watching, *waits.values()})

    def _change(self, standing: ServerState, detail: str = "") -> None:
        if (standing, detail) != (self.standing, self.detail) or standing is ServerState.CONNECTED:
            self.standing, self.detail = standing, detail
            self._on_change()

    async def _elicit(self, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Put a server's question for the call it belongs to.

        In the older protocol it does not say which: it is the latest. Outside a call a server has
        nothing to ask.
        """
        call = self._current.get() or (self._calls[-1] if self._calls else None)
        if call is None:
            _log.warning("MCP server %s asked without being called", self.config.name)
            return None
        asked = question_of(params, server=self.config.name, set_id=uuid.uuid4().hex)
        if isinstance(asked, RejectedElicitation):
            _log.warning("A question of the MCP server %s cannot be put", self.config.name)
            _log.debug("It cannot be put because: %s", asked.reason)
            return None
        for note in asked.notes if isinstance(asked, FormElicitation) else ():
            _log.info("A form of the MCP server %s: %s", self.config.name, note)

        async def ask() -> Mapping[str, Any]:
            with call.asker.waiting():
                async with self._one_question:
                    if (refusal := call.refusal_of(params)) is not None:
                        _log.info("MCP server %s asked again what was refused", self.config.name)
                        return refusal
                    action, is_refused = await _answered(asked, call.asker)
                    if is_refused:
                        call.refused.append((_without_ids(params), action))
                if isinstance(asked, UrlElicitation) and action["action"] == "accept":
                    if not await self._visit(asked.url):
                        return {"action": "cancel"}
            return action

        # In a task of its own: it ends with the call, and only it.
        task = asyncio.get_running_loop().create_task(ask(), name=f"question {self.config.name}")
        call.asking.add(task)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            call.asking.discard(task)
        return {"action": "cancel"} if task.cancelled() else task.result()


async def _answered(
    asked: FormElicitation | UrlElicitation, asker: ElicitationAsker
) -> tuple[dict[str, Any], bool]:
    """Ask until the answer fits the server's schema.

    What it does not allow is never sent; after `MAX_TRIES` the server hears that nobody answered.

    Returns:
        The reply to the server, and whether the user refused.
    """
    for _try in range(MAX_TRIES):
        response = await asker.ask(asked.questions)
        action = action_of(asked, response)
        if isinstance(asked, UrlElicitation) or not action.get("content"):
            return action, action["action"] == "decline" or isinstance(response, Cancelled)
        faults = await asyncio.to_thread(faults_of, asked, action)
        if not faults:
            return action, False
        asked = asked_again(asked, response, faults, set_id=uuid.uuid4().hex)
    return {"action": "cancel"}, False


def _left_out(offer: ServerOffer, unread: str) -> str:
    """What cannot be used of a server's lists, for the user.

    Args:
        offer: What it offers.
        unread: What it wrote last that is no message.
    """
    if not offer.left_out:
        return ""
    names = bounded_text(", ".join(offer.left_out), _MAX_LEFT_OUT)
    text = _("Parley cannot read all that it lists. Left out: {names}").format(names=names)
    if not unread or not offer.is_partial:
        return text
    words = bounded_text(unread, _MAX_LEFT_OUT)
    return joined(text, _("It wrote: {words}").format(words=words), separator="\n")


def _reason(error: BaseException | None) -> str:
    """Why a connection ended, for the user."""
    if error is None:
        return ""
    error = innermost(error)
    match error:
        case ServerError():
            return f"{error.message} {error.hint}".strip()
        case TimeoutError():
            return _("It did not answer in time.")
        case _:
            _log.warning("An MCP connection broke: %s", type(error).__name__)
            _log.debug("The broken MCP connection", exc_info=error)
            return _("It broke off: {problem}").format(
                problem=bounded_text(str(error), 300) or type(error).__name__
            )
