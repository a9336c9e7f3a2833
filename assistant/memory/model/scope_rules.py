"""Which memory a fact belongs to, judged by its words alone. Pure.

How the assistant is to behave belongs to the persona, what concerns the work to the workspace,
everything else to the user. The model chooses by itself; this is for what the user says.
"""

from typing import Final

from assistant.memory.model.memory_words import either
from assistant.memory.model.scope import MemoryScope

_AGENT: Final = either(lambda words: words.agent)
_WORK: Final = either(lambda words: words.work)
_PERSON: Final = either(lambda words: words.personal)
_NAMED_WORK: Final = either(lambda words: words.named_work)


def scope_of(fact: str) -> MemoryScope:
    """Return the memory that a fact belongs to."""
    if _AGENT.search(fact):
        return MemoryScope.AGENT
    if _PERSON.search(fact):
        return MemoryScope.WORKSPACE if _NAMED_WORK.search(fact) else MemoryScope.PERSONAL
    return MemoryScope.WORKSPACE if _WORK.search(fact) else MemoryScope.PERSONAL
