"""How text is shown in what tools have to say. Pure."""

from assistant.questions.model.sanitizer import clean_text


def one_line(text: str) -> str:
    """In one line, without characters that do not show or reorder."""
    return " ".join(clean_text(text).split())


def shortened(text: str, most: int) -> str:
    """At most `most` characters; a cut ends in `…`."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
