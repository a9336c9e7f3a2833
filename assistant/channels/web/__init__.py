"""The loopback HTTP server: API, question pages, and the client of both."""
