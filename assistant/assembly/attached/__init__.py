"""A terminal that joins the program that already runs with this home."""
