"""Creates the database of the user's devices, with a role that may use it and nothing else.

`statements` says what is done, for those who do it by hand or whose provider has its own ways.
"""

import psycopg
from psycopg import sql


def create_database(admin_url: str, *, name: str, password: str) -> None:
    """Create a role and a database that are called alike.

    Args:
        admin_url: How a role reaches the server that may create both, with its password if it
            needs one.
        name: Of both.
        password: Of the role.

    Raises:
        psycopg.Error: If the server cannot be reached, or either is there already.
    """
    with psycopg.connect(admin_url, autocommit=True) as connection:
        encrypted = connection.pgconn.encrypt_password(
            password.encode(), name.encode(), b"scram-sha-256"
        ).decode()  # the server, and its log, never see the password itself
        for statement in statements(name, encrypted):
            connection.execute(statement)
    with psycopg.connect(admin_url, dbname=name, autocommit=True) as connection:
        for statement in inner_statements(name):
            connection.execute(statement)


def statements(name: str, password: str) -> tuple[sql.Composed, ...]:
    """Return what creates role and database, on any database of the server.

    The role may log in, and has none of the rights that a role can have over the server. Nobody
    but it may connect to the database; it may not create schemas or temporary tables there.
    """
    role = sql.Identifier(name)
    return (
        sql.SQL(
            "CREATE ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
            " NOINHERIT PASSWORD {password}"
        ).format(role=role, password=sql.Literal(password)),
        sql.SQL("CREATE DATABASE {role} TEMPLATE template0 ENCODING 'UTF8'").format(role=role),
        sql.SQL("REVOKE ALL ON DATABASE {role} FROM PUBLIC").format(role=role),
        sql.SQL("GRANT CONNECT ON DATABASE {role} TO {role}").format(role=role),
    )


def inner_statements(name: str) -> tuple[sql.Composed, ...]:
    """Return what is then done in the new database: one schema is the role's, nothing else is."""
    role = sql.Identifier(name)
    return (
        sql.SQL("REVOKE ALL ON SCHEMA public FROM PUBLIC").format(),
        sql.SQL("CREATE SCHEMA parley AUTHORIZATION {role}").format(role=role),
    )
