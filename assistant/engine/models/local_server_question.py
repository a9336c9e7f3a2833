"""Asks once whether a model server that was found on this machine may be used. Engine loop only."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.home import Home
from assistant.llm.model_choice.choice import LocalServerOffer
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.models import SwitchModel, UseLocalServer
from assistant.protocol.settings import ModelChanged
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.model.question import (
    Answered,
    CancelReason,
    Origin,
    Question,
    QuestionRoute,
    QuestionSet,
)
from assistant.settings import save
from assistant.storage.key_value import StateRepository

_USE_SERVER: Final = "use_local_server"
_OFFERED: Final = "offered:"
"""Prefix of the state that notes which local servers the user was asked about."""


class LocalServerQuestion:
    """Puts the question, and has the server answer once the user agrees."""

    def __init__(
        self,
        *,
        offer: LocalServerOffer | None,
        home: Home,
        memo: StateRepository,
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        do: Callable[[Command], Awaitable[None]],
    ) -> None:
        self.offer = offer
        self._home = home
        self._memo = memo
        self._desk = desk
        self._origin = origin
        self._do = do

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(UseLocalServer, self._use)

    async def withdraw(self) -> None:
        """Close the question of an earlier start if its server is gone."""
        if self.offer is None:
            await self._close()

    async def ask(self) -> None:
        """Ask if there is a server that the user was not asked about."""
        offer = self.offer
        if offer is None or await self._memo.get(_OFFERED + offer.base_url) is not None:
            return
        question = Question.yes_or_no(
            _USE_SERVER,
            _("A model server was found on this machine. Shall Parley use it?"),
            header=_("Local model"),
            context=_(
                "{address} offers {model}. Your words would go to that program. You can change it"
                " in the settings."
            ).format(address=offer.base_url, model=offer.model),
        )
        questions = QuestionSet(
            id=uuid.uuid4().hex, questions=(question,), source="Parley", route=QuestionRoute.PROGRAM
        )
        origin = self._origin()
        asked_before = self._pending()
        if asked_before:
            opened = await self._desk.resume(asked_before[0].id, origin)
        else:
            opened = await self._desk.open(questions, origin)
        response = await opened.response
        if not isinstance(response, Answered):
            return
        await self._memo.put(_OFFERED + offer.base_url, "asked")
        if response.answers[0].boolean:
            await self._use(UseLocalServer())

    async def _use(self, command: UseLocalServer) -> None:
        """Use the server's model for new conversations and the present one."""
        offer = self.offer
        if offer is None:
            return
        await self._close()
        await self._memo.put(_OFFERED + offer.base_url, "asked")
        await asyncio.to_thread(save, self._home, "llm", "local_accepted", offer.base_url)
        await self._do(ModelChanged())
        await self._do(SwitchModel(model=offer.model))

    async def _close(self) -> None:
        for pending in self._pending():
            await self._desk.cancel(questions_id=pending.id, reason=CancelReason.SHUTDOWN)

    def _pending(self) -> list[PendingQuestion]:
        return [
            pending
            for pending in self._desk.pending()
            if pending.questions.route is QuestionRoute.PROGRAM
            and pending.questions.questions[0].id == _USE_SERVER
        ]
