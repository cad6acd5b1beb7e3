"""Computer players: what they take into account, and the moves they choose."""
