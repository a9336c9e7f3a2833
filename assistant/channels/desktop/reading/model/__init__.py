"""What is read, without Qt. Pure."""
