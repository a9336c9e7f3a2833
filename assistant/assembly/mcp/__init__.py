"""Builds Parley's MCP server, over standard streams or HTTP, and the surfaces it asks on."""
