"""Which memory a fact belongs to, judged by its words alone. Pure.

How the assistant is to behave belongs to the persona, what concerns the work to the workspace,
everything else to the user. The model chooses by itself; this is for what the user says.
"""

from assistant.memory.model.memory_words import any_of
from assistant.memory.model.scope import MemoryScope


def scope_of(fact: str) -> MemoryScope:
    if any_of("agent").search(fact):
        return MemoryScope.AGENT
    if any_of("personal").search(fact):
        return MemoryScope.WORKSPACE if any_of("named_work").search(fact) else MemoryScope.PERSONAL
    return MemoryScope.WORKSPACE if any_of("work").search(fact) else MemoryScope.PERSONAL
