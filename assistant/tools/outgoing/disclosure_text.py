"""Tells the user in plain words what a call might give away."""

from collections.abc import Sequence
from typing import Final

from assistant.locale import _
from assistant.tools.model.wording import one_line, shortened
from assistant.tools.outgoing.model.disclosure import DisclosedPart, Disclosure, DisclosureKind
from assistant.tools.outgoing.model.text_source import TextSource

_MAX_VALUE: Final = 300
"""Characters of a part in its line; all of it stands below, in the input."""
_MAX_MATCHED: Final = 8
_MAX_SOURCES: Final = 6


def disclosure_text(disclosure: Disclosure) -> str:
    """Who may want something sent, and what goes where, a line each."""
    lines = [
        _(
            "Words of others are in this conversation, and may have asked for this: {sources}"
        ).format(sources=influences_text(disclosure.influences)),
        _("To {place} would go:").format(place=", ".join(map(one_line, disclosure.places))),
    ]
    lines += [f"• {_line(part)}" for part in disclosure.parts]
    return "\n".join(lines)


def influences_text(influences: Sequence[tuple[TextSource, str]]) -> str:
    """Whose words are in a conversation, in one line."""
    named = list(dict.fromkeys(_named(source, place) for source, place in influences))
    rest = [_("and {n} more").format(n=len(named) - _MAX_SOURCES)] if named[_MAX_SOURCES:] else []
    return ", ".join([*named[:_MAX_SOURCES], *rest])


def _line(part: DisclosedPart) -> str:
    value = f"“{shortened(one_line(part.value), _MAX_VALUE)}”"
    what = f"{one_line(part.label)}: {value}" if part.label else value
    return f"{what} – {_remark(part)}"


def _remark(part: DisclosedPart) -> str:
    words = ", ".join(f"“{one_line(word)}”" for word in part.matched[:_MAX_MATCHED])
    source = "" if part.source is None else _named(part.source, "")
    match part.kind:
        case DisclosureKind.PRIVATE:
            return _("in {source}: {words}").format(words=words, source=source)
        case DisclosureKind.ENCODED:
            return _("encoded; it says {words}, from {source}").format(words=words, source=source)
        case DisclosureKind.UNREADABLE:
            return _("nobody can read {words}: it may stand for anything").format(words=words)
        case DisclosureKind.PERSONAL:
            return _("you said {words} in this conversation").format(words=words)
        case DisclosureKind.ADDED:
            return _("the model chose these words; you did not say them")


def _named(source: TextSource, place: str) -> str:
    named = {
        TextSource.USER: _("your words"),
        TextSource.PASTED: _("a long message of yours"),
        TextSource.MEMORY: _("your memory"),
        TextSource.CONVERSATIONS: _("past conversations"),
        TextSource.NOTES: _("your notes"),
        TextSource.FILES: _("files of the workspace"),
        TextSource.CLIPBOARD: _("the clipboard"),
        TextSource.SCREEN: _("a picture of your screen"),
        TextSource.COMMAND: _("the output of a command"),
        TextSource.PAGE: _("a web page"),
        TextSource.SERVER: _("an MCP server"),
        TextSource.DESCRIPTION: _("an MCP server's description of its tools"),
        TextSource.OTHER: _("a tool's result"),
        TextSource.SENT: _("an earlier call"),
    }[source]
    return f"{named} ({one_line(place)})" if place else named
