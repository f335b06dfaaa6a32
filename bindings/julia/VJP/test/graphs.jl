@testset "a graph is replayed: SC-58" begin
    x = on_device([1, 2])
    graph = DeviceGraph()
    @test_throws StateError replay!(graph)
    y = capture(() -> 2 * x .+ 1, graph, SIM)
    for value in 1:3
        VJP.fill!(x, value)
        replay!(graph)
        @test y == fill(2value + 1, 2)
    end
    @test length(graph) >= 2 && startswith(to_dot(graph), "digraph") && VJP.pool(graph) isa MemoryPool
    VJP.reset!(graph)
    @test_throws StateError replay!(graph)
end

@testset "a whole training step is replayed: SC-71, SC-79" begin
    function step_of!(w, optimizer)
        zero_grad!(optimizer)
        backward!(loss_at(w))
        step!(optimizer)
    end
    eager, captured = (requires_grad!(on_device([0.5, 2])) for _ in 1:2)
    first, second = (Adam(w; lr=0.1, capturable=true) for w in (eager, captured))
    foreach(_ -> step_of!(eager, first), 1:8)
    side = Stream(SIM)
    wait_for!(side, current_stream(SIM))
    with_stream(() -> foreach(_ -> step_of!(captured, second), 1:3), side)
    zero_grad!(second)
    graph = DeviceGraph()
    capture(graph, SIM; stream=side, mode=:thread_local) do
        @test VJP.capture_state(side) === :active
        step_of!(captured, second)
    end
    @test VJP.capture_state(side) === :none
    foreach(_ -> replay!(graph), 1:5)
    @test Array(eager) == Array(captured)
end

@testset "captures fail cleanly: SC-60" begin
    x, graph = on_device([1]), DeviceGraph()
    exception = error_of(() -> capture(() -> item(x), graph, SIM))
    @test exception isa VJPError && occursin("capture", exception.message)
    mine = ErrorException("own")
    @test error_of(() -> capture(() -> throw(mine), graph, SIM)) === mine
    @test current_stream(SIM) == default_stream(SIM)
    @test_throws DeviceError capture(() -> 1, graph, "cpu")
    @test_throws VJPError capture(() -> 1, graph, SIM; stream=default_stream(SIM))
    @test_throws InvalidError capture(() -> 1, graph, SIM; mode=:quick)
    y = capture(() -> x .+ 1, graph, SIM)
    replay!(graph)
    @test y == [2]
end

@testset "a leaf of the default stream in a capture: SC-72" begin
    w, graph = requires_grad!(on_device([1, 2])), DeviceGraph()
    kept = 2 * w  # the leaf is known on the default stream as long as this lives
    @test VJP.stale_streams() === :override_leaves
    VJP.stale_streams!(:error)
    exception = error_of(() -> capture(() -> backward!(sum(3 * w)), graph, SIM))
    @test exception isa StateError && occursin("AccumulateGrad", exception.message)
    VJP.stale_streams!(:override_leaves)
    @test_throws InvalidError VJP.stale_streams!(:never)
    set_grad!(w, nothing)
    @test requires_grad(kept)
end

@testset "random numbers advance: SC-68" begin
    draw() = with_device(() -> VJP.rand([8]), SIM)
    manual_seed!(5)
    eager = [Array(draw()) for _ in 1:3]
    manual_seed!(5)
    graph = DeviceGraph()
    numbers = capture(draw, graph, SIM)
    for expected in eager
        replay!(graph)
        @test numbers == expected
    end
    a, b = Generator(1), Generator(SIM)
    before = (VJP.state(a), VJP.state(b))
    VJP.swap_states!(a, b)
    @test (VJP.state(b), VJP.state(a)) == before
    VJP.swap_states!(a, b)
end

@testset "graphs share a pool: SC-62" begin
    x, side = on_device(ones(1000)), Stream(SIM)
    reserved() = memory_statistics(SIM).private_pools.reserved_bytes.current
    function taken(shared)
        GC.gc()
        synchronize(SIM)
        empty_cache!(SIM)
        before = reserved()
        options = shared ? (stream=side, pool=MemoryPool(SIM)) : (stream=side,)
        first, second = DeviceGraph(), DeviceGraph()
        y = capture(() -> x .+ 1, first, SIM; options...)
        z = capture(() -> y .+ 1, second, SIM; options...)
        replay!(first)
        replay!(second)
        @test Array(z) == fill(3, 1000)
        more = reserved() - before
        foreach(release!, (y, z, first, second))
        return more
    end
    @test taken(true) == 2 << 20
    @test taken(false) == 4 << 20
end
