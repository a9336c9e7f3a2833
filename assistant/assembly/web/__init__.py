"""Builds the HTTP API and its view of the engine."""
