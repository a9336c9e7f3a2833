"""What a file is, by its bytes, and how many go with a message. Pure."""
