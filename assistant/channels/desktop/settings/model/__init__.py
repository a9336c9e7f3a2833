"""What settings pages say. Pure."""
