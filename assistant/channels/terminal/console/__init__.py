"""The terminal itself: input line, screen, output, what it can do."""
