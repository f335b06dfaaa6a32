# The conformance tasks in Julia: prints a JSON line a task, {"task": NAME, "values": [...]}. See ../README.md.

using VJP

const TASKS = Pair{String,Function}[]
task(f, name) = push!(TASKS, name => f)

leaf(a) = Tensor(a; requires_grad=true)

"The elements of all of them, one after the other, rows first."
function numbers(tensors...)
    found = Any[]
    for tensor in tensors
        array = Array(VJP.to(VJP.detach(tensor), Float64))
        append!(found, ndims(array) < 2 ? vec(array) : vec(permutedims(array, ndims(array):-1:1)))
    end
    return found
end

# ---- training ----

task("xor") do
    inputs, targets = Tensor([0.0 0.0; 0.0 1.0; 1.0 0.0; 1.0 1.0]), Tensor(reshape([0.0, 1.0, 1.0, 0.0], 4, 1))
    w1, b1 = leaf([0.5 -0.4 0.3; -0.2 0.6 0.1]), leaf([0.1, -0.1, 0.2])
    w2, b2 = leaf(reshape([0.7, -0.5, 0.2], 3, 1)), leaf([0.0])
    predictions() = VJP.sigmoid(VJP.add(VJP.mm(tanh.(VJP.add(VJP.mm(inputs, w1), b1)), w2), b2))
    function loss()
        error = VJP.sub(predictions(), targets)
        return VJP.mean(VJP.mul(error, error))
    end
    first = loss()
    optimizer = SGD([w1, b1, w2, b2]; lr=2.0)
    for _ in 1:300
        zero_grad!(optimizer)
        backward!(loss())
        step!(optimizer)
    end
    return numbers(first, loss(), predictions())
end

task("adam") do
    p, c = leaf([1.0, -2.0]), Tensor([0.5, 3.0])
    optimizer = Adam([p]; lr=0.1)
    for _ in 1:5
        zero_grad!(optimizer)
        backward!(sum(c .* p .* p))
        step!(optimizer)
    end
    return numbers(p)
end

"The library's name of an element type."
typename(T) = T === VJP.BFloat16Bits ? "bfloat16" : lowercase(string(T))

task("autocast") do
    a = leaf(Float32[1.00390625 2; 3 4])  # 1 + 1/256 is 1 in bfloat16
    b = Tensor(Float32[1 2; 0 1])
    y = autocast(() -> VJP.mm(a, b))
    backward!(sum(y))
    return [typename(VJP.dtype(y)); numbers(y); typename(VJP.dtype(grad(a))); numbers(grad(a))]
end

# ---- gradients ----

task("accumulation") do
    x = leaf([1.0, 2.0])
    backward!(sum(x .* x .* 3))
    backward!(sum(x .* x .* 3))
    twice = numbers(grad(x))
    set_grad!(x, nothing)
    backward!(sum(x .* x .* 3))
    return [twice; numbers(grad(x))]
end

"What a function throws, `nothing` if it returns."
function error_of(f)
    try
        f()
    catch error
        error isa VJPError || rethrow()
        return error
    end
    return nothing
end

task("retain_graph") do
    x = leaf([3.0])
    y = sum(x .* x .* VJP.detach(x))
    VJP.run!(GradCall(y; accumulate=true, retain_graph=true))
    once = numbers(grad(x))
    backward!(y)
    return [once; numbers(grad(x)); Int(error_of(() -> backward!(y)).status)]
end

task("no_grad") do
    x = leaf([1.0])
    silent, made = no_grad(() -> x .* 2), inference(() -> x .* 2)
    return Int[requires_grad(silent), requires_grad(made), VJP.is_inference(made), requires_grad(x .* 2), VJP.is_inference(silent)]
end

task("double_backward") do
    x = leaf([1.0, 2.0])
    value, found = (x .* x) .* (x .* x), Any[]
    for _ in 1:3
        value = grad(sum(value), x; create_graph=true)
        append!(found, numbers(value))
    end
    return found
end

task("view_in_place") do
    x = leaf([1.0, 2.0, 3.0, 4.0])
    y = x .* 2
    VJP.mul!(VJP.narrow(y, 1, 2, 2), 10)
    backward!(sum(y .* y))
    return numbers(y, grad(x))
end

"x^3, by a function of our own whose derivative is `factor` times the right one."
function custom_cube(x; factor=1.0)
    return custom((f, x) -> (save!(f, x); x .* x .* x), (b, g) -> (s = saved(b, 1); g .* s .* s .* (3factor)), x; name="Cube")
end

task("custom_function") do
    x = leaf([1.0, 2.0, -3.0])
    y = custom_cube(x)
    first = grad(sum(y), x; create_graph=true)
    return numbers(y, first, grad(sum(first), x))
end

task("linear_solve") do
    a, b = leaf([3.0 1.0; 1.0 2.0]), leaf([9.0, 8.0])
    x = VJP.linalg_solve(a, b)
    backward!(sum(x))
    return numbers(x, grad(a), grad(b))
end

task("fft") do
    x = leaf([1.0, 2.0, 3.0, 4.0])
    parts = VJP.view_as_real(VJP.fft_rfft(x))
    backward!(sum(parts .* parts))
    return numbers(parts, grad(x))
end

task("sparse") do
    values, dense = leaf([3.0, 4.0, 5.0]), leaf([1.0 2.0; 3.0 4.0; 5.0 6.0])
    matrix = VJP.sparse_coo(Tensor([0 1 1; 2 0 2]), values, (2, 3))
    y = VJP.mm(matrix, dense)
    backward!(sum(y))
    return numbers(y, grad(values), grad(dense))
end

# ---- functions ----

task("rosenbrock_hessian") do
    function rosenbrock(v)
        x, y = VJP.select(v, 1, 1), VJP.select(v, 1, 2)
        valley, rest = y .- x .* x, 1 .- x
        return 100 .* valley .* valley .+ rest .* rest
    end
    return numbers(VJP.hessian(rosenbrock, Tensor([-1.2, 1.0])))
end

task("polar_jacobian") do
    function cartesian(v)
        r, angle = VJP.select(v, 1, 1), VJP.select(v, 1, 2)
        return VJP.stack([r .* cos.(angle), r .* sin.(angle)])
    end
    return numbers(VJP.jacobian(cartesian, Tensor([2.0, 0.5])))
end

task("jvp") do
    x, v = Tensor([1.0, 2.0, 3.0]), Tensor([1.0, 0.5, -1.0])
    _, along = VJP.jvp(x -> x .* x .* x, x; vectors=v)
    _, curved = VJP.hvp(x -> sum(x .* x .* x), x; vectors=v)
    return numbers(along, curved)
end

task("vmap") do
    x, w = Tensor([1.0 2.0; 3.0 4.0; 5.0 6.0]), leaf([2.0, -1.0])
    y = vmap(x, w; in_dims=(1, nothing)) do row, w
        product = sum(row .* w)
        product .* product
    end
    backward!(sum(y))
    return numbers(y, grad(w))
end

task("gradcheck") do
    x = leaf([0.5, -1.5])
    return [Int(gradcheck(x -> custom_cube(x; factor=factor), x; raise=false) === nothing) for factor in (1.0, 1.01)]
end

# ---- hooks and saved values ----

task("hook_clips") do
    x, c = leaf([1.0, 2.0, 3.0, 4.0]), Tensor([0.5, -3.0, 2.0, 1.0])
    y = x .* x
    add_hook!(g -> clamp.(g, -1, 1), y)
    backward!(sum(y .* c))
    return numbers(grad(x))
end

task("multi_gradient_hook") do
    x, y, calls = leaf([2.0]), leaf([3.0]), Any[]
    hook = add_multi_grad_hook!(gradients -> push!(calls, numbers(gradients...)), [x, y])
    backward!(sum(x .* y .+ y))
    remove!(hook)
    backward!(sum(x .* y .+ y))
    return [length(calls); calls[1]]
end

task("saved_value_hook") do
    packed, unpacked = Ref(0), Ref(0)
    pack(tensor) = (packed[] += 1; VJP.detach(tensor))
    unpack(kept) = (unpacked[] += 1; kept .* 2)
    x = leaf([3.0])
    y = saved_tensor_hooks(() -> VJP.mul(x, x), pack, unpack)
    backward!(sum(y))
    return [packed[]; unpacked[]; numbers(grad(x))]
end

task("checkpointed") do
    calls = Ref(0)
    region(x) = (calls[] += 1; exp.(x) .* x)
    x = leaf([0.0, 1.0])
    backward!(sum(checkpoint(region, x)))
    return [calls[]; numbers(grad(x))]
end

# ---- threads and devices ----

task("two_threads") do
    x = leaf([1.0, 2.0])
    tasks = map(([1.0, 2.0], [10.0, 20.0])) do factors
        Threads.@spawn for _ in 1:50
            backward!(sum(x .* Tensor(factors)))
        end
    end
    foreach(wait, tasks)
    return numbers(grad(x))
end

task("simulator_streams") do
    VJP.Sim.mode("random:7") do
        x = requires_grad!(VJP.to(Tensor([1.0, 2.0, 3.0]), "sim:0"))
        main, side = current_stream("sim:0"), Stream("sim:0")
        wait_for!(side, main)
        loss = with_stream(() -> sum(x .* x .* 5), side)
        wait_for!(main, side)
        backward!(loss)
        return numbers(VJP.to(loss, "cpu"), VJP.to(grad(x), "cpu"))
    end
end

# ---- files ----

task("safetensors") do
    mktempdir() do folder
        path = joinpath(folder, "model.safetensors")
        save_safetensors(path, ["weight" => Tensor([1.5 -2.0; 0.25 4.0]), "steps" => Tensor([7])];
                         metadata=["task" => "conformance"])
        file = SafetensorsFile(path)
        weight, steps = file["weight"], file["steps"]
        return [length(file); numbers(weight); typename(VJP.dtype(weight)); numbers(steps); typename(VJP.dtype(steps));
                VJP.metadata(file, "task")]
    end
end

# ---- tools ----

task("compiled_backward") do
    function gradient_of_chain()
        x = leaf([0.0, 1.0, 2.0])
        y = x
        for _ in 1:4
            y = VJP.add(VJP.mul(y, x), x)
        end
        backward!(sum(y))
        return numbers(grad(x))
    end
    VJP.compile_clear!()
    eager, before = gradient_of_chain(), VJP.compile_counters().hits
    compiled = VJP.compiled(() -> [gradient_of_chain() for _ in 1:4])
    hits = VJP.compile_counters().hits - before
    return [eager; Int(all(==(eager), compiled)); Int(hits)]
end

task("profile") do
    x, profiler = leaf([1.0, 2.0]), Profiler()
    profile(profiler) do
        backward!(sum(VJP.exp(VJP.mul(VJP.mul(VJP.mul(x, x), x), x))))
    end
    wanted = [(:operator, "mul"), (:operator, "exp"), (:derivative, "MulBackward"), (:derivative, "ExpBackward")]
    events = profile_events(profiler)
    return [count(event -> event.kind === kind && event.name == name, events) for (kind, name) in wanted]
end

task("anomaly") do
    warning_handler!(nothing)  # where it was recorded
    x = leaf([0.0])
    error = error_of(() -> detect_anomaly(() -> backward!(sum(VJP.mul(VJP.sqrt(x), 0)))))
    return [Int(error.status), first(split(error.message, '\n'))]
end

task("explain") do
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    roots = record_cuts() do
        [sum(VJP.mul(VJP.detach(x), w)), sum(VJP.relu(VJP.neg(VJP.mul(x, x)))), sum(VJP.mul(x, w))]
    end
    return [string(explain_missing_grad(x, root).reason) for root in roots]
end

task("graph_picture") do
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    root = sum(VJP.add(VJP.mul(x, y), x))
    nodes, links = walk(grad_fn(root))
    dot = to_dot(root)
    return [nodes; links; [Int(occursin(name, dot)) for name in ("MulBackward", "AddBackward", "SumBackward", "ExpBackward")]]
end

"How many nodes can be reached from one, and how many edges lead from one of them to another."
function walk(root)
    seen, waiting, links = Set([root]), [root], 0
    while !isempty(waiting)
        for node in VJP.next_nodes(pop!(waiting))
            node === nothing && continue
            links += 1
            node in seen || (push!(seen, node); push!(waiting, node))
        end
    end
    return length(seen), links
end

# ---- errors ----

zeros_of(sizes...) = VJP.zeros([sizes...]; dtype=Float64)

function freed()
    x = leaf([2.0])
    y = sum(VJP.mul(x, x))
    backward!(y)
    backward!(y)
end

function changed()
    y = VJP.exp(leaf([2.0]))
    VJP.add!(y, 1)
    backward!(sum(y))
end

function unused()
    x, y = leaf([2.0]), leaf([3.0])
    grad(sum(VJP.mul(x, x)), [x, y])
end

function view_of_no_grad()
    x = leaf([1.0, 2.0])
    VJP.mul!(no_grad(() -> VJP.narrow(x, 1, 1, 1)), 2)
end

"Twenty programs that are wrong, each in its own way."
const MISTAKES = [
    () -> VJP.mm(zeros_of(2, 3), zeros_of(2, 3)),
    () -> VJP.add(Tensor([1.0, 2.0]), Tensor([1.0, 2.0, 3.0])),
    () -> VJP.view(zeros_of(2, 3), [4]),
    () -> backward!(VJP.mul(leaf([1.0, 2.0]), 2)),
    () -> backward!(sum(Tensor([1.0]))),
    freed,
    () -> VJP.mul!(leaf([2.0]), 3),
    changed,
    () -> requires_grad!(Tensor([1, 2])),
    () -> item(Tensor([1.0, 2.0])),
    () -> VJP.linalg_solve(zeros_of(2, 2), zeros_of(2, 2)),
    () -> VJP.linalg_cholesky(zeros_of(2, 2)),
    unused,
    () -> SafetensorsFile("nowhere.safetensors"),
    () -> backward!(VJP.mul(leaf([1.0, 2.0]), 2), Tensor([1.0, 2.0, 3.0])),
    () -> VJP.mean(Tensor([1, 2])),
    view_of_no_grad,
    () -> VJP.mul(inference(() -> Tensor([1.0])), leaf([2.0])),
    () -> VJP.linalg_det(zeros_of(2, 3)),
    () -> VJP.stack([zeros_of(1, 2), zeros_of(2, 1)]),
]

task("error_messages") do
    return map(MISTAKES) do mistake
        error = error_of(mistake)
        error === nothing ? "no error" : "$(Int(error.status)): $(error.message)"
    end
end

# ---- lines ----

function quoted(text)
    escaped = map(collect(text)) do c
        c in ('"', '\\') ? "\\$c" : c < ' ' ? "\\u" * string(UInt32(c); base=16, pad=4) : string(c)
    end
    return "\"" * join(escaped) * "\""
end
json(value::Real) = string(value)
json(value::AbstractString) = quoted(value)

function main(wanted)
    isempty(wanted) || filter!(pair -> first(pair) in wanted, TASKS)
    for (name, f) in TASKS
        result = try
            "\"values\": [" * join(json.(f()), ", ") * "]"
        catch error
            "\"error\": " * quoted(sprint(showerror, error))
        end
        println("{\"task\": \"$name\", $result}")
    end
end

main(ARGS)
