"""What is remembered: kept, told, taken back, compacted."""
