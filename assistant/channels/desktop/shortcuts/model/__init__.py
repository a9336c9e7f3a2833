"""What a shortcut is. No Qt."""
