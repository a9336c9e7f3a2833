"""Calculator and clock."""
