"""Questions read aloud and answered by voice."""
