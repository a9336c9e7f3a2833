"""One module a subcommand, imported only when invoked."""
