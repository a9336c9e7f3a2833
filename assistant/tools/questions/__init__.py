"""Tools that ask the user, and the skills they use."""
