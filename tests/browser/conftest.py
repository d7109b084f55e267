"""One JupyterLab for all tests, and a fresh browser for each."""

import pytest

import lab


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    with lab.server(tmp_path_factory.mktemp("lab")) as address:
        yield address


@pytest.fixture
def reader(address):
    """A reader who meets no error and whose browser asks no other machine."""
    with lab.time_limit(lab.TEST), lab.reader(address) as reader:
        yield reader
        reader.close()
    assert reader.errors == []
    assert reader.hosts == {lab.HERE}
