"""The checks of one chapter. Built from exercises/sources/06_generalisation by `make notebooks`: do not edit."""

from ._prediction_loss import CHECK as prediction_loss
from ._mean_training_loss import CHECK as mean_training_loss
from ._ridge_line import CHECK as ridge_line
from ._stratified_folds import CHECK as stratified_folds
from ._left_out_residuals import CHECK as left_out_residuals
from ._loo_parzen import CHECK as loo_parzen
from ._one_standard_error import CHECK as one_standard_error
from ._first_leak import CHECK as first_leak
from ._honest_error import CHECK as honest_error
from ._log_likelihood import CHECK as log_likelihood
from ._margin_losses import CHECK as margin_losses
from ._roc_area import CHECK as roc_area
from ._cheapest_cut import CHECK as cheapest_cut
from ._loss_matrix import CHECK as loss_matrix

__all__ = ["prediction_loss", "mean_training_loss", "ridge_line", "stratified_folds", "left_out_residuals", "loo_parzen", "one_standard_error", "first_leak", "honest_error", "log_likelihood", "margin_losses", "roc_area", "cheapest_cut", "loss_matrix"]
