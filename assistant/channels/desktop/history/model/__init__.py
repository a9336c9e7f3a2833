"""What the panel of stored conversations shows. Pure."""
