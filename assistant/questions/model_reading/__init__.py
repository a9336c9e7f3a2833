"""Answers that the rules would ask back about, read by the user's model. Pure."""
