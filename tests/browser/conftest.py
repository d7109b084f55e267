"""One JupyterLab for all tests, and a fresh browser for each."""

import pytest

import chromium


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    with chromium.server(tmp_path_factory.mktemp("lab")) as address:
        yield address


@pytest.fixture
def reader(address):
    with chromium.watched(address) as reader:
        yield reader
