"""Parse phrases of time, and ground periods."""
