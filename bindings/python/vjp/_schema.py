"""What an operator takes and gives, as data: _generated_schemas.py has it of each. The generator uses it, too."""

from typing import NamedTuple

REQUIRED = object()


class Arg(NamedTuple):
    type: str
    name: str
    default: object  # REQUIRED if there is none
    keyword_only: bool


class Schema(NamedTuple):
    name: str        # "max"
    args: tuple
    outputs: tuple   # names; "" where the schema gives none
    list_output: bool
