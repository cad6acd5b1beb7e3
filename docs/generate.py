"""Write the pages of docs/ that come from the code: `python -m docs.generate`."""

from pathlib import Path

from coastal import all_verbs
from ingest.reference import hand_log_schema, views_page

DOCS = Path(__file__).parent


def cli_page() -> str:
    """docs/cli.md: every verb with its help and its options."""
    lines = [
        "# Commands",
        "",
        (
            "Generated from the program by `make docs`. `coastal --help` and "
            "`coastal VERB --help` say the same."
        ),
        (
            "Data goes to stdout, talk and progress bars to stderr. Exit status: "
            "0 all well, 1 something was refused or failed a check, 2 wrong use."
        ),
    ]
    root = all_verbs()
    lines += ["", "## coastal [OPTIONS] VERB", "", *_options(root)]
    for name, command in sorted(_verbs(root, "")):
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        usage = " ".join([name, *((p.metavar or p.name.upper()) for p in arguments)])
        lines += ["", f"## coastal {usage}", "", (command.help or "").strip()]
        lines += ["", *_options(command)]
    return "\n".join(lines).rstrip() + "\n"


def _verbs(group, prefix):
    for name, command in group.commands.items():
        full = f"{prefix} {name}".strip()
        if hasattr(command, "commands"):
            yield from _verbs(command, full)
        else:
            yield full, command


def _options(command) -> list[str]:
    rows = []
    for parameter in command.params:
        if parameter.param_type_name != "option":
            continue
        names = ", ".join(f"`{name}`" for name in [*parameter.opts])
        default = parameter.default
        shown = "" if default in (None, False, ()) or callable(default) else default
        rows.append(f"| {names} | {parameter.help or ''} | {shown} |")
    return ["| option | meaning | default |", "|---|---|---|", *rows] if rows else []


PAGES = {
    "cli.md": cli_page,
    "views.md": views_page,
    "hand-log.schema.json": hand_log_schema,
}


def main() -> None:
    """Write every generated page."""
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
