"""Text without what two spellings of it may differ in. Pure."""

import unicodedata


def folded(text: str) -> str:
    """Return the words without case, accents and hyphens, a space between each two."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(unicodedata.normalize("NFC", bare).replace("-", " ").split())
