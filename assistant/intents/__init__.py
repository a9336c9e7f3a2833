"""Requests that need no model: which words ask for what, the call that does it, what is said then.

Words, the time and results go in, intents, calls and words come out. All of it is pure but the
client, which stands before a model.
"""
