"""Creates the database of the user's devices, and a role that may use it and nothing else.

`create_sync_database.py postgresql://postgres@db.example.org/postgres` does it;
`create_sync_database.py --print` writes what to give to psql.
"""

import argparse
import getpass
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from assistant.sync.server.database_setup import create_database, script


def main() -> None:
    """Ask for the password of the new role, and create both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("admin_url", nargs="?", help="how an administrator reaches the server")
    parser.add_argument("--name", default="parley", help="of the role and the database")
    parser.add_argument("--print", action="store_true", help="only write the statements")
    given = parser.parse_args()
    if given.print or given.admin_url is None:
        print(script(given.name))  # noqa: T201
        return
    password = getpass.getpass(f"Password for the new role {given.name}: ")
    for name in create_database(given.admin_url, name=given.name, password=password):
        print(f"{given.name} can also connect to the database {name}: everybody may.")  # noqa: T201
    print(f"Created. On each device: postgresql://{given.name}@HOST/{given.name}")  # noqa: T201


if __name__ == "__main__":
    main()
