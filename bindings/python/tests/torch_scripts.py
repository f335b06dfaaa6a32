"""Programs as PyTorch's users write them, for PyTorch and for `import vjp as torch`: python torch_scripts.py, run by an
interpreter that has torch, writes torch_scripts.json, with which test_torch_scripts.py compares.

Nothing in them is random, since the two libraries draw different numbers.
"""

import json
import math
import pathlib

VALUES = pathlib.Path(__file__).with_suffix(".json")


def begin(torch, module):
    """Parameters by a formula."""
    for k, p in enumerate(module.parameters()):
        values = torch.cos(torch.arange(p.numel(), dtype=torch.float64) * 0.7 + k).reshape(p.shape)
        with torch.no_grad():
            p.copy_(values / math.sqrt(p[0].numel()) if p.dim() > 1 else 1 + values * 0.1)


def images(torch, folder):
    """A classifier of images: training with a schedule, evaluation, a checkpoint."""
    nn, F, optim = torch.nn, torch.nn.functional, torch.optim
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1 = nn.Conv2d(1, 4, 3, 1, padding=1)
            self.conv2 = nn.Conv2d(4, 6, 3, 1)
            self.norm = nn.BatchNorm2d(4)
            self.dropout = nn.Dropout(0.0)
            self.fc = nn.Linear(54, 3)

        def forward(self, x):
            x = F.relu(self.norm(self.conv1(x)))
            x = F.max_pool2d(F.relu(self.conv2(x)), 2)
            x = torch.flatten(self.dropout(x), 1)
            return F.log_softmax(self.fc(x), dim=1)

    def train(model, loader, optimizer):
        model.train()
        losses = []
        for data, target in loader:
            data, target = data.to(device), target.to(device)
            optimizer.zero_grad()
            loss = F.nll_loss(model(data), target)
            loss.backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            optimizer.step()
            losses += [loss.item(), norm.item()]
        return losses

    def test(model, loader):
        model.eval()
        loss, correct = 0.0, 0
        with torch.no_grad():
            for data, target in loader:
                data, target = data.to(device), target.to(device)
                output = model(data)
                loss += F.nll_loss(output, target, reduction="sum").item()
                correct += output.argmax(dim=1, keepdim=True).eq(target.view_as(output[:, :1])).sum().item()
        return [loss / len(loader.dataset), correct]

    x = torch.sin(torch.arange(20 * 64, dtype=torch.float) * 0.37).reshape(20, 1, 8, 8)
    assert x.dtype == torch.float32 and not x.is_cuda
    dataset = torch.utils.data.TensorDataset(x, torch.arange(20, dtype=torch.long) % 3)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=False)
    model = Net().to(device)
    begin(torch, model)
    optimizer = optim.Adadelta(model.parameters(), lr=1.0)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.7)
    found = []
    for _ in range(3):
        found += train(model, loader, optimizer) + test(model, loader) + scheduler.get_last_lr()
        scheduler.step()
    torch.save(model.state_dict(), folder / "model.pt")
    again = Net().double().to(device)
    again.load_state_dict(torch.load(folder / "model.pt", map_location=device, weights_only=True))
    found.append(again.eval()(x.double().to(device)).sum().item())
    return found


def words(torch, folder):
    """A recurrent language model with tied weights."""
    nn = torch.nn

    class Model(nn.Module):
        def __init__(self, ntoken, nhid):
            super().__init__()
            self.drop = nn.Dropout(0.0)
            self.encoder = nn.Embedding(ntoken, nhid)
            self.rnn = nn.LSTM(nhid, nhid, 2, batch_first=False)
            self.decoder = nn.Linear(nhid, ntoken)
            self.decoder.weight = self.encoder.weight
            self.nhid = nhid

        def forward(self, input, hidden):
            output, hidden = self.rnn(self.drop(self.encoder(input)), hidden)
            return self.decoder(self.drop(output)), hidden

        def init_hidden(self, bsz):
            weight = next(self.parameters())
            return weight.new_zeros(2, bsz, self.nhid), weight.new_zeros(2, bsz, self.nhid)

    model = Model(7, 6)
    begin(torch, model)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9, nesterov=True, weight_decay=1e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=6)
    tokens = (torch.arange(80) ** 2 % 7).reshape(20, 4)
    hidden, found = model.init_hidden(4), []
    for i in range(0, 15, 5):
        hidden = tuple(h.detach() for h in hidden)
        output, hidden = model(tokens[i:i + 5], hidden)
        loss = criterion(output.view(-1, 7), tokens[i + 1:i + 6].reshape(-1))
        model.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        found += [math.exp(loss.item()), optimizer.param_groups[0]["lr"]]
    return [*found, sum(p.numel() for p in model.parameters() if p.requires_grad)]


def attention(torch, folder):
    """A causal transformer, with hooks that look on, groups of parameters, and a warm-up."""
    nn = torch.nn
    layer = nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", batch_first=True, norm_first=True)
    model = nn.Sequential(nn.Embedding(9, 8), layer, nn.Linear(8, 9, bias=False)).double()
    begin(torch, model)
    seen = []
    model[1].linear1.register_forward_hook(lambda module, args, output: seen.append(output.abs().mean().item()))
    model[1].register_full_backward_hook(lambda module, grads, outs: seen.append(outs[0].abs().sum().item()))
    decay = [p for n, p in model.named_parameters() if p.dim() >= 2]
    others = [p for n, p in model.named_parameters() if p.dim() < 2]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}],
                                  lr=3e-2, betas=(0.9, 0.95))
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 4))
    tokens = (torch.arange(24) * 5 % 9).reshape(3, 8)
    mask = nn.Transformer.generate_square_subsequent_mask(7).double()
    for _ in range(6):
        x = model[0](tokens[:, :-1])
        logits = model[2](model[1](x, src_mask=mask, is_causal=True))
        loss = nn.functional.cross_entropy(logits.reshape(-1, 9), tokens[:, 1:].reshape(-1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        scheduler.step()
        seen.append(loss.item())
    return seen


def schedules(torch, folder):
    """Every schedule for a while, of two groups."""
    optim, s = torch.optim, torch.optim.lr_scheduler
    makers = [lambda o: s.StepLR(o, 3, 0.5), lambda o: s.MultiStepLR(o, [2, 5, 5]), lambda o: s.ExponentialLR(o, 0.9),
              lambda o: s.ConstantLR(o, 0.5, 3), lambda o: s.LinearLR(o, 0.25, 0.75, 4),
              lambda o: s.PolynomialLR(o, 6, 2.0),
              lambda o: s.CosineAnnealingLR(o, 5, 0.01), lambda o: s.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
              lambda o: s.LambdaLR(o, [lambda t: 1 / (1 + t), lambda t: 0.5**t]),
              lambda o: s.SequentialLR(o, [s.LinearLR(o, 0.1, total_iters=3), s.CosineAnnealingLR(o, 6)], [3])]
    # Two of an optimizer, in both orders, and three.
    pairs = [pair for one in makers[:-1] for pair in ((one, makers[2]), (makers[4], one))]
    makers += [lambda o, one=one, other=other: s.ChainedScheduler([one(o), other(o)]) for one, other in pairs]
    makers += [lambda o: s.ChainedScheduler([s.ExponentialLR(o, 0.9), s.CosineAnnealingLR(o, 3, 0.02),
                                             s.LinearLR(o, 0.5, 1.0, 5)]),
               lambda o: s.ChainedScheduler([makers[9](o), s.ExponentialLR(o, 0.9)])]
    found = []
    for make in makers:
        a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
        optimizer = optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.3}], lr=0.1)
        scheduler = make(optimizer)
        for _ in range(9):
            found += [group["lr"] for group in optimizer.param_groups] + scheduler.get_last_lr()[:1]
            if all(group["lr"] >= 0 for group in optimizer.param_groups):  # a cosine above eta_min may lead below 0
                optimizer.step()
            scheduler.step()
    return found


def averages(torch, folder):
    """An autoencoder of layers that learn their sizes, trained by Adafactor; averages of its parameters, a schedule for
    them, and statistics computed anew."""
    nn, swa = torch.nn, torch.optim.swa_utils
    encoder = nn.Sequential(nn.LazyConv2d(4, 3, 2, 1, bias=False), nn.LazyBatchNorm2d(), nn.ReLU(inplace=True),
                            nn.Flatten(), nn.LazyLinear(5))
    decoder = nn.Sequential(nn.LazyLinear(64), nn.Unflatten(1, (4, 4, 4)), nn.LazyConvTranspose2d(1, 4, 2, 1))
    model = nn.Sequential(encoder, decoder)
    x = torch.sin(torch.arange(12 * 64, dtype=torch.double) * 0.37).reshape(12, 1, 8, 8)
    model.double().eval()(x)  # the sizes are known from here on
    model.train()
    begin(torch, model)
    optimizer = torch.optim.Adafactor(model.parameters(), lr=0.05, weight_decay=0.01)
    ema = swa.AveragedModel(model, multi_avg_fn=swa.get_ema_multi_avg_fn(0.8), use_buffers=True)
    mean, lately = swa.AveragedModel(model), swa.AveragedModel(model, avg_fn=lambda a, b, n: 0.5 * a + 0.5 * b)
    scheduler = swa.SWALR(optimizer, swa_lr=0.01, anneal_epochs=3)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x), batch_size=4)
    found = []
    for _ in range(5):
        for batch, in loader:
            loss = torch.nn.functional.mse_loss(model(batch), batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            ema.update_parameters(model)
        mean.update_parameters(model)
        lately.update_parameters(model)
        scheduler.step()
        found += [loss.item(), scheduler.get_last_lr()[0]]
    swa.update_bn(loader, mean)
    for averaged in (ema, mean, lately):
        with torch.no_grad():
            found += [averaged.eval()(x).square().mean().item(), averaged.n_averaged.item(), len(averaged.state_dict())]
    torch.save(mean.state_dict(), folder / "mean.pt")
    again = swa.AveragedModel(model)
    again.load_state_dict(torch.load(folder / "mean.pt"))
    return [*found, again.eval()(x).sum().item(), type(encoder[0]).__name__ == "Conv2d", encoder[4].in_features]


def tags(torch, folder):
    """A tagger of sentences of several lengths, packed, in float64 throughout; a checkpoint in memory."""
    import io

    nn, rnn = torch.nn, torch.nn.utils.rnn
    sentences = [[(3 * i + j * j) % 11 + 1 for j in range(n)] for i, n in enumerate((5, 2, 7, 3, 4, 6))]

    class Tagged(torch.utils.data.Dataset):
        def __len__(self):
            return len(sentences)

        def __getitem__(self, i):
            words = torch.tensor(sentences[i], dtype=torch.long)
            return words, words % 3

    def collate(batch):
        xs, ys = zip(*batch)
        return (rnn.pad_sequence(xs, batch_first=True), rnn.pad_sequence(ys, batch_first=True, padding_value=-100),
                torch.tensor([len(x) for x in xs]))

    class Tagger(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(12, 5, padding_idx=0)
            self.lstm = nn.LSTM(5, 4, num_layers=2, batch_first=True, bidirectional=True)
            self.gru = nn.GRU(8, 3)
            self.fc = nn.Linear(3, 3)

        def forward(self, x, lengths):
            self.lstm.flatten_parameters()
            packed = rnn.pack_padded_sequence(self.embedding(x), lengths.cpu(), batch_first=True, enforce_sorted=False)
            output, (h, _) = self.lstm(packed)
            output, _ = self.gru(output, h[-1:, :, :3].contiguous())
            output, _ = rnn.pad_packed_sequence(output, batch_first=True, total_length=x.size(1))
            return self.fc(output)

    found, before = [], torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        model = Tagger()
        begin(torch, model)
        criterion = nn.CrossEntropyLoss(ignore_index=-100)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.4, momentum=0.9, nesterov=True)
        dataset = torch.utils.data.Subset(Tagged(), [5, 0, 1, 2, 4])
        for _ in range(4):
            for x, y, lengths in torch.utils.data.DataLoader(dataset, batch_size=3, collate_fn=collate):
                loss = criterion(model(x, lengths).transpose(1, 2), y)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_value_(model.parameters(), 0.5)
                optimizer.step()
                found.append(loss.item())
        memory = io.BytesIO()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, memory)
        memory.seek(0)
        model.load_state_dict(torch.load(memory)["model"])
        x, y, lengths = collate([Tagged()[3], Tagged()[2]])
        doubled = {name: 2 * value for name, value in model.fc.named_parameters(prefix="fc")}
        scores = torch.func.functional_call(model, doubled, (x, lengths))
        bits = scores.detach().contiguous().view(torch.int64)
        assert scores.dtype == torch.zeros(1).dtype == torch.float64 and bits.view(torch.float64).equal(scores.detach())
        found += scores[y.ne(-100)].flatten().tolist()
    finally:
        torch.set_default_dtype(before)
    return found


SCRIPTS = {"images": images, "words": words, "attention": attention, "schedules": schedules, "averages": averages,
           "tags": tags}


def main():
    import tempfile

    import torch

    with tempfile.TemporaryDirectory() as folder:
        found = {name: script(torch, pathlib.Path(folder)) for name, script in SCRIPTS.items()}
    VALUES.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
