"""Parley as an MCP server: other programs ask the user."""
