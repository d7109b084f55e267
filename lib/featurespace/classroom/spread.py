"""Grading as a map over submissions: processes on this machine, or the workers of a Dask cluster.

Both run the same function on the same data and give records as they come. A process that dies
takes no submission with it: what it had under way is given out again, three times at most.
"""

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, NamedTuple

from .._threads import one_thread
from .cli import CannotDo
from .records import Record, empty

TRIES = 3
PATIENCE = 20  # seconds to wait for a scheduler
UNFIT = (
    "the workers of the cluster cannot grade ({error}); install there the version of Feature "
    "Space that you have here."
)
AGAIN = "The same command tries once more."
LOST = f"Three processes ended while they graded this notebook; look at it by hand. {AGAIN}"


class Job(NamedTuple):
    """One submission to grade: all that a worker needs, as plain data."""

    student: str
    notebook: bytes
    chapter: str
    seed: int
    digest: str = ""


Graded = tuple[Job, Record]


def judged(job: Job) -> Record:
    """The record of a submission, whatever happens: one cannot stop the others."""
    from .judge import grade_one
    from .session import GraderTrouble

    try:
        return grade_one(job.student, job.notebook, job.chapter, job.seed)
    except (GraderTrouble, OSError) as reason:
        return ungraded(job, f"The grader's machine failed ({reason}). {AGAIN}")
    except Exception as error:
        words = f"This notebook stopped the grader ({type(error).__name__}); grade it by hand."
        return ungraded(job, f"{words} {AGAIN}")


def ungraded(job: Job, words: str) -> Record:
    """The record of a submission that was not judged; the next run does not believe it."""
    return {**empty(job.student, job.chapter, job.seed, words), "again": True}


def lost(job: Job) -> Record:
    """The record of a submission that no process survived."""
    return ungraded(job, LOST)


def on_this_machine(jobs: Iterable[Job], workers: int) -> Iterator[Graded]:
    """Grade in so many processes."""
    os.environ.update(one_thread())  # for the processes: each loads numpy anew
    waiting = deque(jobs)
    while waiting:
        broken: list[Job] = []
        yield from until_broken(waiting, broken, workers)
        for job in broken:
            yield from alone(job)


def alone(job: Job) -> Iterator[Graded]:
    """Grade what was under way when a process died, in a process that nothing else shares."""
    for _ in range(TRIES - 1):
        broken: list[Job] = []
        yield from until_broken(deque([job]), broken, 1)
        if not broken:
            return
    yield job, lost(job)


def until_broken(waiting: deque[Job], broken: list[Job], workers: int) -> Iterator[Graded]:
    """Grade what is waiting; if a process dies, name what was under way and stop."""
    running: dict[Future[Record], Job] = {}
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=deaf) as pool:
        try:
            while running or (waiting and not broken):
                while waiting and not broken and len(running) < workers:
                    give(pool, waiting.popleft(), running, broken)
                done = wait(running, return_when=FIRST_COMPLETED).done
                yield from taken(done, running, broken)
        except KeyboardInterrupt:
            print("\nInterrupted; finishing what is under way ...", flush=True)
            yield from taken(wait(running).done, running, broken)
            raise


def give(
    pool: ProcessPoolExecutor, job: Job, running: dict[Future[Record], Job], broken: list[Job]
) -> None:
    """Hand a submission to the pool."""
    try:
        running[pool.submit(judged, job)] = job
    except BrokenProcessPool:
        broken.append(job)


def taken(
    done: Iterable[Future[Record]], running: dict[Future[Record], Job], broken: list[Job]
) -> Iterator[Graded]:
    """The records that came; what a dead process had goes to the broken ones."""
    for future in done:
        job = running.pop(future)
        if isinstance(future.exception(), BrokenProcessPool):
            broken.append(job)
        else:
            yield job, future.result()


def deaf() -> None:
    """Let Ctrl-C reach only the process that the instructor sees."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_cluster(jobs: Iterable[Job], address: str) -> Iterator[tuple[Job, Record]]:
    """Grade on the workers of a Dask cluster."""
    client = connected(address)
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    with client:
        futures = {client.submit(judged, job, pure=False): job for job in jobs}
        for future in as_completed(futures):
            job, error = futures[future], future.exception()
            if isinstance(error, KilledWorker):
                yield job, lost(job)
            elif error is not None:
                raise CannotDo(UNFIT.format(error=error))
            else:
                yield job, future.result()


def connected(address: str) -> Any:
    """A client of the cluster."""
    try:
        from distributed import Client
    except ImportError:
        words = "--scheduler needs Dask; install it with: pip install 'featurespace[classroom]'."
        raise CannotDo(words) from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise CannotDo(f"no Dask scheduler answers at {address} ({error}).") from None
    if not client.scheduler_info()["workers"]:
        client.close()
        raise CannotDo(f"the scheduler at {address} has no workers yet; start some: dask worker.")
    return client
