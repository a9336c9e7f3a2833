"""Programs that write code for the user: what they are, what they ask, how they stand."""
