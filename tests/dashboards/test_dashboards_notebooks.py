"""Notebooks run from the first cell to the last on a season and end with an answer."""

import asyncio
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def run(path: Path) -> nbformat.NotebookNode:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the kernel client's own
        from nbclient import NotebookClient

        notebook = nbformat.read(path, as_version=4)
        client = NotebookClient(
            notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}
        )
        # A thread of its own: the browser tests keep an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, client.async_execute()).result()
    return notebook


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_asks_one_question_and_keeps_no_output(path):
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]

    assert notebook.cells[0].source.splitlines()[0].endswith("?")
    assert all(not cell.outputs and cell.execution_count is None for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_ends_with_its_answer(path, demo_home, monkeypatch):
    monkeypatch.setenv("COASTAL_HOME", str(demo_home))

    notebook = run(path)

    (output,) = notebook.cells[-1].outputs
    assert output.output_type == "stream"
    assert output.text.startswith("In build ")
