"""Builds what is sent to the model."""
