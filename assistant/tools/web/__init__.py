"""Fetching a web page as text."""
