"""Types text into whichever window has the focus: what there is on each desktop to do it with."""
