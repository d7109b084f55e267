"""Chapter 5: fewer dimensions, from inner products, distances or neighbours."""

from .isomap import connecting_neighbours, geodesic_distances, isomap, neighbour_graph
from .kernel_pca import KernelComponents, kernel_pca, kernel_pca_project
from .mds import (
    Scaling,
    classical_mds,
    gram_from_distances,
    metric_mds,
    nonmetric_mds,
    sammon,
    stress,
)
from .mercer import mercer
from .quality import trustworthiness
from .umap import umap

__all__ = [
    "KernelComponents",
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
    "nonmetric_mds",
    "sammon",
    "stress",
    "trustworthiness",
    "umap",
]
