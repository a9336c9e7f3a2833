"""What the icon shows, and what closing the window means. No Qt."""
