from . import functional as functional
from . import utils as utils

__all__ = ["functional", "utils"]
