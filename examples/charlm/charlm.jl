# Trains a small transformer on the characters of a text, and writes with it; it ends with the bits of the C program.
#
#   julia --project=bindings/julia/VJP charlm.jl [TEXT] [--steps 600] ...   (--help lists the flags; default text: the GPL as Debian ships it)

using Printf
using VJP

const DEFAULTS = (steps=600, batch=16, context=128, layers=2, width=128, heads=4, warmup=60, seed=1, sample=400,
                  rate=3e-3, decay=0.1, dropout=0.1, temperature=0.7, prompt="\n", out="", text="/usr/share/common-licenses/GPL-3")

# ---- the model ----

"Parameters by name, in the order in which they are drawn: matrices normal, smaller where a residual is added; biases zero."
function parameters(vocabulary, o)
    p = Pair{String,Tensor}[]
    add(name, value) = push!(p, name => requires_grad!(value))
    normal(name, rows, columns, deviation=0.02) = add(name, VJP.mul!(VJP.randn([rows, columns]; dtype=Float32), deviation))
    constant(name, size, x) = add(name, VJP.full([size], x; dtype=Float32))
    function norm(name)
        constant("$name.weight", o.width, 1)
        constant("$name.bias", o.width, 0)
    end
    function linear(name, outputs, inputs, deviation=0.02)
        normal("$name.weight", outputs, inputs, deviation)
        constant("$name.bias", outputs, 0)
    end

    residual = 0.02 / sqrt(2 * o.layers)
    normal("token", vocabulary, o.width)
    normal("position", o.context, o.width)
    for block in ("blocks.$i" for i in 0:o.layers-1)
        norm("$block.norm1")
        linear("$block.qkv", 3 * o.width, o.width)
        linear("$block.proj", o.width, o.width, residual)
        norm("$block.norm2")
        linear("$block.up", 4 * o.width, o.width)
        linear("$block.down", o.width, 4 * o.width, residual)
    end
    norm("norm")
    normal("head", vocabulary, o.width)
    return p
end

"Logits [batch, length, vocabulary] of what follows each of `tokens` [batch, length]. The rate of dropout is that of training."
function forward(p, tokens, o; rate=0.0)
    norm(name, x) = VJP.layer_norm(x, [o.width]; weight=p["$name.weight"], bias=p["$name.bias"])
    linear(name, x) = VJP.linear(x, p["$name.weight"]; bias=p["$name.bias"])
    drop(x) = rate > 0 ? VJP.dropout(x; p=rate) : x
    batch, length = size(tokens)

    function attend(block, x)
        split = VJP.reshape(linear("$block.qkv", x), [batch, length, 3, o.heads, -1])
        q, k, v = (VJP.select(permutedims(split, (3, 1, 4, 2, 5)), 1, i) for i in 1:3)
        mixed = VJP.scaled_dot_product_attention(q, k, v; dropout_p=rate, is_causal=true)
        return linear("$block.proj", VJP.reshape(VJP.transpose(mixed, 2, 3), [batch, length, o.width]))
    end
    think(block, x) = linear("$block.down", VJP.gelu(linear("$block.up", x); approximate="tanh"))

    x = drop(VJP.embedding(tokens, p["token"]) .+ p["position"][newaxis, 1:length, :])
    for block in ("blocks.$i" for i in 0:o.layers-1)
        x = x .+ drop(attend(block, norm("$block.norm1", x)))
        x = x .+ drop(think(block, norm("$block.norm2", x)))
    end
    return VJP.linear(norm("norm", x), p["head"])
end

"Mean nats a character over the windows of `tokens` that begin at `starts`, counted from 0."
function loss_of(p, tokens, starts, o; rate=0.0)
    window(ahead) = Tensor([tokens[start+i+ahead] for start in starts, i in 1:o.context])
    logits = forward(p, window(0), o; rate=rate)
    return VJP.cross_entropy(VJP.flatten(logits; start_dim=1, end_dim=2), VJP.flatten(window(1)))
end

# ---- training ----

"Biases and norms, which have one dimension, do not decay."
function adamw(p, decay)
    options = (beta1=0.9, beta2=0.99)
    optimizer = AdamW([x for (_, x) in p if ndims(x) > 1]; options..., weight_decay=decay)
    VJP.add_group!(optimizer, [x for (_, x) in p if ndims(x) == 1]; options..., weight_decay=0)
    return optimizer
end

"One step, after which there are no gradients."
function update!(optimizer, rate)
    foreach(group -> VJP.options!(optimizer, group; lr=rate), 1:VJP.num_groups(optimizer))
    VJP.step!(optimizer)
    VJP.zero_grad!(optimizer)
end

"Linear warm-up, then a cosine down to a tenth."
function rate_at(step, o)
    step <= o.warmup && return o.rate * step / o.warmup
    done = (step - o.warmup) / (o.steps - o.warmup)
    return o.rate * (0.1 + 0.9 * 0.5 * (1 + cos(pi * done)))
end

"The mean over the windows of the part that training never sees, which begins at `first`."
function held_out_loss(p, tokens, first, o)
    total = (length(tokens) - first - 1) ÷ o.context
    starts = first .+ o.context .* (0:total-1)
    return no_grad() do
        sum(Float64(loss_of(p, tokens, some, o)) * length(some) for some in Iterators.partition(starts, o.batch)) / total
    end
end

"Appends `o.sample` tokens to those that are written, each drawn from softmax(logits / temperature)."
function generate!(written, p, o)
    half = o.context ÷ 2
    for chance in Array(VJP.rand([o.sample]; dtype=Float64, generator=Generator(o.seed)))
        count = length(written)
        seen = count < o.context ? count : half > 0 ? half + count % half : o.context  # all, or from half a context on again
        logits = no_grad(() -> forward(p, Tensor(reshape(written[end-seen+1:end], 1, seen)), o))
        odds = Array(VJP.softmax(logits[1, end, :] .* (1 / o.temperature), 1))
        choice = 1
        while choice < length(odds) && chance >= odds[choice]
            chance -= odds[choice]
            choice += 1
        end
        push!(written, choice - 1)
    end
end

# ---- the program ----

function bad_input(message)
    println(stderr, "charlm.jl: ", message)
    exit(2)
end

read_flag(_, ::String, text) = text
function read_flag(name, ::T, text) where {T}
    value = tryparse(T, text)
    return value === nothing || value < 0 ? bad_input("--$name '$text': wanted a $(T <: Int ? "whole " : "")number") : value
end

function read_options(args)
    o = DEFAULTS
    if "--help" in args
        println("usage: charlm.jl [TEXT] [--FLAG VALUE]...\n\nflags, and what they are by default:")
        foreach(name -> println("  --", name, "  ", repr(o[name])), filter(!=(:text), keys(o)))
        exit(0)
    end
    args = copy(args)
    while !isempty(args)
        arg = popfirst!(args)
        name = startswith(arg, "--") ? Symbol(arg[3:end]) : :text
        haskey(o, name) && (name === :text) != startswith(arg, "--") || bad_input("unknown flag '$arg'; --help lists them")
        name === :text || !isempty(args) || bad_input("$arg: a value is wanted")
        o = merge(o, (; name => read_flag(name, o[name], name === :text ? arg : popfirst!(args))))
    end
    return o
end

function main(o)
    isfile(o.text) || bad_input("$(o.text): wanted a UTF-8 file")
    text = read(o.text, String)
    characters = sort(unique(text))
    number = Dict(c => i - 1 for (i, c) in enumerate(characters))
    tokens = [number[c] for c in text]
    first = length(tokens) - length(tokens) ÷ 10  # a tenth is held out
    first > o.context || bad_input("$(o.text): $(length(tokens)) characters; wanted more for a context of $(o.context)")
    written = [get(() -> bad_input("--prompt: the text has no $(repr(c))"), number, c) for c in o.prompt]

    manual_seed!(o.seed)
    list = parameters(length(characters), o)
    p, optimizer = Dict(list), adamw(list, o.decay)
    println("$(o.text): $(length(tokens)) characters, $(length(characters)) distinct; ",
            "$(sum(length(x) for (_, x) in list)) parameters; libvjp $(VJP.version())")
    @printf("held-out loss before: %.3f nats a character\n", held_out_loss(p, tokens, first, o))
    begun = time()
    for step in 1:o.steps
        loss = loss_of(p, tokens, Array(VJP.randint(first - o.context, [o.batch])), o; rate=o.dropout)
        backward!(loss)
        update!(optimizer, rate_at(step, o))
        if step % 50 == 0 || step == o.steps
            @printf("step %d: %.3f, %.0f ms a step\n", step, Float64(loss), 1e3 * (time() - begun) / step)
        end
    end
    @printf("held-out loss after %d steps: %.3f nats a character\n", o.steps, held_out_loss(p, tokens, first, o))
    isempty(o.out) || save_safetensors(o.out, list; metadata=("characters" => String(characters),))
    generate!(written, p, o)
    println("---- generated ----\n", String([characters[i+1] for i in written]), "\n-------------------")
end

main(read_options(ARGS))
