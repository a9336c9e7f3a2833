"""Which words a text has to have to be a template, so that most templates need not be tried. Pure."""

from collections.abc import Collection

from assistant.intents.sentence_matcher import GAP, NOT
from assistant.intents.template import Choice, Template, Word


def key_of(folded: str, *, is_spaced: bool) -> str:
    """A form in which words are found regardless of signs and blanks."""
    plain = folded.replace("'", "")
    return plain if is_spaced else plain.replace(" ", "")


class RequiredWords:
    """Finds words without which a text is not a template."""

    def __init__(self, *, is_spaced: bool) -> None:
        self._is_spaced = is_spaced
        self._known: dict[int, frozenset[str] | None] = {}
        """By the identity of a choice, which many templates share."""
        self._same: dict[frozenset[str], frozenset[str]] = {}
        """Sets that are equal are one, so that they are compared at once."""

    def of(self, template: Template) -> tuple[frozenset[str], ...]:
        """Sets of words of each of which one is in every text that is this template."""
        found: list[frozenset[str]] = []
        for node in template:
            if isinstance(node, Word) and node.text[0] not in {GAP, NOT}:
                found.append(frozenset({key_of(node.text, is_spaced=self._is_spaced)}))
            elif isinstance(node, Choice) and (some := self._of_choice(node)) is not None:
                found.append(some)
        return tuple(self._same.setdefault(some, some) for some in found if "" not in some)

    def _of_choice(self, choice: Choice) -> frozenset[str] | None:
        if id(choice) not in self._known:
            parts = [self.of(option) for option in choice.options]
            self._known[id(choice)] = (
                frozenset[str]().union(*(min(part, key=len) for part in parts))
                if all(parts)
                else None
            )
        return self._known[id(choice)]


def are_all_in(
    key: str, required: Collection[frozenset[str]], known: dict[frozenset[str], bool]
) -> bool:
    """Whether a text has a word of each set; `known` caches the answers."""
    for some in required:
        is_in = known.get(some)
        if is_in is None:
            is_in = known[some] = any(map(key.__contains__, some))
        if not is_in:
            return False
    return True
