"""What of a reply is shown while it is made, and at its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from assistant.channels.telegram.model.formatted_text import FormattedText, joined, plain, styled
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import split
from assistant.locale import _

PLACEHOLDER = plain("…")
"""Stands in a message of a reply until its words do, so that no words are ever sent twice."""
_BETWEEN = "\n\n"


@dataclass(slots=True, kw_only=True)
class ReplyText:
    """A reply as far as it is known."""

    text: str = ""
    tool: str = ""
    """The tool that runs; empty if none does."""
    cuts: list[int] = field(default_factory=list[int])
    """Places in the text where a message of its own begins, because a question stands before."""

    def begin_below(self) -> None:
        """Have what comes now stand in a message of its own: something else was sent meanwhile."""
        at = len(self.text)
        if self.text.strip() and at not in self.cuts:
            self.cuts.append(at)

    def pieces(self, text: str) -> list[str]:
        """Return a text in the pieces that stand in messages of their own."""
        ends = [*(cut for cut in self.cuts if cut < len(text)), len(text)]
        pieces = [text[a:b] for a, b in zip([0, *ends], ends, strict=False)]
        return [piece for piece in pieces if piece.strip()]

    def progress(self) -> tuple[FormattedText, ...]:
        """Return the messages that show it now; nothing before there is anything to show."""
        pieces = self.pieces(self.text)
        is_cut = bool(self.cuts) and not self.text[self.cuts[-1] :].strip()
        last: list[FormattedText] = []
        if pieces and not is_cut:
            last.append(formatted_markdown(pieces.pop()))
        if self.tool:
            last.append(styled("italic", _("Using {tool}…").format(tool=self.tool)))
        elif last:
            last[-1] = last[-1] + plain(" ▌")
        before = [part for piece in pieces for part in split(formatted_markdown(piece))]
        return (*before, *split(joined(last, _BETWEEN)))


def final_messages(pieces: Sequence[str], notes: Sequence[str] = ()) -> tuple[FormattedText, ...]:
    """Return the messages of a reply that is complete, with what the user should know of it.

    Args:
        pieces: What stands in messages of its own.
        notes: What the user should know.
    """
    return _messages(pieces, [styled("italic", note) for note in notes if note.strip()])


def failed_messages(pieces: Sequence[str], reason: str, hint: str) -> tuple[FormattedText, ...]:
    """Return the messages of a reply that failed: what had come, and why there is no more."""
    parts = [plain(_("An error occurred while processing."))]
    why = "\n".join(filter(None, (reason, hint)))
    if why:
        parts.append(styled("italic", why))
    return _messages(pieces, parts)


def _messages(pieces: Sequence[str], behind: Sequence[FormattedText]) -> tuple[FormattedText, ...]:
    *before, last = pieces or ("",)
    parts = [formatted_markdown(last)] if last.strip() else []
    whole = [part for piece in before for part in split(formatted_markdown(piece))]
    return (*whole, *split(joined([*parts, *behind], _BETWEEN)))
