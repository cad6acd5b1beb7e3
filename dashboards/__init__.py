"""The Streamlit app: reads published snapshots, computes nothing."""
