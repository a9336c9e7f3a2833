"""The schema, as numbered steps. A step that was released never changes; a new one is added.

Each `NNNN_name.sql` beside this file leads from version N-1 to version N. The version of a file
stands in its `user_version`.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path


def shipped_steps(folder: Path = Path(__file__).parent) -> tuple[str, ...]:
    """SQL of every migration step in a folder, in order.

    Raises:
        ValueError: If the numbers of the files are not 1, 2, 3 ….
    """
    files = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    numbers = [int(file.name[:4]) for file in files]
    if numbers != list(range(1, len(files) + 1)):
        raise ValueError(f"The migrations are numbered {numbers}.")
    return tuple(file.read_text(encoding="utf-8") for file in files)


def version_of(connection: sqlite3.Connection) -> int:
    """0 if it is empty."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection, steps: Sequence[str]) -> int:
    """Migrate a database to version `len(steps)`, each step in a transaction of its own.

    A step that fails leaves the database at the version before it.

    Args:
        connection: Open, in autocommit mode, at a version of at most `len(steps)`.
        steps: The SQL of each version; no step has transaction statements of its own.

    Returns:
        The version it had before.
    """
    before = version_of(connection)
    for number, step in enumerate(steps[before:], start=before + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version_of(connection) < number:  # else another process has just done it
                for statement in _statements(step):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return before


def _statements(script: str) -> Iterator[str]:
    """Split a script; `executescript` would commit the transaction it runs in."""
    statement = ""
    *pieces, end = script.split(";")
    for piece in pieces:
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    lines = [line.strip() for line in (statement + end).splitlines()]
    rest = [line for line in lines if line and not line.startswith("--")]
    if rest:
        raise ValueError(f"A migration ends in the middle of a statement: {rest[0]!r}.")
