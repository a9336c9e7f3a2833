"""What answers mean in English."""
