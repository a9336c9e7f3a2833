"""What answers mean in French."""
