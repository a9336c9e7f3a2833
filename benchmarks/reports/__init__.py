"""Figures as tables beside their targets. Pure."""
