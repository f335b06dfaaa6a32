"""Learns handwritten digits with a small convolutional network; in C, Rust and Julia it ends with the same bits.

python digits.py FILE [--device sim:0]   (examples/data/digits.safetensors)

On the simulator it ends with these bits, too. Parameters begin, and are updated, by the operators that the other languages
call; `nn.init.kaiming_normal_` and `optim.SGD` round otherwise, and would be what a program of Python alone uses.
"""

import argparse
import math
import time

import vjp
from vjp import nn

EPOCHS, BATCH, RATE, MOMENTUM = 12, 32, 0.05, 0.9


def network():
    """Two convolutions with relu, pooling, one linear layer."""
    net = nn.Sequential(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
                        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(512, 10))
    vjp.manual_seed(1)
    for name, p in net.named_parameters():  # He's initialisation, and zeros for biases
        scale = math.sqrt(2 / p[0].numel()) if name.endswith("weight") else 0.0
        p.data = vjp.randn(p.shape).mul_(scale)
    return net


@vjp.no_grad()
def update(p, velocity):
    """Stochastic gradient descent with momentum."""
    velocity.mul_(MOMENTUM).add_(p.grad)
    p.sub_(velocity, alpha=RATE)
    p.grad = None


def epoch(net, velocity, images, labels):
    """Every training image once, in an order drawn anew. Returns the number of steps."""
    order = vjp.rand(len(images)).argsort()
    steps = len(images) // BATCH
    for some in order[: steps * BATCH].split(BATCH):
        vjp.cross_entropy(net(images[some]), labels[some]).backward()
        for p in net.parameters():
            update(p, velocity[p])
    return steps


def main(path, device):
    vjp.set_default_device(device)  # for everything that is made from now on
    file = vjp.load(path, map_location=device)
    images, labels = (file["images"].float() / 16.0).unsqueeze(1), file["labels"].long()
    # Every fifth image is for the test; the others, for training, are what is left of each group of five.
    test_x, test_y = images[::5], labels[::5]
    train_x, train_y = (vjp.cat([t[i::5] for i in range(1, 5)]) for t in (images, labels))
    net = network()
    velocity = {p: vjp.zeros_like(p) for p in net.parameters()}

    begin = time.perf_counter()
    steps = sum(epoch(net, velocity, train_x, train_y) for _ in range(EPOCHS))
    vjp.synchronize(device)
    seconds = time.perf_counter() - begin

    with vjp.no_grad():
        loss = float(vjp.cross_entropy(net(train_x), train_y))
        accuracy = float((net(test_x).argmax(1) == test_y).float().mean())
    bits = loss.hex().replace("0000000p", "p")  # a float32 ends after six digits
    print(f"Python  {100 * accuracy:6.2f} %  {bits}  {seconds:6.2f} s  {steps / seconds:7.1f} steps/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learns handwritten digits.")
    parser.add_argument("file", help="examples/data/digits.safetensors")
    parser.add_argument("--device", default="cpu", help='"sim:0", "cuda:0", ...')
    arguments = parser.parse_args()
    main(arguments.file, arguments.device)
