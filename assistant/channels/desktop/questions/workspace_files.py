"""Which files of the workspace a question may show."""

from pathlib import Path

from assistant.channels.desktop.questions.model.file_references import FileResolver


def files_inside(root: Path) -> FileResolver:
    """Return the resolver for a workspace: only what is a file inside `root`, links followed."""
    top = root.resolve()

    def resolve(reference: str) -> Path | None:
        try:
            path = (top / reference).resolve()
            return path if path.is_relative_to(top) and path.is_file() else None
        except (OSError, ValueError):  # a name too long, or with a null character: no file
            return None

    return resolve
