"""The voice loop put together: over real devices or over files."""
