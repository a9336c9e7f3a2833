"""What tool calls send out of the program, and when the user is asked because of it."""
