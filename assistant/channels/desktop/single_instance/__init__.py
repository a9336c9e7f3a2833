"""One window for a home: a program that is started once more has it shown, and ends."""
