# W1 through the Julia package: what a call costs a Julia program beside one in C. Same cases as bench/w_engine.cc, same lines.
#
# julia --project=bindings/julia/VJP bench/vjp_bench.jl [--threads 1] [--only W1] [--scale 1]
#
# `fwd` and its like are the fastest of many rounds, into which no collection falls. `fwd_and_collections` is the mean of all rounds,
# with what the collector takes to give their tensors back; in C that is a part of the calls and of `destroy`. A mean cannot leave out
# what other programs take of the machine, so it is of processor time.

using Printf
using VJP

const NODES = 10_000

"`f` is called as C's function is: without it a name that is no constant would be looked up for each call."
function chain(f::F, x::Tensor, c::Tensor) where {F}
    y = x
    for _ in 1:NODES
        y = f(y, c)
    end
    return y
end

mul(x, c) = VJP.mul(x, c)
add(x, c) = VJP.add(x, c)
sine(x, _) = VJP.sin(x)
dot(x, c) = x .* c

"Seconds that `body` takes."
function seconds(body)
    begun = time_ns()
    body()
    return (time_ns() - begun) / 1e9
end

"Seconds of processor time since some time."
function processor_time()
    time = Ref((0, 0))
    ccall(:clock_gettime, Cint, (Cint, Ref{Tuple{Int,Int}}), 2, time)  # of the process
    return time[][1] + time[][2] / 1e9
end

"Seconds of processor time that `body` takes."
function processor_seconds(body)
    begun = processor_time()
    body()
    return processor_time() - begun
end

"Seconds of each phase of one round."
function phases(f, x, c)
    y = Ref{Tensor}()
    forward = seconds(() -> y[] = chain(f, x, c))
    backward = seconds(() -> backward!(y[]))
    set_grad!(x, nothing)
    return (forward, backward)
end

struct Options
    threads::Int
    scale::Float64
end

function emit(o::Options, case, values, runs, value)
    least, median = minimum(values), sort(values)[(end+1)÷2]
    @printf("{\"w\": \"W1\", \"case\": \"%s\", \"peer\": \"libvjp\", \"mode\": \"julia\", \"threads\": %d, \"min_s\": %.6g, \"median_s\": %.6g, \"value\": %.5g, \"unit\": \"ns/op\", \"runs\": %d}\n",
            case, o.threads, least, median, value * 1e9 / NODES, runs)
end

"Prints the fastest of enough rounds, as nanoseconds a node, of each phase that has a name."
function measure(body, o::Options, case, names...)
    each = minimum([sum(body()) for _ in 1:3])  # the first compiles
    GC.gc()
    rounds = clamp(round(Int, 0.6 * o.scale / each), 25, 200)
    samples = [body() for _ in 1:rounds]
    for (i, name) in enumerate(names)
        values = [sample[i] for sample in samples]
        emit(o, "$case.$name", values, rounds, minimum(values))
    end
end

"Prints the mean of rounds that make many times as many tensors as there are between two collections."
function measure_all(body, o::Options, case)
    foreach(_ -> body(), 1:10)
    values = [processor_seconds(body) for _ in 1:100]
    emit(o, "$case.fwd_and_collections", values, 100, sum(values) / 100)
end

function run(o::Options)
    VJP.num_threads!(o.threads)
    for (case, f, other) in (("mul", mul, 1.0), ("add", add, 1e-4), ("sin", sine, 0.0), ("dot", dot, 1.0))
        x, c = requires_grad!(Tensor(Float32[0.5])), Tensor(Float32[other])
        measure(() -> phases(f, x, c), o, case, "fwd", "bwd")
    end
    x, c = Tensor(Float32[0.5]), Tensor(Float32[1.0])
    no_grad() do
        measure(() -> (seconds(() -> chain(mul, x, c)),), o, "mul", "fwd_no_grad")
        measure(() -> (seconds(() -> chain(dot, x, c)),), o, "dot", "fwd_no_grad")
        measure_all(() -> chain(mul, x, c), o, "mul_no_grad")
    end
    requires_grad!(x)
    measure_all(() -> chain(mul, x, c), o, "mul")
end

function main(arguments)
    threads, scale = 1, 1.0
    for k in 1:2:length(arguments)
        flag, value = arguments[k], get(arguments, k + 1, "")
        if flag == "--threads" && tryparse(Int, value) !== nothing
            threads = parse(Int, value)
        elseif flag == "--scale" && tryparse(Float64, value) !== nothing
            scale = parse(Float64, value)
        elseif !(flag == "--only" && value == "W1")
            println(stderr, "vjp_bench.jl: $flag $value: wanted --threads N, --scale X or --only W1")
            exit(2)
        end
    end
    run(Options(threads, scale))
end

main(ARGS)
