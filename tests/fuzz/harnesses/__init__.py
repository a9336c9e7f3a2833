"""The harnesses, each with the parser of one kind of foreign bytes."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from tests.fuzz.harness import Harness

_NAMES: Final[Mapping[str, Sequence[str]]] = {
    "agents": ("hook", "program-output"),
    "backups": ("backup-archive", "backup-members", "backup-file", "encrypted-stream"),
    "conversation_files": ("conversation-lines", "conversation-file"),
    "files": ("picture", "attachment", "pdf", "wav"),
    "mcp": ("mcp-answer", "mcp-question", "mcp-lines", "mcp-call"),
    "model_replies": ("model-stream", "model-body", "model-words"),
    "question_forms": ("question-form", "question-answer", "lenient-json"),
    "settings_files": ("settings", "catalogue", "agent-json", "agent-toml", "mcp-servers"),
    "sync": ("sync-records", "sync-document", "stored-key"),
    "telegram": ("telegram-updates", "telegram-tap", "voice-message"),
    "utterances": ("utterance",),
    "web": ("api-request", "engine-frame", "page-action"),
}
"""By the module they are in: one is run without importing the others."""
NAMES: Final = tuple(name for names in _NAMES.values() for name in names)


def harness_of(name: str) -> Harness:
    """Return a harness; raises KeyError if there is none of this name."""
    for module, names in _NAMES.items():
        if name in names:
            found: Sequence[Harness] = import_module(f"{__name__}.{module}").HARNESSES
            assert [harness.name for harness in found] == list(names)
            return found[names.index(name)]
    raise KeyError(name)
