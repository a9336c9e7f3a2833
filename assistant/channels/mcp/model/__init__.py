"""Calls, forms and results of the MCP server. Pure."""
