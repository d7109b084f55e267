"""The checks of one chapter. Built from exercises/sources/03_fisher by `make notebooks`: do not edit."""

from ._variance_along import CHECK as variance_along
from ._dual_variances import CHECK as dual_variances
from ._fisher_ratio import CHECK as fisher_ratio
from ._from_report import CHECK as from_report
from ._blind import CHECK as blind
from ._unseen import CHECK as unseen
from ._spread_matrix import CHECK as spread_matrix
from ._kernel_fisher import CHECK as kernel_fisher
from ._kernel_lda import CHECK as kernel_lda
from ._fair_cut import CHECK as fair_cut
from ._recalibrate import CHECK as recalibrate
from ._mended_fisher import CHECK as mended_fisher
from ._two_rows import CHECK as two_rows
from ._reversal import CHECK as reversal

__all__ = ["variance_along", "dual_variances", "fisher_ratio", "from_report", "blind", "unseen", "spread_matrix", "kernel_fisher", "kernel_lda", "fair_cut", "recalibrate", "mended_fisher", "two_rows", "reversal"]
