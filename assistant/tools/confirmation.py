"""Asks the user, through the question desk, whether a tool may run."""

import asyncio
import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from assistant.call_ending import CallEnding
from assistant.foreign_text import with_hidden_written
from assistant.locale import _
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    NoneFit,
    Option,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import one_line
from assistant.tools.model.wording import shortened
from assistant.tools.outgoing.disclosure_text import disclosure_text
from assistant.tools.outgoing.model.disclosure import disclosure_of
from assistant.tools.outgoing.model.outgoing_call import outgoing_call
from assistant.tools.permission import CallApproved, CallRefused
from assistant.tools.tool import CallQuestion, Permission, Tool, ToolContext

LOCAL_CHANNELS: Final = frozenset({Channel.DESKTOP, Channel.VOICE, Channel.TERMINAL})
"""Where the user sits at this machine. A request from elsewhere runs nothing that is not Safe."""

_Allowed = tuple[str, str, str, str, str]
"""A conversation, a tool with its description and its schema, and a place it sends something to.

The place is `_EVERYWHERE` for all of them, and empty for calls that send nothing."""
_EVERYWHERE: Final = "*"
_REFUSE, _ALLOW, _ALLOW_PLACE, _ALLOW_SESSION = "refuse", "allow", "allow_place", "allow_session"

_MAX_PLACE: Final = 60
"""Characters of a place in the label of an option."""


class DeskConfirmer:
    """Implements `Confirmer`; remembers what was allowed for the session. Engine loop only.

    What was allowed is kept for one tool in one conversation, in memory alone, and as long as the
    tool is described as it was then: a server may put another in its place under the same name. Of a
    tool that sends something out it is kept for one place, unless the user widens it; and whatever
    was allowed, what might disclose what is the user's is shown and asked.

    Args:
        voice_confirm: Whether a spoken yes may approve a Sensitive tool.
    """

    def __init__(self, *, voice_confirm: bool = False) -> None:
        self._voice_confirm = voice_confirm
        self._allowed: set[_Allowed] = set()

    async def confirm(
        self, tool: Tool[Any], arguments: Mapping[str, Any], context: ToolContext
    ) -> CallApproved | CallRefused:
        """Ask whether this call may run, unless the user allowed it for the session.

        Raises:
            StoreError: If the question cannot be stored.
        """
        if context.origin.channel not in LOCAL_CHANNELS:
            return CallRefused(
                reason="It can only be run when the person asks for it at their own machine.",
                ending=CallEnding.ELSEWHERE,
                notice=(
                    _("Please run this action directly in the app.")
                    if context.origin.channel.is_remote
                    else ""
                ),
            )
        own = await tool.question(arguments, context)
        if own is not None:
            asked = _own_question(
                tool.name, own, context.tool_use_id, voice_confirm=self._voice_confirm
            )
            verdict = _verdict((await context.ask_user(asked)).response)
            return verdict if isinstance(verdict, CallRefused) else CallApproved()
        call = outgoing_call(tool.name, arguments)
        disclosure = None
        if call is not None:
            disclosure = await asyncio.to_thread(disclosure_of, call, await context.texts())
        is_sensitive = tool.permission is Permission.SENSITIVE
        places = call.places if call is not None else ()
        if disclosure is None and (
            # The user has made it so, for this machine.
            tool.permission is Permission.SAFE
            or (is_sensitive and self._is_allowed(tool, places, context))
        ):
            return CallApproved()
        explained = await tool.explain(arguments, context)
        words = (disclosure_text(disclosure) if disclosure is not None else "", explained)
        question = _question(
            tool.name,
            places,
            details=(*map(with_visible_characters, words), readable_arguments(arguments)),
            is_disclosure=disclosure is not None,
            has_address=call is not None and call.has_address,
            tool_use_id=context.tool_use_id,
            is_sensitive=is_sensitive,
            voice_confirm=self._voice_confirm and is_sensitive,
        )
        verdict = _verdict((await context.ask_user(question)).response)
        match verdict:
            case CallRefused():
                return verdict
            case str() as choice:
                if is_sensitive and disclosure is None:
                    self._keep(choice, tool, places, context)
                return CallApproved()

    def _is_allowed(self, tool: Tool[Any], places: Sequence[str], context: ToolContext) -> bool:
        """Whether the user allowed a tool for the session: everywhere, or for all these places."""
        if places and _allowed(tool, _EVERYWHERE, context) in self._allowed:
            return True
        return self._allowed.issuperset(_allowed(tool, p, context) for p in places or ("",))

    def _keep(
        self, choice: str, tool: Tool[Any], places: Sequence[str], context: ToolContext
    ) -> None:
        """Remember what the user allowed beyond this call."""
        if choice == _ALLOW_PLACE:
            self._allowed.update(_allowed(tool, place, context) for place in places)
        elif choice == _ALLOW_SESSION:
            self._allowed.add(_allowed(tool, _EVERYWHERE if places else "", context))


def _allowed(tool: Tool[Any], place: str, context: ToolContext) -> _Allowed:
    schema = json.dumps(tool.input_schema, sort_keys=True)
    return (context.conversation_id, tool.name, tool.description, schema, place)


def _question(
    name: str,
    places: Sequence[str],
    *,
    details: Sequence[str],
    is_disclosure: bool,
    has_address: bool,
    tool_use_id: str,
    is_sensitive: bool,
    voice_confirm: bool,
) -> QuestionSet:
    where = with_visible_characters(", ".join(places))
    options = [Option(id=_REFUSE, label=_("Do not run it"), default=True)]
    options.append(Option(id=_ALLOW, label=_("Run it this once")))
    if is_sensitive and not is_disclosure and places:
        label = _("Allow {place} for this session").format(place=shortened(where, _MAX_PLACE))
        options.append(Option(id=_ALLOW_PLACE, label=label))
        if has_address:
            every = _("Allow every address for this session")
            options.append(Option(id=_ALLOW_SESSION, label=every))
    elif is_sensitive and not is_disclosure:
        options.append(Option(id=_ALLOW_SESSION, label=_("Allow for this session")))
    if is_disclosure:
        text = _("May {tool} send this to {place}?").format(tool=name, place=where)
    else:
        text = _("May {tool} run with this input?").format(tool=name)
    return QuestionSet(
        id=uuid.uuid4().hex,
        questions=(
            Question(
                id="confirm",
                kind=QuestionKind.SINGLE,
                text=text,
                header=_("Confirm"),
                context="\n\n".join(filter(None, details)),
                options=tuple(options),
            ),
        ),
        title=_("The assistant wants to use {tool}").format(tool=name),
        purpose=Purpose.CONFIRM,
        source=name,
        tool_use_id=tool_use_id,
        voice_confirm=voice_confirm,
    )


def _own_question(
    name: str, own: CallQuestion, tool_use_id: str, *, voice_confirm: bool
) -> QuestionSet:
    return QuestionSet(
        id=uuid.uuid4().hex,
        questions=(
            Question(
                id="confirm",
                kind=QuestionKind.SINGLE,
                text=with_visible_characters(own.text),
                header=_("Confirm"),
                context=with_visible_characters(own.details),
                options=(
                    Option(id=_REFUSE, label=own.refuse, default=True),
                    Option(id=_ALLOW, label=own.allow),
                ),
            ),
        ),
        title=own.title,
        purpose=Purpose.CONFIRM,
        source=name,
        tool_use_id=tool_use_id,
        voice_confirm=voice_confirm,
    )


def readable_arguments(arguments: Mapping[str, Any]) -> str:
    """Arguments for the user: complete, with nothing invisible.

    Characters that do not show or that reorder text are written as their escapes.
    """
    return with_visible_characters(json.dumps(arguments, ensure_ascii=False, indent=2))


def with_visible_characters(text: str) -> str:
    """Write characters that do not show, or reorder others, as their escapes."""
    return with_hidden_written(text).replace("\t", "\\t")


def _verdict(response: Response) -> str | CallRefused:
    """Id of the option that allows the call, or why it is refused."""
    match response:
        case Answered():
            chosen = [option for answer in response.answers for option in answer.option_ids]
            if chosen in ([_ALLOW], [_ALLOW_PLACE], [_ALLOW_SESSION]):
                return chosen[0]
            reason = "The person refused it. Do not try it again unless they ask."
        case Cancelled():
            reason = "The person closed the question without allowing it."
            if response.text:
                reason += f" Their reason: {one_line(response.text)}"
        case Later():
            reason = "The person has put the decision off. Go on without it."
        case TimedOut():
            reason = "The person did not answer in time. Nothing was run."
        case YouDecide() | NoneFit():
            reason = "The person did not allow it. Ask what they want instead."
        case _:
            assert_never(response)
    return CallRefused(reason=reason, ending=ending_without_approval(response))


def ending_without_approval(response: Response) -> CallEnding:
    """How a call is shown that the user did not allow."""
    match response:
        case Later():
            return CallEnding.PUT_OFF
        case TimedOut():
            return CallEnding.UNANSWERED
        case Cancelled(reason=reason) if reason is not CancelReason.USER:
            return CallEnding.CANCELLED
        case _:
            return CallEnding.REFUSED
