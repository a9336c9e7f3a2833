"""Which model answers, and what models are called. Pure."""
