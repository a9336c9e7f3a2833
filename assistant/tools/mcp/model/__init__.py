"""Rules for MCP servers: configuration, names, schemas, results. Pure."""
