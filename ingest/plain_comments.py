"""Comments on the columns of views that show a plain table beside what is packed."""

from importlib.resources import files

_TABLES = files("ingest") / "sql" / "tables"


def plain_comments(view: str) -> str:
    """Statements that say of a view's columns what `plain_<view>` says of its own."""
    table = f"plain_{view}"
    of_table = f"comment on column {table}."
    lines = (_TABLES / f"{table}.sql").read_text(encoding="utf-8").splitlines()
    return "\n".join(
        line.replace(of_table, f"comment on column {view}.")
        for line in lines
        if line.startswith(of_table)
    )
