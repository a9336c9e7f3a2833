"""Builds the HTTP API of a core, and announces where it is. Engine loop only.

Imports what speaks HTTP; `assembly/api.py` says when.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol

from fastapi import APIRouter

from assistant.assembly.core import Core
from assistant.assembly.dialogues import CoreDialogues
from assistant.channels.web.address import Address, announced
from assistant.channels.web.answering import Answering
from assistant.channels.web.api import Api
from assistant.channels.web.asking import Asking
from assistant.channels.web.cancelling import Cancelling
from assistant.channels.web.events import EventLog
from assistant.channels.web.server import Served, serving
from assistant.channels.web.sessions import Sessions
from assistant.channels.web.tokens import new_token


class Extension(Protocol):
    """More routes on the same server, such as the page of a question."""

    @property
    def router(self) -> APIRouter:
        """What it serves."""
        ...

    def opened(self, served: Served) -> None:
        """The server listens now."""
        ...


@asynccontextmanager
async def open_api(core: Core, *, extensions: Sequence[Extension] = ()) -> AsyncGenerator[Address]:
    """Serve the API of a core until the context is left.

    Args:
        core: Whose.
        extensions: What else is served.

    Raises:
        OSError: If the port cannot be had or the address cannot be written.
    """
    plan = core.plan
    token = plan.settings.api.token or new_token()
    events = EventLog(current=lambda: core.conversations.current.conversation_id)
    answering = Answering(desk=core.desk, clock=plan.clock)
    asking = Asking(
        desk=core.desk,
        questions=core.store.questions,
        hold=core.hold,
        max_rounds=lambda: core.opener.settings.questions.max_rounds,
    )
    api = Api(
        token=token,
        sessions=Sessions(
            conversations=core.store.conversations,
            questions=core.store.questions,
            clock=plan.clock,
        ),
        answering=answering,
        asking=asking,
        cancelling=Cancelling(desk=core.desk, clock=plan.clock),
        dialogues=CoreDialogues(core=core),
        events=events,
    )
    async with AsyncExitStack() as stack:
        for listener in (events.on_event, answering.on_event, asking.on_event):
            stack.callback(core.subscribe(listener))
        routers = [api.router, *(extension.router for extension in extensions)]
        served = await stack.enter_async_context(serving(routers, port=plan.settings.api.port))
        for extension in extensions:
            extension.opened(served)
        yield stack.enter_context(announced(plan.home.api_file, url=served.url, token=token))
