"""Words that are commands rather than messages: stop, later, change an answer. Pure."""
