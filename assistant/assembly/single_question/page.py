"""Asks one question on a page in the browser, with a desk and a server of its own.

Works like `question.py`. The port closes when the question is over.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from assistant.assembly.single_question.question import open_temporary_desk, silent_callbacks
from assistant.channels.web.pages.presenter import OnDemandPageHost, WebPresenter
from assistant.channels.web.pages.registry import ARM_MS, PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.questions.desk.question_desk import DeskActivity
from assistant.questions.model.question import Channel, Origin, QuestionSet, Response, TimedOut

_CONVERSATION: Final = "by-hand"
"""What the question belongs to; there is no conversation."""


async def ask_on_page(
    questions: QuestionSet,
    *,
    clock: Clock,
    opened: Callable[[str], None],
    open_page: Callable[[str], Awaitable[object]] | None = None,
    unseen_s: float | None = None,
    arm_delay_s: float = ARM_MS / 1000,
    pages: PageRegistry | None = None,
) -> Response:
    """Ask on a page; cancelling removes it.

    Args:
        questions: What is asked.
        opened: Called with the address before the wait begins.
        open_page: Opens an address in the user's browser; that it fails is no error.
        unseen_s: How long it waits for a user to look at the page; the question has timed out
            then. By default it waits as long as the desk does.
        arm_delay_s: How long clicks and keys are ignored after the page appeared.
        pages: The pages of the questions asked before and beside this one, which it shows; by
            default it stands alone.

    Raises:
        DeviceError: If no page can be served.
        StoreError: If the question cannot be kept.
    """
    pages = pages or PageRegistry(clock=clock, arm_ms=lambda: round(arm_delay_s * 1000))
    failed = asyncio.Event()
    presenter = WebPresenter(
        pages=pages,
        host=OnDemandPageHost([page_routes(pages)]),
        open_page=open_page,
        tell_address=lambda _questions_id, address: opened(address),
    )

    def noticed(_code: str, _text: str, _hint: str) -> None:
        failed.set()

    callbacks = replace(silent_callbacks(), on_closed=pages.settled, on_notice=noticed)
    origin = Origin(channel=Channel.WEB, conversation_id=_CONVERSATION)
    try:
        async with open_temporary_desk(clock=clock, callbacks=callbacks) as desk:
            desk.register(presenter)
            asking = asyncio.create_task(desk.ask(questions, origin), name="ask")
            failing = asyncio.create_task(failed.wait(), name="page-failed")
            try:
                waits = {asking, failing}
                first = asyncio.FIRST_COMPLETED
                done, _rest = await asyncio.wait(waits, timeout=unseen_s, return_when=first)
                if not done and desk.activity is DeskActivity.WORKING:
                    return TimedOut(after_s=unseen_s or 0.0)
                await asyncio.wait(waits, return_when=first)
                if not asking.done():
                    raise _not_served()
                response = asking.result()
                await presenter.wait_until_seen()
                return response
            finally:
                asking.cancel()
                failing.cancel()
                await asyncio.wait({asking, failing})
    finally:
        await presenter.aclose()


def _not_served() -> DeviceError:
    return DeviceError(
        _("The question cannot be shown on a page."),
        hint=_("In a terminal, run: parley ask --terminal"),
    )
