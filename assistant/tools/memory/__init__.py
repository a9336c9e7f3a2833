"""Tools that remember, recall and forget."""
