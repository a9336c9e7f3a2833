"""One turn: request, reply, tools, until it is complete."""
