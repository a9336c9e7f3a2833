"""Rules of the life of a question. Pure."""
