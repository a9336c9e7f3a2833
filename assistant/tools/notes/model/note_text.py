"""What becomes of a note's text when something is added, and what a search finds in it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.memory.model.file_edits import line_end
from assistant.storage.model.search_query import read_query
from assistant.storage.model.snippets import find_spans, make_snippet, one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteHit:
    """A note that says what was sought."""

    index: int
    n_words: int
    """How many of the words it has."""
    excerpt: str


def add(text: str, words: str, *, title: str, at: datetime) -> str | None:
    """Add words to a note, under the moment they were noted.

    Args:
        text: What the file says; empty for a new one.
        words: What is noted.
        title: Heading of a new file.
        at: The moment, aware, in the user's zone.

    Returns:
        The text of the whole file; None if it says these words already.
    """
    if words in text.replace("\r\n", "\n"):
        return None
    end = line_end(text)
    head = f"# {title}{end}" if not text.strip() else ""
    if text and not text.endswith("\n"):
        head = end + head
    body = words.replace("\n", end)
    return f"{text}{head}{end}*{at:%Y-%m-%d %H:%M}*{end}{end}{body}{end}"


def search(query: str, names: Sequence[str], texts: Sequence[str]) -> tuple[NoteHit, ...]:
    """Notes with words of a query, those with most of them first.

    A word counts where it begins a word of the note or its name. Notes with fewer words than the
    best ones are left out.

    Args:
        query: Words, and phrases in quotes.
        names: Of the notes.
    """
    sought = read_query(query)
    found: list[NoteHit] = []
    for index, (name, text) in enumerate(zip(names, texts, strict=True)):
        line = one_line(text)
        spans = find_spans(line, sought)
        in_name = find_spans(one_line(name), sought)
        n_words = sum(1 for here, there in zip(spans, in_name, strict=True) if here or there)
        if n_words:
            excerpt = make_snippet(line, spans).text
            found.append(NoteHit(index=index, n_words=n_words, excerpt=excerpt))
    most = max((hit.n_words for hit in found), default=0)
    return tuple(hit for hit in found if hit.n_words == most)
