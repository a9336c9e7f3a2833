"""Requests, messages and streamed replies of the Messages API. Pure."""
