"""What keys a text takes. Pure."""
