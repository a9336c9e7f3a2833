"""The one place that starts child processes; a test holds that no other does.

A child sees a cleaned environment, has a session of its own and runs in a private empty folder
unless it is given one. A Python child never imports from the folder it runs in.
"""
