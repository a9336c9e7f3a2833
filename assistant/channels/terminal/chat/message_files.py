"""The files that go with the next message of the terminal: `/attach`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from assistant.attachments.model.limits import (
    MAX_ATTACHMENTS,
    attachment_note,
    too_many,
    unfit_attachment,
    unfit_attachments,
)
from assistant.attachments.model.size_text import size_text
from assistant.channels.terminal.console.output import ConversationOutput, LineTone
from assistant.channels.terminal.text.attach_words import (
    AttachPaths,
    ListFiles,
    RemoveFile,
    parse_attach_words,
)
from assistant.errors import AttachmentRefused
from assistant.locale import _
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment


class MessageFiles:
    """What was attached and is not sent yet.

    Args:
        page: Where is written what became of a file.
    """

    def __init__(self, *, page: ConversationOutput) -> None:
        self._page: Final = page
        self._files: list[Attachment] = []
        self.takes = AttachmentKinds()
        """What the model that answers can be sent."""

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return tuple(self._files)

    async def do(self, words: str) -> None:
        """Carry out `/attach` with the words after it; they may be one path with spaces."""
        whole = await asyncio.to_thread(_file_of, words.strip())
        if whole is not None:
            await self._attach(whole)
            return
        match parse_attach_words(words):
            case ListFiles():
                self._list()
            case RemoveFile(number=number):
                self._remove(number)
            case AttachPaths(paths=paths):
                for path in paths:
                    await self._attach(path)
            case None:
                self._say(_("A quote is not closed."))

    async def _attach(self, path: Path) -> None:
        from assistant.attachments.judge import judge_file  # seldom needed

        try:
            if len(self._files) >= MAX_ATTACHMENTS:
                raise too_many()
            attachment = await asyncio.to_thread(judge_file, path)
            refusal = unfit_attachment(attachment, self.takes) or unfit_attachments(
                [*self._files, attachment], self.takes
            )
            if refusal is not None:
                raise refusal
        except AttachmentRefused as refused:
            self._tell(path.name or str(path), refused)
            return
        if attachment not in self._files:
            self._files.append(attachment)
        self._show(self._files.index(attachment))

    def may_send(self) -> bool:
        """Whether the model that answers now can be sent the files; if not, it is told why."""
        refusal = unfit_attachments(self._files, self.takes)
        if refusal is not None:
            self._page.aside(f"! {refusal.message}", LineTone.TROUBLE)
            self._say(_("/attach lists the files, /attach remove 1 leaves one out."))
        return refusal is None

    def sent(self) -> None:
        """The files went with a message."""
        for one in self._files:
            self._say(f"  + {one.name}")
        self._files.clear()

    def _list(self) -> None:
        if not self._files:
            self._say(_("No file is attached. /attach PATH attaches one to your next message."))
        for place in range(len(self._files)):
            self._show(place)

    def _remove(self, number: int | None) -> None:
        """Leave a file out, or all of them."""
        if number is None:
            self._files.clear()
        elif 1 <= number <= len(self._files):
            del self._files[number - 1]
        else:
            self._say(_("Write the number of a file that /attach lists: /attach remove 1"))
            return
        self._list()

    def _show(self, place: int) -> None:
        one = self._files[place]
        said: Sequence[str] = (one.name or _("Picture"), size_text(one))
        note = attachment_note(one, self.takes)
        self._say(f"{place + 1}  " + " · ".join(filter(None, (*said, note))))

    def _tell(self, name: str, refused: AttachmentRefused) -> None:
        self._page.aside(f"! {name}: {refused.message}", LineTone.TROUBLE)
        if refused.hint:
            self._page.aside(f"  {refused.hint}")

    def _say(self, text: str) -> None:
        self._page.aside(text, LineTone.NOTE)


def _file_of(words: str) -> Path | None:
    """Return the file that words are the whole path of."""
    path = Path(words).expanduser().absolute()
    return path if words and path.is_file() else None
