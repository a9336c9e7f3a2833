"""The first run: a guide over what the settings have, and the first conversation after it."""
