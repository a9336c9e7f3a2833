"""Asking for what a server's prompt wants to be told. Pure."""

from collections.abc import Mapping
from typing import Final

from assistant.locale import _
from assistant.questions.model.question import (
    Answered,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.server_offer import RemotePrompt

MAX_ARGUMENTS: Final = 24
"""As many as a form has fields."""


def prompt_questions(prompt: RemotePrompt, *, server: str, set_id: str) -> QuestionSet | None:
    """Questions for the arguments of a prompt; None if it wants none.

    Args:
        prompt: As the server describes it.
        server: Its name in the configuration, shown as the one who asks.
        set_id: Id of the question set.
    """
    arguments = prompt.arguments[:MAX_ARGUMENTS]
    if not arguments:
        return None
    return QuestionSet(
        id=set_id,
        questions=tuple(
            Question(
                id=f"argument_{number}",
                kind=QuestionKind.TEXT,
                text=bounded_text(argument.name, 200) or "?",
                context=bounded_text(argument.description, 1_000, multiline=True),
                required=argument.is_required,
            )
            for number, argument in enumerate(arguments)
        ),
        title=bounded_text(prompt.title or prompt.name, 200),
        description=bounded_text(prompt.description, 2_000, multiline=True),
        source=_("MCP server {server}").format(server=server),
        route=QuestionRoute.PROGRAM,
    )


def given_arguments(prompt: RemotePrompt, response: Answered) -> Mapping[str, str]:
    """Answers by argument; without those left out."""
    return {
        prompt.arguments[int(answer.question_id.removeprefix("argument_"))].name: answer.text
        for answer in response.answers
        if answer.text
    }
