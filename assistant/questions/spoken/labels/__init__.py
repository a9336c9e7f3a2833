"""What the labels of options are called, hold and sound like."""
