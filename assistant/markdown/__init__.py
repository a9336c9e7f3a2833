"""Markdown as all surfaces read it. Pure.

`parser` reads whole texts: pages, Telegram, and the window, which draws its last block again. A
surface that takes nothing back, the terminal and the voice, reads `growing_lines`; the terminal reads
the words in them by `growing_words`.
"""
