"""Questions in a terminal: by keys or as plain lines."""
