"""What answers mean in German."""
