"""What the bar shows of a question. No Qt."""
