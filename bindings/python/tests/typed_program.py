"""Never run: what mypy must accept, and must know the types of."""

from typing import assert_type

import vjp


def forward(x: vjp.Tensor, weight: vjp.Tensor) -> vjp.Tensor:
    y = (x @ weight).relu() * 2.0 + 1
    assert_type(y, vjp.Tensor)
    assert_type(1 / y, vjp.Tensor)
    assert_type(y == 2, vjp.Tensor)
    assert_type(y.shape, tuple[int, ...])
    assert_type(y.dtype, vjp.dtype)
    assert_type(y[0, None, ..., 1:3], vjp.Tensor)
    assert_type(float(y.sum()), float)
    return vjp.log_softmax(y, dim=-1)


def train(x: vjp.Tensor) -> None:
    weight = vjp.randn(4, 3, dtype=vjp.float32, requires_grad=True)
    weight.register_hook(lambda grad: grad * 2)
    loss = forward(x, weight).mean()
    loss.backward()
    assert weight.grad is not None
    with vjp.no_grad():
        weight -= 0.1 * weight.grad
    weight.grad = None
    (gradient,) = vjp.grad(forward(x, weight).sum(), weight, create_graph=True)
    assert_type(gradient, vjp.Tensor)
    values, indices = vjp.max(x, dim=1)
    assert_type(values, vjp.Tensor)
    assert_type(vjp.max(x), vjp.Tensor)
    assert_type(vjp.einsum("ij,ij->i", x, x), vjp.Tensor)
    assert_type(vjp.zeros(2, 3), vjp.Tensor)
    assert_type(vjp.zeros((2, 3)).view(3, 2), vjp.Tensor)
    assert_type(x.split(2), tuple[vjp.Tensor, ...])


class Square(vjp.Function):
    @staticmethod
    def forward(ctx: object, x: vjp.Tensor) -> vjp.Tensor:
        return x * x


class Net(vjp.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = vjp.nn.Sequential(vjp.nn.Linear(4, 3), vjp.nn.ReLU())
        self.scale = vjp.nn.Parameter(vjp.ones(3))

    def forward(self, x: vjp.Tensor) -> vjp.Tensor:
        hidden: vjp.Tensor = self.layers(x)
        return self.scale * hidden


def learn(net: Net, x: vjp.Tensor, y: vjp.Tensor) -> None:
    optimizer = vjp.optim.SGD(net.train().parameters(), lr=0.1)
    loss = vjp.nn.CrossEntropyLoss()(net(x), y)
    loss.backward()
    optimizer.step()
    assert_type(net.to("cpu"), Net)
    assert_type([name for name, _ in net.named_parameters()], list[str])


@vjp.no_grad()
def evaluate(x: vjp.Tensor) -> float:
    return float(x.mean())


assert_type(evaluate(vjp.ones(2)), float)
vjp.sin("text")  # type: ignore[arg-type]
vjp.nn.Linear("3", 2)  # type: ignore[arg-type]
vjp.zeros(2).sum(dim="rows")  # type: ignore[arg-type]
