"""What is offered for what doctor found. No Qt."""
