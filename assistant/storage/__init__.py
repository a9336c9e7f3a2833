"""SQLite: schema, migrations, one module a repository."""
