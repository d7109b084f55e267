"""Chapter 5: fewer dimensions, from inner products, distances or neighbours.

Ids like DME-3.29 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from ..neighbours import (
    connecting_neighbours,
    geodesic_distances,
    neighbour_graph,
    new_geodesics,
)
from ._isomap import isomap
from ._kernel_pca import KernelComponents, kernel_pca, kernel_pca_project
from ._mercer import Mercer, mercer
from ._umap import NEGATIVES, fuzzy_graph, link_curve, neighbour_weights, umap  # noqa: F401
from .mds import (
    Scaling,
    classical_mds,
    gram_from_distances,
    metric_mds,
    nonmetric_mds,
    place_new,
    sammon,
    stress,
)
from .quality import trustworthiness

__all__ = [
    "KernelComponents",
    "Mercer",
    "Scaling",
    "classical_mds",
    "connecting_neighbours",
    "geodesic_distances",
    "gram_from_distances",
    "isomap",
    "kernel_pca",
    "kernel_pca_project",
    "mercer",
    "metric_mds",
    "neighbour_graph",
    "new_geodesics",
    "nonmetric_mds",
    "place_new",
    "sammon",
    "stress",
    "trustworthiness",
    "umap",
]
