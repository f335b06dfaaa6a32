"""Learns handwritten digits with a small convolutional network; in C, Rust and Julia it ends with the same bits.

python digits.py FILE [--device sim:0]   (examples/data/digits.safetensors)

On the simulator it ends with these bits, too.
"""

import argparse
import math
import time

import vjp

EPOCHS, BATCH, RATE, MOMENTUM = 12, 32, 0.05, 0.9


def parameter(shape, fan_in):
    """He's initialisation, or zeros for a bias."""
    value = vjp.randn(shape)
    value.mul_(math.sqrt(2 / fan_in) if fan_in else 0.0)
    return value.requires_grad_()


def network(p, x):
    """Two convolutions with relu, pooling, one linear layer."""
    x = vjp.relu(vjp.conv2d(x, p[0], p[1], stride=1, padding=1))
    x = vjp.relu(vjp.conv2d(x, p[2], p[3], stride=1, padding=1))
    return vjp.linear(vjp.max_pool2d(x, 2).flatten(1), p[4], p[5])


def loss_of(p, x, y):
    return vjp.cross_entropy(network(p, x), y)


def update(p, velocity):
    """Stochastic gradient descent with momentum."""
    velocity.mul_(MOMENTUM).add_(p.grad)
    p.sub_(velocity, alpha=RATE)
    p.grad = None


def epoch(p, velocity, images, labels):
    """Every training image once, in an order drawn anew. Returns the number of steps."""
    order = vjp.sort(vjp.rand(len(images)))[1]
    starts = range(0, len(images) - BATCH + 1, BATCH)
    for i in starts:
        some = order[i : i + BATCH]
        loss_of(p, images[some], labels[some]).backward()
        with vjp.no_grad():
            for k in range(len(p)):
                update(p[k], velocity[k])
    return len(starts)


def main(path, device):
    vjp.set_default_device(device)  # for everything that is made from now on
    file = vjp.load_safetensors(path)
    images = (file["images"].to(device).to("float32") / 16.0).unsqueeze(1)
    labels = file["labels"].to(device).to("int64")
    # Every fifth image is for the test; the others, for training, are what is left of each group of five.
    test_x, test_y = images[::5], labels[::5]
    train_x, train_y = (vjp.cat([t[i::5] for i in range(1, 5)]) for t in (images, labels))

    vjp.manual_seed(1)
    shapes = [(16, 1, 3, 3), (16,), (32, 16, 3, 3), (32,), (10, 512), (10,)]
    p = [parameter(shape, fan_in) for shape, fan_in in zip(shapes, [9, 0, 144, 0, 512, 0])]
    velocity = [vjp.zeros(shape) for shape in shapes]

    begin = time.perf_counter()
    steps = sum(epoch(p, velocity, train_x, train_y) for _ in range(EPOCHS))
    vjp.synchronize(device)
    seconds = time.perf_counter() - begin

    with vjp.no_grad():
        loss = float(loss_of(p, train_x, train_y))
        accuracy = float((network(p, test_x).argmax(1) == test_y).to("float32").mean())
    bits = loss.hex().replace("0000000p", "p")  # a float32 ends after six digits
    print(f"Python  {100 * accuracy:6.2f} %  {bits}  {seconds:6.2f} s  {steps / seconds:7.1f} steps/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learns handwritten digits.")
    parser.add_argument("file", help="examples/data/digits.safetensors")
    parser.add_argument("--device", default="cpu", help='"sim:0", "cuda:0", ...')
    arguments = parser.parse_args()
    main(arguments.file, arguments.device)
