"""A home in one file, and back."""
