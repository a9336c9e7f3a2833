"""Colours, sizes and style sheets. Pure."""
