"""What is said of timers. Pure."""
