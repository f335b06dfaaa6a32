from ..forward_ad import UnpackedDualTensor as UnpackedDualTensor
from ..forward_ad import dual_level as dual_level
from ..forward_ad import enter_dual_level as enter_dual_level
from ..forward_ad import exit_dual_level as exit_dual_level
from ..forward_ad import jvp as jvp
from ..forward_ad import make_dual as make_dual
from ..forward_ad import tangent_levels as tangent_levels
from ..forward_ad import unpack_dual as unpack_dual
