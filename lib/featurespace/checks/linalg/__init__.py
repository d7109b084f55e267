"""The checks of one chapter. Built from exercises/sources/A_linear_algebra by `make notebooks`: do not edit."""

from ._recipe import CHECK as recipe
from ._block_inverse import CHECK as block_inverse
from ._precision import CHECK as precision
from ._common_line import CHECK as common_line
from ._projector import CHECK as projector
from ._weigh import CHECK as weigh
from ._near_miss import CHECK as near_miss
from ._classify import CHECK as classify
from ._shadow_matrix import CHECK as shadow_matrix
from ._witness import CHECK as witness
from ._dimension import CHECK as dimension
from ._spectrum import CHECK as spectrum
from ._nearest_kernel import CHECK as nearest_kernel
from ._slanted import CHECK as slanted

__all__ = ["recipe", "block_inverse", "precision", "common_line", "projector", "weigh", "near_miss", "classify", "shadow_matrix", "witness", "dimension", "spectrum", "nearest_kernel", "slanted"]
