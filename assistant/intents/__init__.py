"""Requests that need no model: which words ask for what, the call that does it, what is said then.

Pure: words, the time and results go in, intents, calls and words come out.
"""
