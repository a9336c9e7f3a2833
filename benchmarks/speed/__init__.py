"""`parley bench startup`, `context` and `stream`."""
