"""Releases: listed, made, fetched with their checksums, loaded as data sets."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal, Union
from uuid import UUID

from attrs import fields

from . import _held_out
from ._connection import Connection, Progress, silent
from ._extras import need
from ._held_out import HeldOutScore
from ._records import Records
from .client.api.releases import download_release_file, get_held_out, get_release, list_releases, save_card, start_release
from .client.models.card_text import CardText
from .client.models.held_out import HeldOut
from .client.models.release_detail import ReleaseDetail
from .client.models.release_detail_manifest_tables_item import ReleaseDetailManifestTablesItem as Table
from .client.models.release_summary import ReleaseSummary
from .client.models.save_card_request import SaveCardRequest
from .client.models.start_release_request import StartReleaseRequest
from .errors import AssayError, ChecksumMismatch, NotDone, ReleaseWithdrawn

if TYPE_CHECKING:
    import datasets

SUMS = "SHA256SUMS"
Number = Union[int, Literal["latest"]]


class Releases:
    """The releases of a project."""

    def __init__(self, connection: Connection, project_id: UUID) -> None:
        self._connection = connection
        self._project_id = project_id

    def list(self) -> Sequence[ReleaseSummary]:
        """All of them, as the server lists them."""
        releases: Sequence[ReleaseSummary] = self._connection.call(list_releases, self._project_id).releases
        return releases

    def __iter__(self) -> Iterator[ReleaseSummary]:
        return iter(self.list())

    def get(self, number: Number = "latest") -> ReleaseDetail:
        """One release with its manifest, card and files. `latest`: the newest that is ready and was not withdrawn."""
        if number == "latest":
            ready = [each for each in self.list() if each.state.value == "ready"]
            if not ready:
                raise AssayError("This project has no release yet. Make one with releases.make().")
            handed_out = [each.number for each in ready if not each.withdrawn]
            if not handed_out:
                raise AssayError("Every release of this project was withdrawn. Make another with releases.make().")
            number = max(handed_out)
        detail: ReleaseDetail = self._connection.call(get_release, self._project_id, number)
        return detail

    def describe(self, **text: Any) -> CardText:
        """
        Saves what the card says of the data set, and returns it: `pretty_name`, `licence` (an SPDX identifier), `description`,
        `authors` and the others of `CardText`. What is not named stays as it is.

        @raises Conflict where somebody saved it meanwhile
        """
        card = self._connection.call(list_releases, self._project_id).card
        known = card.text.to_dict()
        changed = dict(known)
        for name, value in text.items():
            key = _camel(name)
            if key not in known:
                raise AssayError(f"The card has no field {name!r}. It has {', '.join(_names_of(card.text))}.")
            changed[key] = value
        body = SaveCardRequest.from_dict({"text": changed, "revision": card.revision})
        saved: CardText = self._connection.call(save_card, self._project_id, body=body).text
        return saved

    def make(
        self,
        notes: str = "",
        *,
        contradictions_reason: str | None = None,
        splits: dict[str, Any] | None = None,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> ReleaseDetail:
        """
        Builds the next release of the gold as it is now, and waits until it is there. What the card says is written beforehand, by
        `describe` or on the page of releases. `splits` as in docs/formats.md: {"by": "shares", "shares": [{"name": "train", "percent": 80}, ...]}.
        """
        body: dict[str, Any] = {"notes": notes, "splits": splits}
        if contradictions_reason is not None:
            body["contradictionsReason"] = contradictions_reason
        begun = self._connection.call(start_release, self._project_id, body=StartReleaseRequest.from_dict(body))
        made: ReleaseDetail = self._connection.until(
            lambda: self.get(begun.number),
            lambda seen: seen.state.value != "building",
            what=f"Building release {begun.number}",
            timeout=timeout,
            progress=progress or silent,
            share=lambda seen: float(seen.progress) / 100,
        )
        if made.state.value != "ready":
            raise NotDone(f"Release {made.number} failed. {made.error or ''}".rstrip())
        return made

    def download(
        self,
        number: Number = "latest",
        folder: str | os.PathLike[str] | None = None,
        *,
        paths: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Path:
        """
        Fetches the files of a release, all or those named, into a folder (without one, below the user's cache), and returns it.
        Every file is compared with the release's checksums; what is there already and is right is kept.
        """
        return self._fetch(self._ready(number), folder, paths, progress or silent)

    def load(
        self,
        number: Number = "latest",
        table: str | None = None,
        *,
        split: str | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> datasets.Dataset | datasets.DatasetDict:
        """
        A table of a release (`gold` unless named) as a Dataset, or as a DatasetDict where it is divided and no split is named. Its
        files are compared with the release's checksums first.
        """
        library: Any = need("datasets", "datasets")
        parquet: Any = need("pyarrow.parquet", "datasets")
        release = self._ready(number)
        parts = self._parts(release, table, split)
        root = self._fetch(release, folder, list(parts.values()), silent)
        loaded = {name: library.Dataset(parquet.read_table(root / path)) for name, path in parts.items()}
        return next(iter(loaded.values())) if len(loaded) == 1 else library.DatasetDict(loaded)

    def held_out(self, number: Number = "latest") -> HeldOut:
        """The held-out split of a release: how predictions are written, what is left of the limits, and your submissions."""
        held_out: HeldOut = self._connection.call(get_held_out, self._project_id, self._ready(number).number)
        return held_out

    def submit(self, predictions: Records, number: Number = "latest", *, system: str) -> HeldOutScore:
        """
        Has predictions for the held-out split of a release scored: one for every unit of its `held-out.jsonl`, as objects, a table or
        the path of a file. What is refused costs no submission.

        @raises ProblemError with `issues` by line, and where nothing is left of the limits
        """
        return _held_out.submit(self._connection, self._project_id, self._ready(number).number, predictions, system)

    def _ready(self, number: Number) -> ReleaseDetail:
        release = self.get(number)
        if release.state.value != "ready":
            raise NotDone(f"Release {release.number} is {release.state.value}, not ready. {release.error or ''}".rstrip())
        if release.withdrawn:
            text = f"Release {release.number} was withdrawn: {release.withdrawn.reason} {release.withdrawn.erratum}"
            raise ReleaseWithdrawn(text.rstrip())
        return release

    def _parts(self, release: ReleaseDetail, table: str | None, split: str | None) -> dict[str, str]:
        tables: Sequence[Table] = release.manifest.tables if release.manifest else []
        if not tables:
            raise AssayError(f"Release {release.number} is of an earlier layout without tables. Make another with releases.make().")
        chosen = tables[0] if table is None else next((each for each in tables if each.key == table), None)
        if chosen is None:
            raise AssayError(f"There is no table {table!r}. There are {', '.join(each.key for each in tables)}.")
        if not chosen.parts:
            return {split or "test": str(chosen.path)}
        parts = {part.split: part.path for part in chosen.parts if split in (None, part.split)}
        if not parts:
            raise AssayError(f"There is no split {split!r}. There are {', '.join(part.split for part in chosen.parts)}.")
        return parts

    def _fetch(
        self, release: ReleaseDetail, folder: str | os.PathLike[str] | None, paths: Sequence[str] | None, show: Progress
    ) -> Path:
        root = Path(folder) if folder is not None else _cache() / str(release.digest)
        root.mkdir(parents=True, exist_ok=True)
        # Every file is proved by the list of checksums as it is. Its own is the digest, unless an item was withdrawn since.
        self._file(release, SUMS, root, str(release.sums))
        sums = _sums_in((root / SUMS).read_text("utf-8"))
        wanted = list(sums) if paths is None else list(paths)
        for unknown in set(wanted) - set(sums):
            raise AssayError(f"Release {release.number} has no file {unknown}.")
        for done, path in enumerate(wanted):
            show(f"Fetching {path}", done / len(wanted))
            self._file(release, path, root, sums[path])
        return root

    def _file(self, release: ReleaseDetail, path: str, root: Path, sha256: str) -> None:
        parts = PurePosixPath(path).parts
        if path.startswith("/") or ".." in parts or "\\" in path or ":" in path:
            raise AssayError(f"{path} is no name for a file of a release.")
        target = root.joinpath(*parts)
        if target.is_file() and _digest_of(target) == sha256:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}.part")
        digest = hashlib.sha256()
        try:
            with (
                self._connection.stream(download_release_file, self._project_id, release.number, path=path) as pieces,
                partial.open("wb") as file,
            ):
                for piece in pieces:
                    digest.update(piece)
                    file.write(piece)
            if digest.hexdigest() != sha256:
                raise ChecksumMismatch(
                    f"{path} of release {release.number} is not the file that was released: its checksum is {digest.hexdigest()} in the place of {sha256}. Fetch it again."
                )
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


def _names_of(text: CardText) -> list[str]:
    return [field.name for field in fields(type(text))]


def _sums_in(text: str) -> dict[str, str]:
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line)
    return {path.lstrip("*"): sha256 for sha256, path in lines}


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "assay"
