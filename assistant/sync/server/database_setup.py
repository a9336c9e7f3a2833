"""Creates the database of the user's devices, with a role that may use it and nothing else.

The role may log in, and has none of the rights that a role can have over the server. Nobody but it
and the administrators may connect to the database; one schema in it is the role's, and it may create
nothing elsewhere, not even temporary tables.
"""

from typing import Final, LiteralString

import psycopg
from psycopg import sql

_ON_THE_SERVER: Final[tuple[LiteralString, ...]] = (
    "CREATE ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
    " NOINHERIT PASSWORD {password}",
    "CREATE DATABASE {role} TEMPLATE template0 ENCODING 'UTF8'",
    "REVOKE ALL ON DATABASE {role} FROM PUBLIC",
    "GRANT CONNECT ON DATABASE {role} TO {role}",
)
_IN_THE_DATABASE: Final[tuple[LiteralString, ...]] = (
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    "CREATE SCHEMA parley AUTHORIZATION {role}",
)
_OPEN_TO: Final = """
SELECT datname FROM pg_database
WHERE datallowconn AND datname <> %s AND has_database_privilege(%s, oid, 'CONNECT')
ORDER BY datname
"""


def create_database(admin_url: str, *, name: str, password: str) -> list[str]:
    """Create a role and a database of the same name.

    Args:
        admin_url: How a role reaches the server that may create both.
        password: Of the role; the server, and its log, see only what it is checked against.

    Returns:
        The other databases that the role can connect to, because everybody may.

    Raises:
        psycopg.Error: If the server cannot be reached, or either is there already.
    """
    with psycopg.connect(admin_url, autocommit=True) as connection:
        verifier = connection.pgconn.encrypt_password(
            password.encode(), name.encode(), b"scram-sha-256"
        )
        for statement in _ON_THE_SERVER:
            connection.execute(_composed(statement, name, verifier.decode()))
        with psycopg.connect(admin_url, dbname=name, autocommit=True) as inside:
            for statement in _IN_THE_DATABASE:
                inside.execute(_composed(statement, name, ""))
        return [row[0] for row in connection.execute(_OPEN_TO, [name, name])]


def script(name: str) -> str:
    """SQL for `psql`, for administrators who run it themselves."""
    lines = [f"{_composed(one, name, 'CHANGE ME').as_string()};" for one in _ON_THE_SERVER]
    lines.append(f"\\connect {sql.Identifier(name).as_string()}")
    lines += [f"{_composed(one, name, '').as_string()};" for one in _IN_THE_DATABASE]
    return "\n".join(lines)


def _composed(statement: LiteralString, name: str, password: str) -> sql.Composed:
    return sql.SQL(statement).format(role=sql.Identifier(name), password=sql.Literal(password))
