"""Answering a question, without a surface: gestures in, a view out."""
