"""Checks: queries that return the rows that offend; no rows, all is well."""

from dataclasses import dataclass

import duckdb

from ingest.warehouse import sql_files

SHOWN_ROWS = 20  # offending rows kept per check


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check after it ran: `finds` says in words what its rows are."""

    name: str
    finds: str
    n_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    @property
    def holds(self) -> bool:
        """Whether nothing offends."""
        return self.n_rows == 0


def run_checks(con: duckdb.DuckDBPyConnection) -> list[CheckResult]:
    """Run every check on a warehouse or snapshot, in the order of their names."""
    return [
        _run(con, file.name.removesuffix(".sql"), file.read_text(encoding="utf-8"))
        for file in sql_files("checks")
    ]


def _run(con: duckdb.DuckDBPyConnection, name: str, query: str) -> CheckResult:
    finds = query.partition("\n")[0].removeprefix("--").strip()
    result = con.execute(query)
    columns = tuple(column[0] for column in result.description or ())
    rows = tuple(result.fetchmany(SHOWN_ROWS))
    n_rows = len(rows)
    if n_rows == SHOWN_ROWS:  # perhaps there are more, and perhaps millions
        counted = f"select count(*) from ({query.strip().removesuffix(';')}\n)"  # noqa: S608
        n_rows = int(con.execute(counted).fetchall()[0][0])
    return CheckResult(name, finds, n_rows, columns, rows)
