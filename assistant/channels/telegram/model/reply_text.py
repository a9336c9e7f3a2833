"""What of a reply is shown while it is made, and at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.channels.telegram.model.formatted_text import FormattedText, joined, plain, styled
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import split
from assistant.locale import _

PLACEHOLDER = plain("…")
"""Stands in a message of a reply until its words do, so that no words are ever sent twice."""


@dataclass(slots=True, kw_only=True)
class ReplyText:
    """A reply as far as it is known."""

    text: str = ""
    tool: str = ""
    """The tool that runs; empty if none does."""

    def progress(self) -> tuple[FormattedText, ...]:
        """Return the messages that show it now; nothing before there is anything to show."""
        lines = [formatted_markdown(self.text)] if self.text.strip() else []
        if self.tool:
            lines.append(styled("italic", _("Using {tool}…").format(tool=self.tool)))
        if not lines:
            return ()
        if not self.tool:
            lines[-1] = lines[-1] + plain(" ▌")
        return split(joined(lines, "\n\n"))


def final_messages(text: str, notes: Sequence[str] = ()) -> tuple[FormattedText, ...]:
    """Return the messages of a reply that is complete, with what the user should know of it."""
    parts = [formatted_markdown(text)] if text.strip() else []
    parts += [styled("italic", note) for note in notes if note.strip()]
    return split(joined(parts, "\n\n"))


def failed_messages(text: str, reason: str, hint: str) -> tuple[FormattedText, ...]:
    """Return the messages of a reply that failed: what had come, and why there is no more."""
    parts = [formatted_markdown(text)] if text.strip() else []
    parts.append(plain(_("An error occurred while processing.")))
    why = " ".join(filter(None, (reason, hint)))
    if why:
        parts.append(styled("italic", why))
    return split(joined(parts, "\n\n"))
