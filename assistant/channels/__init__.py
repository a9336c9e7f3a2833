"""The ways to reach the user. No channel knows another one."""
