"""PDFs for tests: real files, made of the format's rules."""

import textwrap
from collections.abc import Sequence


def pdf(pages: Sequence[str]) -> bytes:
    """Return a PDF with a page for each text, in Latin letters; an empty text is a blank page."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for index, text in enumerate(pages):
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        lines = " T* ".join(f"({line}) Tj" for line in textwrap.wrap(escaped, 60))
        stream = f"BT /F1 12 Tf 14 TL 72 720 Td {lines} ET" if text else ""
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]"
            f" /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * index} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    return _file(objects)


def encrypted_pdf() -> bytes:
    """Return a PDF whose password nobody is told."""
    key = "<" + "41" * 32 + ">"
    return _file(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [] /Count 0 >>",
            f"<< /Filter /Standard /V 1 /R 2 /O {key} /U {key} /P -4 >>",
        ],
        more=" /Encrypt 3 0 R /ID [<41424344> <41424344>]",
    )


def _file(objects: Sequence[str], *, more: str = "") -> bytes:
    data, places = bytearray(b"%PDF-1.4\n"), list[int]()
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for place in places:
        data += f"{place:010} 00000 n \n".encode()
    data += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R{more} >>\n".encode()
    return bytes(data + f"startxref\n{table}\n%%EOF\n".encode())
