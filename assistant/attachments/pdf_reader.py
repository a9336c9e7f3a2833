"""The text of a PDF, read in a child process. Blocks.

A PDF is a program that others wrote: the child has no more than its bytes, so much memory and so
much time, and takes nothing with it when it breaks.
"""

import json
import os
import tempfile
from dataclasses import dataclass
from typing import Any, Final, cast

from assistant.attachments.model.limits import MAX_DOCUMENT_CHARACTERS
from assistant.errors import AttachmentRefused
from assistant.foreign_text import storable, to_plain_text
from assistant.locale import _
from assistant.processes.blocking_child import PIPE, BlockingChild
from assistant.processes.model.environment import for_servers
from assistant.processes.python_command import python_environment, python_module

LIMIT_S: Final = 30.0
_CHILD: Final = python_module("assistant.attachments.pdf_child", str(2 * MAX_DOCUMENT_CHARACTERS))


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfContents:
    """What a PDF holds."""

    pages: int
    text: str
    """The first of it."""
    characters: int
    """All of it that was read."""
    is_encrypted: bool = False
    """Whether it is protected, though everybody may read it."""


def read_pdf(data: bytes) -> PdfContents:
    """Return what a PDF holds.

    Raises:
        AttachmentRefused: If it cannot be read.
    """
    told = _ask_child(data)
    match told:
        case {"pages": int(pages), "text": str(text), "characters": int(characters)} if pages > 0:
            plain = to_plain_text(storable(text)).strip()
            kept = plain[:MAX_DOCUMENT_CHARACTERS]
            is_cut = characters > len(text) or len(plain) > len(kept)
            return PdfContents(
                pages=pages,
                text=kept,
                characters=max(characters, len(kept) + 1) if is_cut else len(kept),
                is_encrypted=told.get("is_encrypted") is True,
            )
        case {"problem": "password"}:
            raise AttachmentRefused(
                _("This PDF is protected with a password."),
                hint=_("Save a copy without one, and attach that."),
            )
        case {"problem": "missing"}:
            raise AttachmentRefused(
                _("PDFs cannot be read here: the package pypdfium2 is missing."),
                hint=_("Install Parley anew."),
            )
        case _:
            raise AttachmentRefused(
                _("This PDF is damaged or incomplete."),
                hint=_("Save it anew, for example by printing it to a PDF, and attach that."),
            )


def _ask_child(data: bytes) -> dict[str, Any]:
    """Return what the child says; empty if it said nothing that can be read."""
    with tempfile.TemporaryFile(prefix="parley-") as file:
        file.write(data)
        file.seek(0)
        try:
            with BlockingChild(
                _CHILD,
                environment=python_environment(for_servers(os.environ)),
                stdin=file,
                stdout=PIPE,
            ) as child:
                out, _errors = child.communicate(LIMIT_S)
            told: object = json.loads(out)
        except TimeoutError as error:
            raise AttachmentRefused(
                _("Reading this PDF takes too long."), hint=_("Attach a part of it.")
            ) from error
        except (OSError, ValueError):
            return {}
    return cast("dict[str, Any]", told) if isinstance(told, dict) else {}
