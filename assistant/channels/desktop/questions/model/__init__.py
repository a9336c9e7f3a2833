"""What is said and shown of questions in the window. Pure."""
