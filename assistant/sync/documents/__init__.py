"""The Markdown files of a home that are merged line by line: memory, personas, notes, lists."""
