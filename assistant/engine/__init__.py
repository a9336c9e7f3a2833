"""The engine: application services that every surface shares, on one thread."""
