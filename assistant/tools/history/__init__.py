"""Tools that look into past conversations."""
