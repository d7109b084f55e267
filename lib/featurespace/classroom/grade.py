"""``featurespace grade <submissions> -o <folder>``: marks, feedback and statistics of a chapter.

A map over submissions (:mod:`.spread`) from notebooks (:mod:`.inbox`) to records
(:mod:`.records`), of which the tables and pages are made. Interrupted, the same command goes on.
"""

import argparse
import os
import shlex
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np

from .assign import named
from .cli import CannotDo
from .feedback import feedback
from .gradebook import enter
from .inbox import Submission, chapters_in, choose, handed_in, left_aside, the_chapter
from .items import item_table, items_page
from .judge import good_seed
from .marks import marks_table
from .records import Book, Record, empty, file_name, harmless, write
from .spread import Graded, Job, on_cluster, on_this_machine


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is called with."""
    add = parser.add_argument
    add("submissions", type=Path, help="a folder of notebooks, or of a folder for each student")
    add("-o", "--output", type=Path, required=True, help="the folder for marks and feedback")
    add("--chapter", help="which one, if it cannot be told or there are several: 02")
    add("--seed", type=int, help="of the hidden inputs; drawn anew if left out, kept in run.json")
    add("--workers", type=int, default=cores(), help="processes (as many as processors)")
    add("--scheduler", metavar="ADDRESS", help="of a Dask cluster to grade on: tcp://host:8786")
    add("--gradebook", metavar="URL", help="of nbgrader: sqlite:///gradebook.db")


def cores() -> int:
    """The processors that we may use."""
    available = getattr(os, "process_cpu_count", None) or os.cpu_count
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else available()
    return here or 1


def run(options: argparse.Namespace) -> int:
    """Grade what is not graded yet, and write everything that is made of the records."""
    if options.workers < 1:
        raise CannotDo("--workers must be 1 or more.")
    try:
        book, chosen = begin(options)
        records = graded(book, chosen, options)
        publish(book, records)
    except OSError as error:
        raise CannotDo(f"{error.filename or options.output}: {error.strerror}.") from None
    if options.gradebook:
        judged = [record for record in records if not record.get("again")]
        print(enter(options.gradebook, book.chapter, judged))
    return 0


def begin(options: argparse.Namespace) -> tuple[Book, list[Submission]]:
    """The book of this run, and the submission of each student."""
    folder, output = options.submissions.resolve(), options.output.resolve()
    if output == folder or folder in output.parents:
        raise CannotDo("the output lies among the submissions; choose another folder for it.")
    handed = handed_in(options.submissions)
    print(f"Reading {len(handed)} submissions ...", flush=True)
    of = chapters_in(handed)
    chapter = named(options.chapter) if options.chapter else the_chapter(of)
    book = Book.open(options.output, chapter, options.seed, lambda: drawn(chapter))
    for name in left_aside(options.submissions):
        print(f"Left aside, no notebook: {name}")
    return book, [choose(student, one, chapter, of) for student, one in handed.items()]


def drawn(chapter: str) -> int:
    """A secret seed whose inputs tell right from wrong."""
    print("Drawing hidden inputs ...", flush=True)
    return good_seed(chapter, np.random.default_rng())


def graded(book: Book, chosen: list[Submission], options: argparse.Namespace) -> list[Record]:
    """The record of each student: from an earlier run, without a notebook, or graded now."""
    records, jobs, known = {}, [], 0
    for one in chosen:
        job = job_of(one, book)
        if record := book.find(one.student, job.digest):
            records[one.student], known = record, known + 1
        elif one.verdict:
            records[one.student] = empty(one.student, book.chapter, book.seed, one.verdict)
            book.save(records[one.student], job.digest)
        else:
            jobs.append(job)
    announce(book.chapter, (len(chosen), known, len(records) - known), options)
    for job, record in followed(spread(jobs, options), len(jobs)):
        records[job.student] = record
        book.save(record, job.digest)
    return [records[one.student] for one in chosen]


def job_of(one: Submission, book: Book) -> Job:
    """A submission as a worker gets it; what it is graded by stands in the digest."""
    notebook = one.path.read_bytes() if one.path and not one.verdict else b""
    digest = sha256(notebook + one.verdict.encode("utf-8", "replace")).hexdigest()
    return Job(one.student, notebook, book.chapter, book.seed, digest)


def spread(jobs: list[Job], options: argparse.Namespace) -> Iterator[Graded]:
    """The map: on a cluster, if there is one, or on this machine."""
    if options.scheduler and jobs:
        return on_cluster(jobs, options.scheduler)
    return on_this_machine(jobs, min(options.workers, len(jobs) or 1))


def announce(chapter: str, counts: tuple[int, int, int], options: argparse.Namespace) -> None:
    """Say what begins: how many in all, known already, and without a notebook to grade."""
    everyone, known, without = counts
    where = options.scheduler or f"{options.workers} process{'es' * (options.workers > 1)}"
    known_words = f", {known} of them known already" if known else ""
    odd_words = f", {without} without a notebook to grade" if without else ""
    print(
        f"Chapter {chapter}: {everyone} submissions{known_words}{odd_words}; {where}.", flush=True
    )


def followed(results: Iterator[Graded], count: int) -> Iterator[Graded]:
    """The results as they come, with a line that says how far it is and how long it will take."""
    began, told, live = time.monotonic(), 0.0, sys.stdout.isatty()
    for done, result in enumerate(results, 1):
        yield result
        share, now = done / count, time.monotonic()
        if live or share - told >= 0.1 or done == count:
            left = (now - began) * (1 - share) / share
            line = f"{done} of {count} graded, about {spoken(left)} left   "
            print(line, end="\r" if live and done < count else "\n", flush=True)
            told = share


def spoken(seconds: float) -> str:
    """A time to wait in words."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def publish(book: Book, records: list[Record]) -> None:
    """Write marks, feedback and statistics, and say where they are."""
    write(book.folder / "marks.csv", "\ufeff" + harmless(marks_table(book.chapter, records)))
    for record in records:
        page = book.folder / "feedback" / f"{file_name(record['student'])}.html"
        write(page, harmless(feedback(record)))
    write(book.folder / "items.csv", "\ufeff" + harmless(item_table(records)))
    write(book.folder / "items.html", harmless(items_page(book.chapter, records)))
    told = [record for record in records if record["verdict"]]
    for record in told:
        print(f"  {record['student']}: {record['verdict']}")
    print(f"Marks, feedback and statistics are in {shlex.quote(str(book.folder))}.")
