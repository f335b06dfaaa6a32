struct Mine <: Exception
    payload::Vector{Int}
end

thrown(f) = try
    f()
    nothing
catch exception
    exception
end

@testset "hooks see and replace gradients, in order, until removed" begin
    x = Tensor(1.0; requires_grad=true)
    seen = Float64[]
    first_hook = add_hook!(x) do gradient
        push!(seen, Float64(gradient))
        gradient .+ 1
    end
    add_hook!(x) do gradient
        push!(seen, Float64(gradient))
        nothing
    end
    backward!(3x)
    remove!(first_hook)
    remove!(first_hook)
    backward!(3x)
    @test seen == [3.0, 4.0, 3.0]
    @test grad(x) == 7.0
end

@testset "an exception in a hook comes out of backward!, the same object" begin
    x = Tensor(1.0; requires_grad=true)
    exception = Mine([1, 2])
    hook = add_hook!(_ -> throw(exception), x)
    @test thrown(() -> backward!(2x)) === exception
    remove!(hook)
    backward!(2x)
    @test grad(x) == 2.0
    # From a backward inside a hook it passes both.
    y = Tensor(1.0; requires_grad=true)
    add_hook!(_ -> throw(exception), y)
    add_hook!(_ -> (enable_grad(() -> backward!(2y)); nothing), x)
    @test thrown(() -> backward!(2x)) === exception
end

@testset "an error of the library in a hook keeps its type" begin
    x = Tensor(1.0; requires_grad=true)
    add_hook!(_ -> Tensor(zeros(2)) .+ Tensor(zeros(3)), x)
    @test thrown(() -> backward!(2x)) isa ShapeError
end

"Adds many hooks, runs them after a collection and gives their tensor back. A function, whose temporaries end with it."
function run_many_hooks(count)
    calls, x = Ref(0), Tensor(1.0; requires_grad=true)
    for _ in 1:count
        add_hook!(_ -> (calls[] += 1; nothing), x)
    end
    GC.gc()
    backward!(2x)
    release!(x)
    return calls[]
end

@testset "hooks survive the collector, and are let go with their tensor" begin
    held = length(VJP.HELD)
    @test run_many_hooks(200) == 200
    GC.gc()
    GC.gc()
    lock(VJP.sweep, VJP.HELD_LOCK)
    @test length(VJP.HELD) <= held
    @test_throws VJPError add_hook!(_ -> nothing, Tensor(1.0))
end

@testset "a post-accumulate hook sees the updated leaf" begin
    x = Tensor(1.0; requires_grad=true)
    add_post_accumulate_hook!(x) do leaf
        no_grad(() -> VJP.sub!(leaf, 0.5 * grad(leaf)))
        set_grad!(leaf, nothing)
    end
    backward!(3x)
    @test x == -0.5 && grad(x) === nothing
end

@testset "hooks of a node replace what passes" begin
    x = Tensor(1.0; requires_grad=true)
    y = x * 3
    add_pre_hook!(gradients -> [10 * gradients[1]], grad_fn(y))
    given = Ref(0.0)
    add_post_hook!(grad_fn(y)) do results, gradients
        given[] = Float64(gradients[1])
        [[results[1] .+ 1]; results[2:end]]
    end
    backward!(y)
    @test given[] == 10.0 && grad(x) == 31.0
end

"a .* b with a derivative of its own."
function scaled(a, b; calls=Ref(0))
    function forward(context, a, b)
        save!(context, a, b)
        return a .* b
    end
    function backward(context, gradient)
        calls[] += 1
        return (needs_grad(context, 1) ? gradient .* saved(context, 2) : nothing,
                needs_grad(context, 2) ? gradient .* saved(context, 1) : nothing)
    end
    return custom(forward, backward, a, b; name="Scaled")
end

@testset "a custom function is a node like any other" begin
    x, constant, calls = Tensor(2.0; requires_grad=true), Tensor(5.0), Ref(0)
    y = scaled(x, constant; calls=calls)
    @test VJP.name(grad_fn(y)) == "Scaled"
    GC.gc()
    backward!(y .* y)
    @test grad(x) == 100.0 && calls[] == 1
    other = Tensor(5.0; requires_grad=true)
    dx = grad(scaled(x, other), x; create_graph=true)
    @test grad(dx, other) == 1.0
    @test !requires_grad(scaled(Tensor(1.0), constant))
end

@testset "exceptions and mistakes in a custom backward come home" begin
    x = Tensor(2.0; requires_grad=true)
    exception = Mine([3])
    twice(f) = custom((_, x) -> 2x, f, x)
    @test thrown(() -> backward!(twice((_, g) -> throw(exception)))) === exception
    @test thrown(() -> backward!(twice((_, g) -> (g, g)))) isa InvalidError
    @test thrown(() -> backward!(twice((_, g) -> 1.0))) isa Exception
end

@testset "custom functions: changed inputs, results without gradient, once, jvp" begin
    # FUNC-12
    x = Tensor([1.0, 2.0]; requires_grad=true)
    h = x .* 1
    triple(x) = custom((f, x) -> (mul!(x, 3); mark_dirty!(f, x); x), (b, g) -> 3g, x; name="Triple")
    triple(h)
    @test VJP.name(grad_fn(h)) == "Triple"
    backward!(sum(h))
    @test Array(grad(x)) == [3.0, 3.0]
    @test thrown(() -> triple(x)) isa VJPError
    @test grad_enabled()
    # FUNC-9, FUNC-11
    for on in (true, false)
        seen = Ref{Any}()
        function forward(f, x)
            constant = 5x
            mark_nondifferentiable!(f, constant)
            return 2x, 3x, constant
        end
        a, b, c = custom(forward, (b, gs...) -> (seen[] = gs; gs[1]), x; materialize=on)
        @test requires_grad(b) && !requires_grad(c)
        backward!(sum(a))
        @test (seen[][2] === nothing) == !on && (seen[][3] === nothing) == !on
    end
    # FUNC-18
    x = Tensor(3.0; requires_grad=true)
    y = custom((f, x) -> (save!(f, x); x .* x), (b, g) -> g .* saved(b, 1) .* 2, x; once=true)
    dx = grad(y .* y, x; create_graph=true)
    @test dx == 108.0
    @test thrown(() -> grad(dx, x)) isa VJPError
    # FUNC-17, FUNC-20
    product(x, w; jvp=nothing) = custom((f, x, w) -> (save_for_jvp!(f, x, w); x .* w), (b, g) -> (g, g), x, w; jvp=jvp)
    w = Tensor(5.0)
    forward_mode() do
        dual = make_dual(x, Tensor(10.0))
        y = product(dual, w; jvp=(j, dx, dw) -> dx .* saved(j, 2) .+ dw .* saved(j, 1))
        @test tangent(y) == 50.0
        @test thrown(() -> product(dual, w)) isa VJPError
        @test thrown(() -> product(dual, w; jvp=(j, dx, dw) -> (dx, dx))) isa InvalidError
    end
    @test thrown(() -> custom((f, x) -> throw(Mine([1])), (b, g) -> g, x)) isa Mine
    @test grad_enabled()
end

@testset "whatever a forward of a custom function gives, the application ends" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    for result in (5, nothing, (), (1, 2), "text", [x, 1], (x for _ in 1:1), release!(Tensor(1.0)), () -> error())
        @test thrown(() -> custom((f, x) -> result, (b, g) -> g, x)) isa InvalidError
        @test grad_enabled()
    end
    gone = Tensor([1.0])
    release!(gone)
    for forward in ((f, x) -> gone, (f, x) -> (save!(f, gone); 2x), (f, x) -> (mark_dirty!(f, gone); 2x), (f, x) -> throw(Mine([1])),
                    (f, x) -> throw(InterruptException()), (f, x) -> save!(f, 5))
        @test thrown(() -> custom(forward, (b, g) -> g, x)) isa Exception
        @test grad_enabled() && requires_grad(x .* x)
    end
end

@testset "the arguments of callbacks are refused after their call" begin
    x, kept = Tensor([1.0, 2.0]; requires_grad=true), Ref{Any}()
    backward!(sum(custom((f, x) -> (save!(f, x); 2x), (b, g) -> (kept[] = b; 2g), x)))
    GC.gc()
    @test thrown(() -> saved(kept[], 1)) isa StateError
    @test thrown(() -> needs_grad(kept[], 1)) isa StateError
    forward_mode() do
        custom((f, x) -> 2x, (b, g) -> 2g, make_dual(x, x); jvp=(j, t) -> (kept[] = j; 2t))
    end
    @test thrown(() -> saved(kept[], 1)) isa StateError
end

@testset "what hooks give that is no tensor is named" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    for add in (f -> add_hook!(f, x .* 1), )
        y = x .* 1
        add_hook!(_ -> 5, y)
        error = thrown(() -> backward!(sum(y)))
        @test error isa InvalidError && occursin("Int64", error.message)
    end
    y = x .* 1
    add_pre_hook!(gs -> 5, grad_fn(y))
    @test thrown(() -> backward!(sum(y))) isa InvalidError
    y = x .* 1
    add_post_hook!((rs, gs) -> [1, 2], grad_fn(y))
    @test thrown(() -> backward!(sum(y))) isa InvalidError
    @test grad(x) === nothing
end

"Many small backwards with hooks, in tasks on several threads; the errors that came."
function in_many_tasks(count)
    errors = Threads.Atomic{Int}(0)
    tasks = map(1:count) do _
        Threads.@spawn for _ in 1:300
            try
                p = Tensor(rand(4, 4); requires_grad=true)
                add_hook!(g -> g .* 1, p)
                backward!(sum(tanh.(p * p)))
                grad(p) === nothing && error("no gradient")
            catch
                Threads.atomic_add!(errors, 1)
            end
        end
    end
    foreach(wait, tasks)
    return errors[]
end

@testset "callbacks on several threads do not switch tasks inside a backward" begin
    # Contended from the start: a lock that gave the thread to another task would do so in one of the callbacks.
    @test in_many_tasks(8) == 0
end

"A graph whose hooks know their leaf, result and node; how many of these they found."
function with_weak_references()
    x, found = Tensor(rand(1000); requires_grad=true), Ref(0)
    y = x .* 2
    references = (WeakTensor(x), WeakTensor(y), WeakNode(grad_fn(y)))
    look(_) = (found[] += count(weak -> weak[] !== nothing, references); nothing)
    VJP.label!(add_hook!(look, y), "look")
    add_hook!(look, x)
    add_pre_hook!(look, grad_fn(y))
    backward!(sum(y))
    return found[], references
end

@testset "hooks with weak references leave nothing" begin
    watch_hooks!()
    found, references = with_weak_references()
    @test found == 9
    for _ in 1:3
        GC.gc()
    end
    @test all(weak -> weak[] === nothing, references)
    @test watched_hooks() == []
    x = Tensor(1.0; requires_grad=true)
    hook = VJP.label!(add_hook!(_ -> (x; nothing), x), "circle")
    @test occursin("tensor hook 'circle' of float64[]", watched_hooks()[1])
    remove!(hook)
    @test watched_hooks() == []
    watch_hooks!(false)
end

@testset "callbacks run in tasks of other Julia threads, too" begin
    results = map(1:4) do i
        Threads.@spawn begin
            x = Tensor(Float64(i); requires_grad=true)
            add_hook!(g -> 2g, x)
            backward!(x .* x)
            Float64(grad(x))
        end
    end
    @test map(fetch, results) == [4.0, 8.0, 12.0, 16.0]
end

"Two backwards at once through one node, whose derivative collects. Without GC-safe calls they wait for each other."
function collect_in_a_shared_node()
    x, inside = Tensor(2.0; requires_grad=true), Threads.Atomic{Int}(0)
    y = custom((f, x) -> 2x, (b, g) -> (Threads.atomic_add!(inside, 1); GC.gc(); 2g), x)
    tasks = map(1:4) do i
        Threads.@spawn begin
            i % 4 == 0 ? grad(y, x; retain_graph=true) :
            i % 4 == 1 ? VJP.result(let call = GradCall(y, x; retain_graph=true); VJP.run!(call); call end) :
            i % 4 == 2 ? (add_hook!(_ -> (GC.gc(); nothing), x); grad(y, x; retain_graph=true)) :
            grad_fn(y)(Tensor(1.0))[1]
        end
    end
    return map(task -> Float64(fetch(task)), tasks), inside[]
end

@testset "a collection in a callback does not wait for a thread that waits for the callback" begin
    for _ in 1:10
        values, inside = collect_in_a_shared_node()
        @test values == fill(2.0, 4) && inside == 4
    end
end

live_tensors() = ccall((:vjp_debug_live_tensors, VJP.libvjp), Int64, ())
live_nodes() = ccall((:vjp_debug_live_nodes, VJP.libvjp), Int64, ())

"A graph with hooks and a custom function, whose backward fails or succeeds."
function use_everything(fails::Bool, device)
    x = Tensor(rand(3); requires_grad=true, device=device)
    y = scaled(x, tanh.(x))
    add_hook!(g -> fails ? throw(Mine([1])) : 2g, y)
    add_pre_hook!(gs -> gs, grad_fn(y))
    thrown(() -> backward!(sum(y)))
    return nothing
end

@testset "a hook asks for gradients a hundred deep, on Julia's own thread" begin  # REENT-4
    x = Tensor(3.0; requires_grad=true)
    y = x .* x
    depth = 0
    threads = Set{Int}()
    add_hook!(y) do gradient
        depth += 1
        push!(threads, Threads.threadid())
        depth < 100 && grad(y, x; retain_graph=true)
        nothing
    end
    @test Float64(grad(y, x; retain_graph=true)) == 6.0
    @test depth == 100
    @test length(threads) == 1
end

@testset "nothing is left when everything was collected" begin
    GC.gc()
    tensors, nodes = live_tensors(), live_nodes()
    for i in 1:20
        use_everything(isodd(i), isodd(i ÷ 2) ? "cpu" : "sim:0")
    end
    GC.gc()
    GC.gc()
    @test live_tensors() <= tensors
    @test live_nodes() <= nodes
end

# ---- tasks ----

@testset "what others compute while a callback waits is recorded" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    add_hook!(_ -> (yield(); nothing), x)
    function job(factor)
        for _ in 1:5
            y = Tensor([1.0, 2.0]; requires_grad=true)
            add_hook!(_ -> (yield(); nothing), y)
            z = VJP.custom((f, a) -> (yield(); a .* factor), (b, g) -> (yield(); g .* factor), y)
            w = saved_tensor_hooks(t -> (yield(); t), t -> (yield(); t)) do
                z .* z
            end
            yield()
            backward!(sum(checkpoint(a -> (yield(); sin.(a)), w)))
            a = factor .* [1.0, 2.0]
            grad_of(y) ≈ 2 .* a .* cos.(a .* a) .* factor || return false
        end
        return true
    end
    VJP.LONGEST_WAIT[] = 600.0  # the others wait while Julia compiles what one of them calls first
    jobs = [@async(job(factor)) for factor in 1.0:4.0]
    for _ in 1:10
        backward!(sum(x .* x))
        yield()
    end
    @test grad_of(x) == [20, 40]
    @test map(fetch, jobs) == fill(true, 4)
    VJP.LONGEST_WAIT[] = 10.0
    @test grad_enabled() && !VJP.in_backward()
end

@testset "a callback that waits for a task which computes" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    add_hook!(g -> fetch(@async g .* 2), x)
    backward!(sum(x .* x))
    @test grad_of(x) == [4, 8]
    # Indirectly nobody sees it: an error after a while.
    VJP.LONGEST_WAIT[] = 0.2
    channel = Channel{Any}(0)
    @async put!(channel, try x .* 2 catch exception exception end)
    y = Tensor([1.0]; requires_grad=true)
    add_hook!(_ -> throw(take!(channel)), y)
    @test_throws StateError backward!(sum(y .* y))
    VJP.LONGEST_WAIT[] = 10.0
end

# ---- handlers of warnings that throw ----

@testset "what a call hands out is gone where a warning's exception leaves it" begin
    warning_handler!(error)
    x, y = Tensor([1.0]), Tensor([1.0]; requires_grad=true)
    stranger = Tensor([2.0])
    functions = [() -> checkpoint(a -> a .* 2, x; reentrant=true),
                 () -> VJP.custom((f, a) -> (VJP.mark_dirty!(f, stranger); a .* 2), (b, g) -> g, y)]
    for f in functions
        @test_throws ErrorException f()
        GC.gc(true)
        before = live_tensors()
        @test_throws ErrorException f()
        GC.gc(true)
        @test live_tensors() <= before
    end
    warning_handler!(VJP.log_warning)
end

@testset "handles that are finalized by hand" begin
    x = Tensor([1.0]; requires_grad=true)
    y = x .* x
    call, node, hook = GradCall([y], [x]), VJP.grad_fn(y), add_hook!(_ -> nothing, x)
    foreach(finalize, (call, node, hook))
    @test_throws StateError VJP.run!(call)
    @test_throws StateError sequence_number(node)
    remove!(hook)
    backward!(y)
    @test grad_of(x) == [2]
end
