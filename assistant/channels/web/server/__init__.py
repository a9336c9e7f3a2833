"""The HTTP server: connections, who may come in, how much they may send."""
