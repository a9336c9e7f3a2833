"""Text for a terminal: Markdown, wrapping, what is safe to print. Pure."""
