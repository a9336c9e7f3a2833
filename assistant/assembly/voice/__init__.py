"""Builds the voice loop, over real devices or over files."""
