"""Exit 1 unless the report names browser tests and none of them was skipped."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

report = ET.parse(Path(sys.argv[1]))  # noqa: S314  written by our own pytest run
cases = [
    case
    for case in report.iter("testcase")
    if case.get("classname", "").startswith("tests.browser")
]
skipped = [case.get("name") for case in cases if case.find("skipped") is not None]
if not cases or skipped:
    sys.exit(f"browser tests: {len(cases)} collected, {len(skipped)} skipped {skipped}")
sys.stdout.write(f"browser tests: {len(cases)} ran in a real browser\n")
