"""Which memory a fact belongs to, judged by its words alone. Pure.

How the assistant is to behave belongs to the persona, what concerns the work to the workspace,
everything else to the user. The model chooses by itself; this is for what the user says.
"""

from typing import Final

from assistant.languages.language import either
from assistant.memory.model.memory_words import MEMORY_WORDS
from assistant.memory.model.scope import MemoryScope

_AGENT: Final = either(words.agent for words in MEMORY_WORDS)
_WORK: Final = either(words.work for words in MEMORY_WORDS)
_PERSON: Final = either(words.personal for words in MEMORY_WORDS)
_NAMED_WORK: Final = either(words.named_work for words in MEMORY_WORDS)


def scope_of(fact: str) -> MemoryScope:
    if _AGENT.search(fact):
        return MemoryScope.AGENT
    if _PERSON.search(fact):
        return MemoryScope.WORKSPACE if _NAMED_WORK.search(fact) else MemoryScope.PERSONAL
    return MemoryScope.WORKSPACE if _WORK.search(fact) else MemoryScope.PERSONAL
