"""How text is shown in what tools have to say. Pure."""

from assistant.questions.model.sanitizer import clean_text


def one_line(text: str) -> str:
    """Return text in one line, without what does not show or reorders what is shown."""
    return " ".join(clean_text(text).split())


def shortened(text: str, most: int) -> str:
    """Return text of at most so many characters; what was cut off ends in `…`."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
