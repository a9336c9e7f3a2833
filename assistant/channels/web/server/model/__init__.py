"""Origins, tokens, problems. Pure."""
