"""What answers mean in Chinese."""
