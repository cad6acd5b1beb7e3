"""What a person sees of an error, and what the log keeps of it."""

import logging
import secrets
from datetime import UTC, datetime

import streamlit as st

from engine.errors import CoastalError

log = logging.getLogger("dashboards")


def report_error(error: Exception) -> bool:
    """Show one sentence and an id for an error; the traceback goes to the log."""
    if isinstance(error, CoastalError):
        st.error(f"This part cannot be shown: {error}.")
        return True
    error_id = secrets.token_hex(4)
    log.error("error %s at %s", error_id, datetime.now(UTC).isoformat(), exc_info=error)
    st.error(
        "Something went wrong on our side and this part cannot be shown. Try again; "
        f"if it stays, quote error {error_id}."
    )
    return True
