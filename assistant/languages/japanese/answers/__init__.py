"""What answers mean in Japanese."""
