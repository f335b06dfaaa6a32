"""Trains a small transformer on the characters of a text, and writes with it; it ends with the bits of the C program.

python charlm.py TEXT [--steps 600] ...   (--help lists the flags; default text: the GPL as Debian ships it)

Parameters begin by the operators that the C program calls.
"""

import argparse
import math
import time

import vjp
from vjp import nn


class Block(nn.Module):
    """Attention and two linear layers, each after a norm and beside a residual."""

    def __init__(self, width, heads, dropout):
        super().__init__()
        self.norm1, self.qkv, self.proj = nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm2, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.heads, self.drop, self.gelu = heads, nn.Dropout(dropout), nn.GELU("tanh")

    def attend(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        dropout = self.drop.p if self.training else 0.0
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=dropout, is_causal=True)
        return self.proj(mixed.transpose(1, 2).reshape(batch, length, width))

    def forward(self, x):
        x = x + self.drop(self.attend(self.norm1(x)))
        return x + self.drop(self.down(self.gelu(self.up(self.norm2(x)))))


class Model(nn.Module):
    """Logits [batch, length, vocabulary] of what follows each character of [batch, length]."""

    def __init__(self, vocabulary, o):
        super().__init__()
        self.token, self.position = nn.Embedding(vocabulary, o.width), nn.Embedding(o.context, o.width)
        self.blocks = nn.ModuleList(Block(o.width, o.heads, o.dropout) for _ in range(o.layers))
        self.norm, self.head = nn.LayerNorm(o.width), nn.Linear(o.width, vocabulary, bias=False)
        self.drop = nn.Dropout(o.dropout)

    def begin(self):
        """Matrices normal, smaller where a residual is added; biases zero."""
        for name, p in self.named_parameters():
            if p.ndim > 1:
                residual = name.endswith(("proj.weight", "down.weight"))
                p.data = vjp.randn(p.shape).mul_(0.02 / math.sqrt(2 * len(self.blocks)) if residual else 0.02)
            elif name.endswith("bias"):
                nn.init.zeros_(p)

    def forward(self, tokens):
        x = self.drop(self.token(tokens) + self.position.weight[: tokens.shape[1]])
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def adamw(parameters, decay):
    """Biases and norms, which have one dimension, do not decay."""
    parameters = list(parameters)
    matrices, others = [p for p in parameters if p.ndim > 1], [p for p in parameters if p.ndim == 1]
    groups = [{"params": matrices}, {"params": others, "weight_decay": 0}]
    return vjp.optim.AdamW(groups, betas=(0.9, 0.99), weight_decay=decay)


def rate_at(step, o):
    """Linear warm-up, then a cosine down to a tenth."""
    if step <= o.warmup:
        return o.rate * step / o.warmup
    done = (step - o.warmup) / (o.steps - o.warmup)
    return o.rate * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * done)))


def loss_of(model, tokens, starts, context):
    """Mean nats a character over the windows that begin at `starts`."""
    places = starts.unsqueeze(1) + vjp.arange(context)
    logits = model(tokens[places])
    return nn.functional.cross_entropy(logits.flatten(0, 1), tokens[places + 1].flatten())


@vjp.no_grad()
def held_out_loss(model, tokens, first, o):
    """The mean over the windows of the part that training never sees."""
    model.eval()
    total = (len(tokens) - first - 1) // o.context
    batches = (first + vjp.arange(total) * o.context).split(o.batch)
    loss = sum(loss_of(model, tokens, starts, o.context).item() * len(starts) for starts in batches) / total
    model.train()
    return loss


@vjp.no_grad()
def generate(model, written, o):
    """Appends o.sample tokens, each drawn from softmax(logits / temperature)."""
    model.eval()
    for chance in vjp.rand(o.sample, dtype="float64", generator=vjp.Generator(o.seed)).tolist():
        count, half = len(written), o.context // 2
        seen = count if count < o.context else half + count % half  # all, or from half a context on again
        logits = model(vjp.tensor([written[-seen:]]))[0, -1]
        odds = (logits * (1 / o.temperature)).softmax(0).tolist()
        choice = 0
        while choice + 1 < len(odds) and chance >= odds[choice]:
            chance -= odds[choice]
            choice += 1
        written.append(choice)


def main(o):
    with open(o.text, encoding="utf-8", newline="") as file:
        text = file.read()
    characters = sorted(set(text))
    number = {c: i for i, c in enumerate(characters)}
    tokens = vjp.tensor([number[c] for c in text])
    first = len(text) - len(text) // 10  # a tenth is held out

    model = Model(len(characters), o)
    vjp.manual_seed(o.seed)
    model.begin()
    optimizer = adamw(model.parameters(), o.decay)
    print(f"{o.text}: {len(text)} characters, {len(characters)} distinct; "
          f"{sum(p.numel() for p in model.parameters())} parameters; libvjp {vjp.__version__}")
    print(f"held-out loss before: {held_out_loss(model, tokens, first, o):.3f} nats a character")
    begin = time.perf_counter()
    for step in range(1, o.steps + 1):
        loss = loss_of(model, tokens, vjp.randint(first - o.context, (o.batch,)), o.context)
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, o)
        optimizer.step()
        optimizer.zero_grad()
        if step % 50 == 0 or step == o.steps:
            print(f"step {step}: {loss.item():.3f}, {(time.perf_counter() - begin) / step * 1e3:.0f} ms a step", flush=True)
    print(f"held-out loss after {o.steps} steps: {held_out_loss(model, tokens, first, o):.3f} nats a character")
    if o.out:
        vjp.save({"model": model.state_dict(), "characters": "".join(characters)}, o.out)
    written = [number[c] for c in o.prompt]
    generate(model, written, o)
    print("---- generated ----", "".join(characters[i] for i in written), "-------------------", sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Trains a small transformer on a text, and writes with it.")
    parser.add_argument("text", nargs="?", default="/usr/share/common-licenses/GPL-3", help="a UTF-8 file")
    parser.add_argument("--out", help="a file for the model, in safetensors")
    parser.add_argument("--prompt", default="\n", help="what the generated text begins with")
    for flag, default in [("steps", 600), ("batch", 16), ("context", 128), ("layers", 2), ("width", 128), ("heads", 4),
                          ("warmup", 60), ("seed", 1), ("sample", 400)]:
        parser.add_argument(f"--{flag}", type=int, default=default, help=f"({default})")
    for flag, default in [("rate", 3e-3), ("decay", 0.1), ("dropout", 0.1), ("temperature", 0.7)]:
        parser.add_argument(f"--{flag}", type=float, default=default, help=f"({default})")
    main(parser.parse_args())
