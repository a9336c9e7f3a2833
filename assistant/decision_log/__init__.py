"""What the user decided: which answers count, how they are found, read and written out. Pure."""
