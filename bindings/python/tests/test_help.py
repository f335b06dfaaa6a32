"""Every help() says something: how to call it, what it does; for operators dtypes, the derivative and an example."""

import doctest
import functools
import inspect
import pkgutil
import types

import pytest

import vjp

pytestmark = pytest.mark.host


def modules():
    yield vjp
    for found in pkgutil.walk_packages(vjp.__path__, "vjp."):
        # beside its modules a wheel has shared libraries, which are none
        module = found.module_finder.find_spec(found.name).origin.endswith(".py")
        if module and not any(part.startswith("_") for part in found.name.split(".")):
            yield __import__(found.name, fromlist=["_"])


def names_of(module):
    own = getattr(module, "__all__", None)
    if own is not None and module is not vjp:
        return list(own)
    return [name for name, value in vars(module).items() if not name.startswith("_") and (
        module is vjp or getattr(value, "__module__", None) in (module.__name__, "vjp"))]


def members(cls):
    for name, value in vars(cls).items():
        if name.startswith("_") and name != "__call__":
            continue
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if callable(value) or inspect.isdatadescriptor(value):
            yield name, value


def public():
    """(name, object) of everything that users see, each once."""
    seen = set()
    for module in modules():
        for name in names_of(module):
            value = getattr(module, name)
            if isinstance(value, (types.ModuleType, vjp.dtype)) or id(value) in seen or not callable(value):
                continue
            seen.add(id(value))
            yield f"{module.__name__}.{name}", value
            # Named tuples and enumerations have members of Python's own.
            if isinstance(value, type) and not issubclass(value, (tuple, int, dict, BaseException)):
                for member, item in members(value):
                    yield f"{module.__name__}.{name}.{member}", item


PUBLIC = list(public())


def test_the_walk_goes_everywhere():
    names = {name for name, _ in PUBLIC}
    assert len(names) > 600
    assert {"vjp.sin", "vjp.Tensor.shape", "vjp.Tensor.sin_", "vjp.Function.forward", "vjp.autograd.gradcheck",
            "vjp.optim.Optimizer.step", "vjp.utils.checkpoint.checkpoint", "vjp.sim.set_mode", "vjp.Node.register_hook",
            "vjp.autograd.graph.save_on_cpu", "vjp.ShapeError"} <= names


def test_everything_has_a_text():
    """Of its own: a class does not have its base's, nor a named tuple the one that it is born with."""
    empty = [name for name, value in PUBLIC
             if not ((value.__doc__ if isinstance(value, type) else inspect.getdoc(value)) or "").strip()]
    assert not empty
    born = [name for name, value in PUBLIC
            if isinstance(value, type) and value.__doc__.startswith(value.__name__ + "(")]
    assert not born
    assert not [module.__name__ for module in modules() if not (module.__doc__ or "").strip()]


def test_everything_has_a_signature():
    """inspect knows it, or where a function has several forms, its text begins with them."""
    without = []
    for name, value in PUBLIC:
        if isinstance(value, type) or not callable(value):
            continue
        try:
            signature = str(inspect.signature(value))
        except ValueError:
            signature = ""
        last = name.rpartition(".")[2]
        last = SECOND_NAMES.get(last.rstrip("_"), last.rstrip("_")) + "_" * last.endswith("_")
        forms = (value.__doc__ or "").startswith((last + "(", "x." + last + "("))
        if signature in ("", "(*args, **kwargs)", "(*args, **kwargs) -> None") and not forms:
            if name.rpartition(".")[2] not in ("forward", "__call__", "run"):  # of any function's arguments
                without.append(name)
    assert not without


SECOND_NAMES = dict(vjp._alias_names.BOTH)
OPERATORS = [name for name in vjp._generated_ops.__all__ if not name.endswith("_result")]


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_says_what_it_takes_what_its_derivative_is_and_shows_an_example(name):
    text = getattr(vjp, name).__doc__
    assert ">>> vjp." in text
    parameters = inspect.signature(getattr(vjp, name)).parameters
    takes_tensors = {"input", "tensors", "a", "x1", "operands", "args", "query", "condition"} & set(parameters)
    if takes_tensors and name not in ("arange", "randint", "normal"):
        assert "Derivative" in text
    method = getattr(vjp.Tensor, name, None)
    if callable(method):
        assert method.__doc__ == text
    in_place = getattr(vjp.Tensor, name + "_", None)
    if callable(in_place) and "written into the tensor itself" not in in_place.__doc__:
        assert name == "copy"  # which takes one argument more


def test_examples_run():
    """All of them, as they stand."""
    finder, failures, count = doctest.DocTestParser(), [], 0
    for name, value in PUBLIC:
        if isinstance(value, type) or not value.__doc__ or ">>>" not in value.__doc__:
            continue
        test = finder.get_doctest(inspect.cleandoc(value.__doc__), {"vjp": vjp}, name, None, 0)
        output = []
        count += len(test.examples)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        if runner.run(test, out=output.append).failed:
            failures.append("".join(output))
    assert count > 300
    assert not failures, "\n".join(failures)


def test_classes_are_found_under_the_names_that_tracebacks_have():
    lost = []
    for module in modules():
        for value in [getattr(module, name) for name in names_of(module)]:
            if not isinstance(value, type) or not value.__module__.startswith("vjp"):
                continue
            name = f"{value.__module__}.{value.__qualname__}"
            if functools.reduce(lambda a, part: getattr(a, part, None), name.split(".")[1:], vjp) is not value:
                lost.append(name)
    assert lost == []
