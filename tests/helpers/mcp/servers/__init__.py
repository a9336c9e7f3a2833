"""MCP servers that tests start as processes: a good one and one that misbehaves."""
