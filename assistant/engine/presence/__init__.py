"""Whether the user is there to be spoken to."""
