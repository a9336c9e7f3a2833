"""From Markdown to sentences a voice can read. Pure."""
