"""What becomes of dictated words. Pure."""
