"""The files that go with the message that is being written, and how far each of them is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.attachments.model.limits import (
    MAX_ATTACHMENTS,
    MAX_MESSAGE_DATA,
    attachment_note,
    data_of,
    too_many,
    too_much_data,
    unfit_attachment,
)
from assistant.attachments.model.size_text import size_text
from assistant.errors import AttachmentRefused
from assistant.locale import _
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftFile:
    """One file."""

    key: int
    name: str
    """As it is shown."""
    attachment: Attachment | None = None
    """None while it is read, and if it cannot be sent."""
    refusal: AttachmentRefused | None = None
    note: str = ""
    """What of it is not sent."""

    @property
    def is_reading(self) -> bool:
        return self.attachment is None and self.refusal is None

    @property
    def detail(self) -> str:
        """How large it is, or how far."""
        if self.attachment is None:
            return _("Reading…") if self.refusal is None else _("cannot be sent")
        return size_text(self.attachment)


class AttachmentDraft:
    """The files, in the order they came."""

    def __init__(self) -> None:
        self._last = 0
        self._files: dict[int, DraftFile] = {}
        self._takes = AttachmentKinds()
        self.left_out: AttachmentRefused | None = None
        """Why some of the last files were not taken at all."""

    @property
    def files(self) -> tuple[DraftFile, ...]:
        return tuple(self._fitted(one) for one in self._files.values())

    @property
    def ready(self) -> tuple[Attachment, ...]:
        """What can be sent."""
        return tuple(one.attachment for one in self.files if one.attachment is not None)

    @property
    def is_reading(self) -> bool:
        return any(one.is_reading for one in self._files.values())

    @property
    def refused(self) -> tuple[DraftFile, ...]:
        """What keeps the message from being sent until it is removed."""
        return tuple(one for one in self.files if one.refusal is not None)

    def begin(self, name: str) -> int | None:
        """Take a file that is to be read; returns its key, or None if there is no room."""
        if len(self._files) >= MAX_ATTACHMENTS:
            self.left_out = too_many()
            return None
        self._last += 1
        self._files[self._last] = DraftFile(key=self._last, name=name or _("Picture"))
        return self._last

    def settle(self, key: int, outcome: Attachment | AttachmentRefused) -> None:
        """Note what a file is; one that was removed meanwhile stays away."""
        file = self._files.get(key)
        if file is None:
            return
        if isinstance(outcome, AttachmentRefused):
            self._files[key] = replace(file, refusal=outcome)
            return
        others = [one.attachment for one in self._files.values() if one.attachment is not None]
        if outcome in others:  # the same file twice
            del self._files[key]
        elif data_of([*others, outcome]) > MAX_MESSAGE_DATA:
            self._files[key] = replace(file, refusal=too_much_data())
        else:
            self._files[key] = replace(file, attachment=outcome)

    def add(self, attachments: Sequence[Attachment]) -> None:
        """Take files that were judged before."""
        for one in attachments:
            key = self.begin(one.name)
            if key is not None:
                self.settle(key, one)

    def remove(self, key: int) -> None:
        self._files.pop(key, None)
        self.left_out = None

    def clear(self) -> None:
        self._files.clear()
        self.left_out = None

    def set_takes(self, takes: AttachmentKinds) -> None:
        """Another model answers from now on."""
        self._takes = takes

    def _fitted(self, file: DraftFile) -> DraftFile:
        """Return a file as the model that answers can use it."""
        if file.attachment is None:
            return file
        refusal = unfit_attachment(file.attachment, self._takes)
        if refusal is not None:
            return replace(file, attachment=None, refusal=refusal)
        return replace(file, note=attachment_note(file.attachment, self._takes))
