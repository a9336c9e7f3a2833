"""Layers, window, compression, summaries. Pure."""
