"""The MCP servers the user has added."""
