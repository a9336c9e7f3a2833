"""Tools, resources and prompts of MCP servers, and the questions servers ask.

Rules stand in pure modules; `connection` keeps one server, `client` and `transports` alone know the
`mcp` package, which takes long to import: they are imported when a server is to be reached.
"""
