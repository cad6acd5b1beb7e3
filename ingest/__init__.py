"""Hand logs and score sheets in; the warehouse and its published snapshots."""
