"""What is synchronised, how two versions become one, and when a lease holds. Pure."""
