"""The MCP server put together: over standard streams or HTTP, and where it asks."""
