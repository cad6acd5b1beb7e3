"""The dashboards' only door to the published snapshots: every query is in here."""
