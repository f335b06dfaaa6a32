noise(sizes...; options...) = with_device(() -> requires_grad!(VJP.randn(collect(sizes)), get(options, :tracked, false)), SIM)
there(values...; tracked=false) = requires_grad!(on_device(collect(values)), tracked)

@testset "training is that of the functions: SC-80, GF-2, GF-6" begin
    layer(w, p, x; training) = VJP.relu(VJP.dropout(x * w; p=p, training=training))
    manual_seed!(1)
    weights = (noise(5, 4), noise(4, 3))
    copies() = map(w -> requires_grad!(VJP.clone(w)), weights)
    runs = Ref(0)
    function graphs(ws)
        functions = map(zip(ws, (0.1, 0.2), (noise(6, 5), noise(6, 4; tracked=true)))) do (w, p, sample)
            f(x; training) = (runs[] += 1; layer(w, p, x; training=training))
            GraphedFunction(f, sample; parameters=(weight=w,), training=true)
        end
        loss = GraphedFunction(VJP.mse_loss, noise(6, 3; tracked=true), noise(6, 3))
        return make_graphed([functions; loss])
    end
    function train(ws, forward, loss)
        manual_seed!(5)
        optimizer = SGD(collect(ws); lr=0.05)
        losses = map(1:10) do _
            x, target = noise(6, 5), noise(6, 3)
            zero_grad!(optimizer)
            value = loss(forward(x), target)
            backward!(value)
            step!(optimizer)
            item(value)
        end
        return losses, map(Array, ws)
    end
    eager, captured = copies(), copies()
    first, second, loss = graphs(captured)
    before = runs[]
    expected = train(eager, x -> layer(eager[2], 0.2, layer(eager[1], 0.1, x; training=true); training=true), VJP.mse_loss)
    @test expected == train(captured, x -> second(first(x)), loss)
    @test runs[] == before  # graphs ran
    x = noise(2, 5)  # of any size
    @test Array(second(first(x; training=false); training=false)) ==
          Array(layer(eager[2], 0.2, layer(eager[1], 0.1, x; training=false); training=false))
    @test runs[] == before + 2
end

@testset "several share a pool: SC-81" begin
    weights = [there(v, v; tracked=true) for v in (2, 3, 5)]
    # A sample each: its memory becomes the function's.
    made = make_graphed([GraphedFunction(x -> x .* w, there(1, 1; tracked=true); parameters=[w]) for w in weights];
                        pool=MemoryPool(SIM))
    for step in 1:2
        x = there(step, step; tracked=true)
        for graphed in made
            x = graphed(x)
        end
        @test x == [30step, 30step]
        backward!(sum(x))
        for (w, expected) in zip(weights, (15, 10, 6))
            @test grad(w) == [expected * step, expected * step]
            @test !any(other -> VJP.shares_storage(other, grad(w)), weights)
            set_grad!(w, nothing)
        end
    end
end

@testset "inputs without influence: GF-3" begin
    x, y = there(1, 2; tracked=true), there(3, 4; tracked=true)
    exception = error_of(() -> make_graphed((a, b) -> 2a, x, y))
    @test exception isa InvalidError && occursin("input 2", exception.message)
    graphed = make_graphed((a, b) -> (2a, a .+ 1), x, y; allow_unused=true)
    doubled, more = graphed(x, y)
    @test more == [2, 3]
    backward!(sum(doubled))
    @test grad(x) == [2, 2] && grad(y) === nothing
    @test_throws ShapeError graphed(there(1; tracked=true), y)
    @test_throws DtypeError graphed(requires_grad!(Tensor([1.0, 2.0]; device=SIM)), y)
    @test_throws InvalidError graphed(there(1, 2), y)
    @test_throws InvalidError graphed(x)
    @test_throws InvalidError make_graphed(a -> a, x; quick=true)
    @test_throws InvalidError make_graphed(a -> a, x; mode=:quick)
end

@testset "parameters stay where they are: GF-5" begin
    w, sample = there(2, 2; tracked=true), there(1, 1)
    hook = add_hook!(_ -> nothing, w)
    exception = error_of(() -> make_graphed(x -> x .* w, sample; parameters=(weight=w,)))
    @test exception isa InvalidError && occursin("'weight' has hooks", exception.message)
    remove!(hook)
    graphed, seen = make_graphed(x -> x .* w, sample; parameters=(weight=w,)), Ref(0)
    add_hook!(_ -> (seen[] += 1; nothing), w)
    no_grad(() -> VJP.mul!(w, 2))
    y = graphed(there(1, 3))
    @test y == [4, 12]
    backward!(sum(y))
    @test grad(w) == [1, 3] && seen[] == 1
    frozen = there(2, 2)
    graphed = make_graphed(x -> x .* frozen, there(1, 1; tracked=true); parameters=(factor=frozen,))
    requires_grad!(frozen)
    exception = error_of(() -> graphed(there(1, 1; tracked=true)))
    @test exception isa StateError && occursin("'factor'", exception.message)
end

@testset "only the first derivative of the last call: GF-1, GF-4" begin
    x = there(1, 2; tracked=true)
    graphed = make_graphed(a -> a .* a, x)
    gradient = grad(sum(graphed(x)), x; create_graph=true)
    @test gradient == [2, 4]
    @test_throws NotImplementedError backward!(sum(gradient))
    first = sum(graphed(x))
    graphed(there(5, 5; tracked=true))
    exception = error_of(() -> backward!(first))
    @test exception isa StateError && occursin("overwritten", exception.message)
end

@testset "what goes wrong in a function comes out of it: CG-4" begin
    x, mine = there(1), ErrorException("own")
    @test error_of(() -> make_graphed(_ -> throw(mine), x)) === mine
    @test_throws StateError make_graphed(a -> a .* item(sum(a)), x)  # is read back in the first runs only
    @test_throws DeviceError make_graphed(a -> 2a, Tensor([1.0]))
    host = Tensor([0.0])
    @test_throws StateError make_graphed(a -> (VJP.add!(host, 1); 2a), x)
    graphed = make_graphed(a -> (VJP.add!(host, 1); 2a), x; elide_cpu_work=true)
    ran = item(host)
    @test graphed(there(4)) == [8] && item(host) == ran
    release!(graphed)
    @test_throws StateError graphed(there(4))
    graph = DeviceGraph()
    VJP.elide_cpu_work!(graph)
    y = capture(() -> (VJP.add!(host, 1); x .+ 1), graph, SIM)
    ran = item(host)
    replay!(graph)
    @test item(host) == ran
    @test isempty(make_graphed(GraphedFunction[]))
    @test VJP.watch_events(() -> VJP.is_done(current_stream(SIM))) isa Bool
    watched = @test_logs (:warn, r"is empty") begin
        capture(() -> VJP.watch_events(() -> error("a capture is underway")), DeviceGraph(), SIM)
    end
    @test watched === nothing
end

@testset "functions are let go with their graphs" begin
    GC.gc()
    lock(VJP.sweep, VJP.HELD_LOCK)
    held = length(VJP.HELD)
    function make_and_drop()
        x = there(1, 2; tracked=true)
        graphed = make_graphed(a -> a .* a, x)
        GC.gc()
        backward!(sum(graphed(x)))
        error_of(() -> make_graphed(_ -> error("own"), x))
        release!(graphed)
        return
    end
    make_and_drop()
    GC.gc()
    GC.gc()
    lock(VJP.sweep, VJP.HELD_LOCK)
    @test length(VJP.HELD) <= held
end

@testset "a capture that waits for a watch does not keep the collector waiting: SC-76" begin
    x, inside = there(1), Threads.Atomic{Bool}(false)
    record() = capture(() -> x .+ 1, DeviceGraph(), SIM)
    record()  # compiled now, so that it comes while the other collects
    watch = Threads.@spawn VJP.watch_events() do
        inside[] = true
        for _ in 1:5
            ccall(:usleep, Cint, (Cuint,), 20_000)  # time for the other to come to where it waits
            GC.gc()
        end
        VJP.is_done(current_stream(SIM))
    end
    # Without a switch of tasks: the watch is another thread's.
    while Threads.nthreads() > 1 && !inside[]
        GC.safepoint()
    end
    y = record()
    @test fetch(watch) isa Bool && size(y) == (1,)
end
