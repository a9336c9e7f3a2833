"""Asks what to begin with, once the first run is over; the answer begins the conversation. Engine loop only."""

import uuid
from collections.abc import Awaitable, Callable
from typing import Final

from assistant.background_tasks import Spawn
from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.conversation import Say
from assistant.protocol.first_run import AskFirstQuestion
from assistant.questions.desk.question_desk import OpenQuestion, PendingQuestion, QuestionDesk
from assistant.questions.model.question import (
    Answered,
    Option,
    Origin,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
)

FIRST_QUESTION: Final = "first_question"


def first_question() -> Question:
    """What the user can begin with; each label is what they say by choosing it."""
    return Question(
        id=FIRST_QUESTION,
        kind=QuestionKind.SINGLE,
        text=_("What shall we begin with?"),
        header=_("Hello"),
        context=_(
            "This is how Parley asks: choose with the mouse, by number or letter, by voice, or in"
            " words of your own."
        ),
        options=tuple(
            Option(id=f"begin_{number}", label=label, description=description)
            for number, (label, description) in enumerate(
                (
                    (
                        _("Help me choose a weekend trip"),
                        _("Parley asks what it depends on, and advises by your answers."),
                    ),
                    (_("Set a timer for ten minutes"), _("It rings in the window and aloud.")),
                    (_("What is the capital of France?"), ""),
                )
            )
        ),
        allow_other=True,
    )


class FirstQuestion:
    """Puts the question, and says what was answered.

    Args:
        desk: Puts it.
        origin: Returns where questions come from now.
        conversations: Holds the conversation that it begins.
        do: Carries out a command.
        spawn: Holds what waits for the user.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        conversations: CurrentConversation,
        do: Callable[[Command], Awaitable[None]],
        spawn: Spawn,
    ) -> None:
        self._desk = desk
        self._origin = origin
        self._conversations = conversations
        self._do = do
        self._spawn = spawn

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(AskFirstQuestion, self._ask)

    async def take_up(self) -> None:
        """Put again what an earlier run of the program asked, if it is open.

        Nobody may put it before, or its answer would come while nothing waits for it.
        """
        asked = self._pending()
        if asked:
            opened = await self._desk.resume(asked[0].id, asked[0].origin)
            self._spawn(self._begin_with_answer(opened), "first-question")

    async def _ask(self, _command: AskFirstQuestion) -> None:
        if self._conversations.current.is_empty and not self._pending():
            self._spawn(self._put(), "first-question")

    async def _put(self) -> None:
        questions = QuestionSet(
            id=uuid.uuid4().hex,
            questions=(first_question(),),
            source="Parley",
            route=QuestionRoute.PROGRAM,
        )
        await self._begin_with(await self._desk.ask(questions, self._origin()))

    async def _begin_with_answer(self, opened: OpenQuestion) -> None:
        await self._begin_with(await opened.response)

    async def _begin_with(self, response: Response) -> None:
        if not isinstance(response, Answered):
            return
        answer = response.answers[0]
        labels = [first_question().option(each).label for each in answer.option_ids]
        text = answer.other or " ".join(labels)
        if text:
            await self._do(Say(text=text))

    def _pending(self) -> list[PendingQuestion]:
        return [
            pending
            for pending in self._desk.pending()
            if pending.questions.route is QuestionRoute.PROGRAM
            and pending.questions.questions[0].id == FIRST_QUESTION
        ]
