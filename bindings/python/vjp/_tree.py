"""Nested containers of tensors: what transforms take for arguments and give for results.

Tuples, named tuples, lists, dictionaries, deques and their like are containers, as is every type that a program
registers with optree in the namespace "vjp"; whatever else, None too, is a leaf. optree is imported when it is first
needed, for most programs nest nothing.
"""

import functools

_OPTIONS = {"none_is_leaf": True, "namespace": "vjp"}


@functools.cache
def _optree():
    import optree

    return optree


def flatten(tree):
    """(the leaves as a list, the structure)."""
    return _optree().tree_flatten(tree, **_OPTIONS)


def unflatten(structure, leaves):
    """The tree that has this structure and these leaves."""
    return _optree().tree_unflatten(structure, leaves)


def map_leaves(function, tree, *others):
    """The tree of function(leaf, ...) for each leaf of `tree` and what the others have in its place."""
    return _optree().tree_map(function, tree, *others, **_OPTIONS)


def broadcast(prefix, tree):
    """For each leaf of `tree` the leaf of `prefix` that stands in its place or above it; ValueError where the two do
    not fit together."""
    return _optree().broadcast_prefix(prefix, tree, **_OPTIONS)
