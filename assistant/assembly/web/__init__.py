"""The HTTP API put together, and its view of the engine."""
