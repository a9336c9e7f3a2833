"""`parley doctor`: which parts work, and the fix for each that does not.

`registry` lists what is looked at, in order; the modules of `checks` look; `worker` is the child
process they run in, `runner` the side that asks it. A part that hangs or crashes takes its child
with it and nothing else.
"""
