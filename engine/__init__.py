"""The reference engine: plays and scores canasta, writes hand logs."""
