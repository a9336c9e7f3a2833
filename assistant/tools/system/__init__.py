"""Tools that reach out of the program: addresses, applications, clipboard, pages, screen, shell."""
