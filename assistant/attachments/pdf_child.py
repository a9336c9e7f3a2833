"""The child process that opens a PDF: its bytes come in, its text goes out as JSON."""

import contextlib
import importlib
import json
import sys
import time
from typing import Any, Final

MAX_MEMORY: Final = 2_000_000_000
"""Bytes of address space."""
MAX_CPU_S: Final = 20
READING_S: Final = 10.0
"""After which no further page is read; what was read is told."""
_PASSWORD: Final = 4
"""FPDF_ERR_PASSWORD."""


def main() -> int:
    """Answer one PDF; returns the exit status."""
    _bound()
    try:
        pdfium: Any = importlib.import_module("pypdfium2")  # has no types
    except ImportError:
        told: dict[str, Any] = {"problem": "missing"}
    else:
        told = _read(pdfium, sys.stdin.buffer.read(), int(sys.argv[1]))
    sys.stdout.write(json.dumps(told))
    return 0


def _bound() -> None:
    """Keep this process from taking more than its share, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _read(pdfium: Any, data: bytes, most: int) -> dict[str, Any]:
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        is_locked = getattr(error, "err_code", None) == _PASSWORD
        return {"problem": "password" if is_locked else "broken"}
    pages, texts, kept, characters = len(document), list[str](), 0, 0
    until = time.monotonic() + READING_S
    for index in range(pages):
        if time.monotonic() > until:
            characters += 1  # there may be more
            break
        try:
            text = document[index].get_textpage().get_text_bounded()
        except pdfium.PdfiumError:  # one broken page costs itself alone
            continue
        text = text.replace("\r\n", "\n").replace("\ufffe", "").strip()
        if not text:
            continue
        characters += len(text) + 2
        if kept < most:
            texts.append(text[: most - kept])
            kept += len(texts[-1]) + 2
    whole = "\n\n".join(texts)
    return {
        "pages": pages,
        "text": whole,
        "characters": characters - 2 if characters else 0,
        "is_encrypted": pdfium.raw.FPDF_GetSecurityHandlerRevision(document) >= 0,
    }


if __name__ == "__main__":
    sys.exit(main())
