"""`parley bench`: what the program is judged by, measured."""
