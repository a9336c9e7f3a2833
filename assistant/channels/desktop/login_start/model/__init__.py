"""What the desktop reads of a program that it starts as the user logs in. No Qt, no files."""
