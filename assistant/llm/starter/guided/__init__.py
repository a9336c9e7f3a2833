"""Replies under a grammar: a model that cannot call tools answers, asks or declines."""
