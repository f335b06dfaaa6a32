from . import utils as utils

__all__ = ["utils"]
