"""Questions by voice, as two pure halves: what to read aloud, and what was meant by an answer."""
