"""One window for a home: other programs that have it ask that window, and end."""
