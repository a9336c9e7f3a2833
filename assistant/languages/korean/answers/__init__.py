"""What answers mean in Korean."""
