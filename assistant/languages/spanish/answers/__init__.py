"""What answers mean in Spanish."""
