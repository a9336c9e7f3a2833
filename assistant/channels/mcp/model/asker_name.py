"""Who asks, as the user is told. Pure."""

from collections.abc import Mapping
from typing import Final

from assistant.locale import _
from assistant.questions.model.sanitizer import clean_text, one_line

KNOWN: Final[Mapping[str, str]] = {
    "claude-code": "Claude Code",
    "claude-ai": "Claude Desktop",
    "codex-mcp-client": "Codex",
    "gemini-cli-mcp-client": "Gemini CLI",
    "@cline/core": "Cline",
    "cursor-vscode": "Cursor",
}
"""What clients call themselves in the protocol, where people know them by another name."""
_MAX: Final = 60
"""Characters of a name."""


def asker_name(client: str, project: str) -> str:
    """Return who asks: `Claude Code · webshop`.

    Args:
        client: What the client says that it is.
        project: The folder that it works in; empty where that is not known.
    """
    name = one_line(clean_text(client))[:_MAX]
    name = KNOWN.get(name, name)
    folder = one_line(clean_text(project))[:_MAX]
    if folder:
        return f"{name or _('A program')} · {folder}"
    return _("{name} (MCP)").format(name=name) if name else _("A program (MCP)")
