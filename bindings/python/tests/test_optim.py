"""Optimizers, schedules and clipping: PyTorch's names, defaults and formulas."""

import math

import pytest

import vjp
from vjp.nn.utils import clip_grad_norm_, clip_grad_value_, get_total_norm
from vjp.optim import (
    ASGD,
    LBFGS,
    SGD,
    Adadelta,
    Adagrad,
    Adam,
    Adamax,
    AdamW,
    NAdam,
    RAdam,
    RMSprop,
    Rprop,
    SparseAdam,
    lr_scheduler,
)

# With what PyTorch has after eight steps of `train`.
COMPOSED = [
    (Adamax, dict(lr=0.1, weight_decay=0.1), [0.343362085186035, -1.2732003228039537]),
    (NAdam, dict(lr=0.1, weight_decay=0.1), [0.437787069363859, -1.3950259884331973]),
    (NAdam, dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True), [0.3915566740226885, -1.2715933038017568]),
    (RAdam, dict(lr=0.1, weight_decay=0.1), [0.5041400875956157, 0.1757376405323215]),
    (RAdam, dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True), [0.4932375815999446, 0.15208866320225206]),
    (Adadelta, dict(lr=0.5, weight_decay=0.1), [0.9866756375714979, -1.9866499863231264]),
    (Rprop, dict(lr=0.4), [0.004799999999999999, -0.025600000000000206]),
    (ASGD, dict(lr=0.1, t0=2, weight_decay=0.1), [0.39363371394172436, -0.10275745558903754]),
    (ASGD, dict(lr=0.1, maximize=True), [2.14339200405116, -16.312819972424872]),
]
CASES = [
    (SGD, dict(lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)),
    (Adam, dict(lr=0.1, amsgrad=True, weight_decay=0.01)),
    (AdamW, dict(lr=0.1)),
    (Adagrad, dict(lr=0.1, lr_decay=0.1)),
    (RMSprop, dict(lr=0.1, momentum=0.9, centered=True)),
    *((kind, options) for kind, options, _ in COMPOSED),
]


def leaf(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


def train(optimizer, p, steps=3):
    for _ in range(steps):
        optimizer.zero_grad()
        (p * p * vjp.tensor([0.5, 1.5], dtype=vjp.float64)).sum().backward()
        optimizer.step()


@pytest.mark.parametrize("kind, options", CASES)
def test_state_goes_on_after_loading(kind, options):
    p = leaf(1.0, -2.0)
    first = kind([p], **options)
    train(first, p)
    q = leaf(*p.tolist())
    second = kind([q], **options)
    second.load_state_dict(first.state_dict())
    train(first, p)
    train(second, q)
    assert p.tolist() == q.tolist() and p.tolist() != [1.0, -2.0]


def test_the_first_steps():
    p = leaf(1.0, -2.0)
    train(SGD([p], lr=0.1), p, 1)
    assert p.tolist() == pytest.approx([0.9, -1.4])
    p = leaf(1.0, -2.0)
    train(AdamW([p], lr=0.1), p, 1)
    assert p.tolist() == pytest.approx([0.999 - 0.1, -1.998 + 0.1])
    p = leaf(1.0, -2.0)
    train(Adagrad([p], lr=0.1), p, 1)
    assert p.tolist() == pytest.approx([0.9, -1.9])


def test_groups_and_changed_rates():
    a, b = leaf(1.0), leaf(1.0)
    optimizer = SGD([{"params": [a]}, {"params": b, "lr": 0.5}], lr=1.0)
    a.grad, b.grad = vjp.tensor([1.0], dtype=vjp.float64), vjp.tensor([1.0], dtype=vjp.float64)
    optimizer.step()
    assert (a.item(), b.item()) == (0.0, 0.5)
    optimizer.param_groups[0]["lr"] = 0.25
    optimizer.step()
    assert (a.item(), b.item()) == (-0.25, 0.0)
    assert "lr: 0.25" in repr(optimizer)


def test_state_dict_counts_parameters_through_groups():
    a, b = leaf(1.0), leaf(1.0)
    optimizer = Adam([{"params": [a]}, {"params": [b]}])
    b.grad = vjp.tensor([1.0], dtype=vjp.float64)
    optimizer.step()
    state = optimizer.state_dict()
    assert [group["params"] for group in state["param_groups"]] == [[0], [1]]
    assert set(state["state"]) == {1} and set(state["state"][1]) == {"step", "exp_avg", "exp_avg_sq"}
    assert optimizer.state[b]["step"].item() == 1
    with pytest.raises(ValueError, match="groups of"):
        Adam([a]).load_state_dict(state)


def test_closure_and_misuse():
    p = leaf(2.0)
    optimizer = SGD([p], lr=0.25)

    def closure():
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    with vjp.no_grad():
        assert optimizer.step(closure).item() == 4.0
    assert p.item() == 1.0
    with pytest.raises(ValueError):
        SGD([])
    with pytest.raises(TypeError):
        SGD(p)
    with pytest.raises(vjp.InvalidError, match="lr"):
        SGD([p], lr=-1)
    with pytest.raises(NotImplementedError):
        SGD([p], differentiable=True)


def test_schedules():
    p = leaf(1.0)
    optimizer = SGD([p], lr=2.0)
    schedule = lr_scheduler.Schedule(optimizer, lambda base, step: lr_scheduler.step_lr(base, step, 2, 0.5))
    rates = []
    for _ in range(5):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    assert rates == [2.0, 2.0, 1.0, 1.0, 0.5]
    assert lr_scheduler.cosine_lr(1.0, 5, 10) == pytest.approx(0.5)
    assert lr_scheduler.linear_lr(3.0, 0) == pytest.approx(1.0)
    assert lr_scheduler.exponential_lr(1.0, 3, 0.5) == 0.125
    assert lr_scheduler.one_cycle_lr(1.0, 2, 10) == pytest.approx(1.0)
    plateau = lr_scheduler.ReduceLROnPlateau(optimizer, patience=0, factor=0.5)
    optimizer.param_groups[0]["lr"] = 1.0
    for metric in (1.0, 1.0, 0.5):
        plateau.step(metric)
    assert optimizer.param_groups[0]["lr"] == 0.5


def test_schedules_go_on_and_name_mistakes():
    def made():
        optimizer = SGD([leaf(1.0)], lr=2.0)
        return optimizer, lr_scheduler.CosineAnnealingLR(optimizer, 8)

    optimizer, schedule = made()
    for _ in range(3):
        schedule.step()
    other, again = made()
    again.load_state_dict(schedule.state_dict())
    assert again.get_last_lr() == schedule.get_last_lr() == [other.param_groups[0]["lr"]] and again.last_epoch == 3
    schedule.step()
    again.step()
    assert again.get_last_lr() == schedule.get_last_lr() != [2.0]
    with pytest.raises(vjp.InvalidError, match="2 schedulers and 0 milestones"):
        lr_scheduler.SequentialLR(optimizer, [schedule, schedule], [])
    with pytest.raises(vjp.InvalidError, match="a scheduler is of another optimizer"):
        lr_scheduler.SequentialLR(optimizer, [schedule, again], [1])
    with pytest.raises(vjp.InvalidError, match="lr_lambda has 2 values, expected 1"):
        lr_scheduler.LambdaLR(optimizer, [lambda t: 1, lambda t: 1])
    with pytest.raises(vjp.InvalidError, match="T_0 and T_mult are 0 and 1"):
        lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 0)


def test_schedules_of_one_optimizer_multiply():
    optimizer = SGD([leaf(1.0)], lr=2.0)
    warm_up, decay = lr_scheduler.LinearLR(optimizer, 0.5, 1.0, 4), lr_scheduler.ExponentialLR(optimizer, 0.5)
    rates = []
    for _ in range(6):
        rates.append(optimizer.param_groups[0]["lr"])
        warm_up.step()
        decay.step()
    assert rates == pytest.approx([2 * min(1, 0.5 + i / 8) * 0.5**i for i in range(6)], rel=1e-14)
    again = SGD([leaf(1.0)], lr=2.0)
    chained = lr_scheduler.ChainedScheduler([lr_scheduler.LinearLR(again, 0.5, 1.0, 4),
                                             lr_scheduler.ExponentialLR(again, 0.5)])
    for _ in range(3):
        chained.step()
    assert chained.get_last_lr() == [rates[3]] == [again.param_groups[0]["lr"]]
    third = SGD([leaf(1.0)], lr=2.0)
    loaded = lr_scheduler.ChainedScheduler([lr_scheduler.LinearLR(third, 0.5, 1.0, 4),
                                            lr_scheduler.ExponentialLR(third, 0.5)])
    loaded.load_state_dict(chained.state_dict())
    loaded.step()
    assert loaded.get_last_lr() == pytest.approx([rates[4]], rel=1e-15)
    with pytest.raises(vjp.InvalidError, match="there are no schedulers"):
        lr_scheduler.ChainedScheduler([])
    with pytest.raises(vjp.InvalidError, match="another optimizer"):
        lr_scheduler.ChainedScheduler([warm_up, loaded.schedulers[0]])
    with pytest.raises(vjp.InvalidError, match="got ReduceLROnPlateau"):
        lr_scheduler.ChainedScheduler([lr_scheduler.ReduceLROnPlateau(optimizer)])
    with pytest.raises(vjp.InvalidError, match="states of 2 schedulers, expected 1"):
        lr_scheduler.ChainedScheduler([warm_up]).load_state_dict(chained.state_dict())


def test_a_schedule_alone_collects_no_rounding():
    optimizer = SGD([leaf(1.0)], lr=0.3)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, 500)
    for _ in range(1000):
        schedule.step()
    assert schedule.get_last_lr() == [0.3]


def test_clipping():
    a, b = leaf(0.0), leaf(0.0)
    a.grad, b.grad = vjp.tensor([3.0], dtype=vjp.float64), vjp.tensor([4.0], dtype=vjp.float64)
    assert get_total_norm([a.grad, b.grad]).item() == pytest.approx(5.0)
    assert clip_grad_norm_([a, b], 1.0).item() == pytest.approx(5.0)
    assert (a.grad.item(), b.grad.item()) == (pytest.approx(0.6), pytest.approx(0.8))
    clip_grad_value_([a, b], 0.7)
    assert (a.grad.item(), b.grad.item()) == (pytest.approx(0.6), 0.7)
    a.grad = vjp.tensor([math.inf], dtype=vjp.float64)
    with pytest.raises(vjp.InvalidError, match="norm"):
        clip_grad_norm_(a, 1.0, error_if_nonfinite=True)
    b.grad = vjp.tensor([-4.0], dtype=vjp.float64)
    assert clip_grad_norm_(b, 1, norm_type="inf").item() == 4.0
    assert get_total_norm([b.grad], "inf").item() == pytest.approx(1.0)


def sparse_step(make):
    table = vjp.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    optimizer = make([table])
    vjp.embedding(vjp.tensor([2, 0, 2]), table, sparse=True).sum().backward()
    assert table.grad.is_sparse
    optimizer.step()
    return table.detach().flatten().tolist()


def test_sparse_gradients_move_what_they_have():
    assert sparse_step(lambda p: SGD(p, lr=0.5)) == [0.5, 2, 2]
    assert sparse_step(lambda p: SGD(p, lr=0.5, momentum=0.5)) == [0.5, 2, 2]
    assert sparse_step(lambda p: Adagrad(p, lr=0.5, eps=0)) == pytest.approx([0.5, 2, 2.5])
    assert sparse_step(lambda p: SparseAdam(p, lr=0.5)) == pytest.approx([0.5, 2, 2.5])
    with pytest.raises(NotImplementedError, match="SparseAdam"):
        sparse_step(Adam)
    with pytest.raises(NotImplementedError, match="weight_decay"):
        sparse_step(lambda p: SGD(p, lr=0.5, weight_decay=0.5))
    table = leaf(1, 2)
    table.grad = leaf(1, 1).detach()
    with pytest.raises(NotImplementedError, match="Adam takes strided"):
        SparseAdam([table]).step()


def test_sparse_adam_keeps_what_it_needs():
    table = vjp.tensor([[1.0], [2.0]], requires_grad=True)
    optimizer = SparseAdam([table], lr=0.5)
    table.grad = vjp.sparse_coo_tensor([[1]], [[2.0]], (2, 1))
    optimizer.step()
    state = optimizer.state_dict()["state"][0]
    assert state["exp_avg"].flatten().tolist() == pytest.approx([0, 0.2])
    again = SparseAdam([table], lr=0.5)
    again.load_state_dict(optimizer.state_dict())
    assert again.state[table]["step"].item() == 1


@pytest.mark.parametrize("kind, options, wanted", COMPOSED)
def test_steps_are_those_of_torch(kind, options, wanted):
    p = leaf(1.0, -2.0)
    optimizer = kind([p], **options)
    train(optimizer, p, 8)
    assert p.tolist() == pytest.approx(wanted, rel=1e-12)
    assert p.requires_grad and optimizer.state[p]["step"].item() == 8


@pytest.mark.parametrize("search, wanted", [
    (None, [-1.160199888390321, 1.020551762576801, 0.5011866822058246]),
    ("strong_wolfe", [-0.5893324949314112, 0.33490563749491964, 0.8425494935304713]),
])
def test_lbfgs(search, wanted):
    def minimise(p, optimizer, steps):
        def closure():
            optimizer.zero_grad()
            loss = 100 * (p[1] - p[0]**2)**2 + (1 - p[0])**2 + (p[2] - p[1])**2
            loss.backward()
            return loss

        return [optimizer.step(closure).item() for _ in range(steps)]

    options = dict(lr=0.02 if search is None else 1, max_iter=4, history_size=3, line_search_fn=search)
    p = leaf(-1.2, 1.0, 0.5)
    optimizer = LBFGS([p], **options)
    losses = minimise(p, optimizer, 2)
    q = leaf(*p.tolist())
    other = LBFGS([q], **options)
    other.load_state_dict(optimizer.state_dict())
    losses += minimise(p, optimizer, 1)
    assert losses == sorted(losses, reverse=True) and p.tolist() == pytest.approx(wanted, rel=1e-6)
    minimise(q, other, 1)
    assert q.tolist() == p.tolist()
    if search:
        minimise(p, optimizer, 10)
        assert p.tolist() == pytest.approx([1.0, 1.0, 1.0], rel=1e-4)


def test_lbfgs_refuses_what_it_cannot_do():
    a, b = leaf(1.0), leaf(1.0)
    with pytest.raises(ValueError, match="several groups"):
        LBFGS([{"params": [a]}, {"params": [b]}])
    with pytest.raises(ValueError, match="line_search_fn"):
        LBFGS([a], line_search_fn="exact")
    with pytest.raises(TypeError, match="closure"):
        LBFGS([a]).step()


def test_a_grad_scaler_steps_optimizers_made_of_operators():
    ends = []
    for scaled in (False, True):
        p = leaf(1.0, -2.0)
        optimizer, scaler = NAdam([p], lr=0.1), vjp.amp.GradScaler("cpu", init_scale=8.0)
        for step in range(3):
            optimizer.zero_grad()
            loss = (p * p).sum()
            if not scaled:
                loss.backward()
                optimizer.step()
                continue
            scaler.scale(loss).backward()
            if step == 1:
                scaler.unscale_(optimizer)
            assert scaler.step(optimizer)
            scaler.update()
        ends.append(p.tolist())
    assert ends[0] == pytest.approx(ends[1], rel=1e-12)
    p.grad = vjp.tensor([math.inf, 0.0], dtype=vjp.float64)
    scaler.scale(p.sum())
    assert not scaler.step(optimizer) and p.tolist() == ends[1]
