"""What stands beside a name and narrows what is meant, or changes nothing of it. Pure."""
