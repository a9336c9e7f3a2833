"""`parley doctor`: which parts work, and the fix for each that does not.

`checks` lists what is looked at, in order; `files`, `model`, `sound`, `speech` and `screen` look;
`worker` is the child process they run in, `running` the side that asks it. A part that hangs or
crashes takes its child with it and nothing else.
"""
