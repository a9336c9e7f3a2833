"""What the records of documents say, and what a device remembers of a file. Pure."""

import base64
import binascii
from dataclasses import dataclass
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from assistant.sync.model.records import Body, RecordKey, RecordKind


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    @classmethod
    def read(cls, body: Body | None) -> Self | None:
        """None if it is missing or malformed."""
        try:
            return None if body is None else cls.model_validate(dict(body))
        except ValidationError:
            return None

    def body(self) -> Body:
        return self.model_dump(exclude_none=True)


class DocumentBody(_Body):
    """A record of the kind DOCUMENT."""

    path: str
    """Below the home, as the device wrote it that made the document."""
    origin: str
    """Another one if the document was made apart from this."""
    snapshot: str
    """Base 64."""


class DocumentUpdateBody(_Body):
    """A record of the kind DOCUMENT_UPDATE."""

    document: str
    """Key of the document."""
    origin: str
    """Of the document it is an update of."""
    update: str
    """Base 64."""
    number: int
    """Greater than that of the update this device made before."""
    shown: str | None = None
    """The version that the file of the device that made it said then; base 64."""
    apart: str | None = None
    """What that file said, if the version says more."""


class FileMemo(_Body):
    """What this device remembers of a document's file."""

    origin: str
    """Of the document that it was written for."""
    shown: str
    """The version that it said when it was last looked at; base 64."""
    apart: str | None = None
    """What it said then, if the version says more."""
    writing: str | None = None
    """The version that was about to be written; it may have been, or not."""
    number: int = 0
    """Of the last update that this device had made by then."""


@dataclass(frozen=True, slots=True)
class UpdateKey:
    """The parts of the key of an update."""

    document: str
    device: str
    name: str

    @property
    def record(self) -> RecordKey:
        return RecordKey(RecordKind.DOCUMENT_UPDATE, f"{self.document}/{self.device}/{self.name}")

    @classmethod
    def of(cls, key: str) -> "UpdateKey | None":
        """None if the key is malformed."""
        parts = key.rsplit("/", 2)
        return cls(*parts) if len(parts) == 3 else None


def document_of(key: RecordKey) -> str | None:
    if key.kind is RecordKind.DOCUMENT:
        return key.key
    if key.kind is RecordKind.DOCUMENT_UPDATE:
        parts = UpdateKey.of(key.key)
        return None if parts is None else parts.document
    return None


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def decoded(text: str) -> bytes:
    """Empty if the text is malformed."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
