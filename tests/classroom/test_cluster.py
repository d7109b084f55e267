"""The same grading on a Dask cluster; a worker that dies takes no submission with it."""

import builtins
import json
import os
import signal
from collections import Counter

import handing
import pytest

from featurespace.classroom import records, spread
from featurespace.classroom.cli import CannotDo


def jobs(students: list[str]) -> list[spread.Job]:
    """The same notebook from several students."""
    right = {"project": handing.right()["project"]}
    raw = json.dumps(handing.submission(right)).encode()
    return [spread.Job(name, raw, handing.CHAPTER, 7) for name in students]


@pytest.fixture
def cluster(tmp_path):
    distributed = handing.needed("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path),
    ) as cluster:
        yield cluster


def test_a_worker_killed_in_the_middle_loses_no_submission(cluster):
    names = [f"s{number}" for number in range(6)]
    found, killed = Counter(), False
    for job, record in spread.on_cluster(jobs(names), cluster.scheduler_address):
        found[job.student] += 1
        assert record["student"] == job.student
        assert records.total(record) == 1
        if not killed:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)
            killed = True
    assert found == dict.fromkeys(names, 1)


def test_no_cluster_no_workers_no_dask_are_a_sentence_each(monkeypatch):
    distributed = handing.needed("distributed")
    monkeypatch.setattr(spread, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense", "x://y"):
        with pytest.raises(CannotDo, match="no Dask scheduler answers at"):
            spread.connected(address)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        pytest.raises(CannotDo, match="has no workers yet"),
    ):
        spread.connected(cluster.scheduler_address)


def test_without_dask_the_sentence_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.startswith("distributed"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotDo, match="install it with: pip install"):
        spread.connected("tcp://127.0.0.1:1")
