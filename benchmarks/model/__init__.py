"""What the benches compute and print. Pure."""
