# Anomaly mode, nodes, pictures, and why a gradient is missing.

leaf(values...) = requires_grad!(Tensor(collect(values)))

@testset "a mode that fails by its warning is not on" begin
    warning_handler!(error)
    # It warns once in a process: this is the first that the tests enter.
    @test_throws ErrorException detect_anomaly(() -> nothing)
    @test !anomaly_enabled()
    warning_handler!(VJP.log_warning)
end

@testset "anomaly mode finds NaN and ends with its block" begin  # ANOM-1, ANOM-6
    x = leaf(0.0, 1.0)
    y() = sum(sqrt.(x) * 0.0)
    backward!(y())
    error = try
        detect_anomaly() do
            @test anomaly_enabled()
            backward!(y())
        end
    catch e
        e
    end
    @test error isa VJPError && occursin("SqrtBackward", sprint(showerror, error))
    detect_anomaly(check_nan=false) do
        backward!(y())
    end
    @test_throws ErrorException detect_anomaly(() -> Base.error("out"))
    @test !anomaly_enabled()
end

@testset "nodes are compared by identity and run by hand" begin  # INTRO-4, INTRO-8, INTRO-14
    a, b = leaf(2.0, 3.0), leaf(5.0, 7.0)
    y = a .* b
    node = grad_fn(y)
    @test node == VJP.next_nodes(grad_fn(sum(y)))[1] && hash(node) == hash(grad_fn(y))
    @test node != grad_fn(sum(y))
    @test sequence_number(node) < sequence_number(grad_fn(sum(y)))
    da, db = node(Tensor([1.0, 10.0]))
    @test Array(da) == [5.0, 70.0] && Array(db) == [2.0, 30.0]
    @test node(nothing) == [nothing, nothing]
    @test !is_freed(node)
    backward!(sum(y))
    @test is_freed(node)
    @test_throws VJPError node(Tensor([1.0, 10.0]))
end

@testset "missing gradients are explained" begin  # INTRO-13
    x, w = leaf(1.0), leaf(2.0)
    @test explain_missing_grad(Tensor([1.0]), w).reason == :not_required
    @test explain_missing_grad(x, detach(x) .* w).reason == :unknown
    y = record_cuts() do
        no_grad(() -> sin.(x)) .* w
    end
    found = explain_missing_grad(x, y)
    @test found.reason == :grad_mode_off && found.node == grad_fn(y) && found.edge == 1
    @test occursin("'sin'", found.text)
    @test explain_missing_grad(w, y).reason == :none
end

@testset "the recorded graph and its trace: INTRO-5, INTRO-6, INTRO-7, INTRO-11, INTRO-12" begin
    w = requires_grad!(Tensor([1.0f0, 2.0f0]))
    loss = sum(tanh.(w))
    graph = VJP.recorded_graph(loss)
    @test VJP.name.(graph.nodes) == ["SumBackward", "TanhBackward", "AccumulateGrad"]
    @test graph.links == [(from=1, edge=1, to=2, slot=1), (from=2, edge=1, to=3, slot=1)]
    @test graph.saved_bytes[2] == 8
    node = graph.nodes[2]
    @test VJP.leaf(graph.nodes[3]) == w && VJP.num_slots(node) == 1
    @test VJP.topological_number(graph.nodes[1]) > VJP.topological_number(node)
    @test_throws VJPError VJP.leaf(node)
    name = VJP.saved_names(node)[1]
    @test VJP.saved_tensors(node, name)[1] == tanh.(w) && isempty(VJP.saved_tensors(node, "nothing"))
    seen = []
    VJP.trace((node, gradients) -> push!(seen, VJP.name(node) => size(gradients[1]))) do
        backward!(loss)
    end
    @test seen == ["SumBackward" => (), "TanhBackward" => (2,), "AccumulateGrad" => (2,)]
    @test_throws StateError VJP.saved_tensors(node, name)
    @test_logs (:error, r"in a trace") match_mode=:any VJP.trace((_, _) -> error("own")) do
        backward!(sum(w))
    end
    # ENTRY-19
    x = Tensor(3.0; requires_grad=true)
    h = 2x
    (root, slot), (inner, inner_slot) = VJP.gradient_edge(h .* h), VJP.gradient_edge(h)
    call = GradCall(Tensor[])
    VJP.add_root!(call, root, slot, Tensor(1.0))
    VJP.add_input!(call, inner, inner_slot)
    VJP.run!(call)
    @test VJP.result(call) == 12
    call = GradCall(2x, x; retain_graph=true)
    VJP.set_root_gradient!(call, 1, Tensor(5.0))
    VJP.run!(call)
    @test VJP.result(call) == 10
end

@testset "a profiler" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    profiler = Profiler(shapes=true)
    @test_throws StateError VJP.stop!(profiler)
    profile(profiler) do
        @test VJP.is_recording(profiler)
        profile_range(() -> backward!(sum(sin.(x))), "step")
    end
    events = profile_events(profiler)
    at(name) = findfirst(e -> e.name == name, events)
    forward, node, derivative = at("sin"), at("engine evaluates SinBackward"), at("SinBackward")
    @test events[forward].sequence_number == events[node].sequence_number >= 0                 # PROF-1, PROF-2
    @test events[derivative].parent == node && events[forward].parent == at("step")
    @test events[node].kind === :node && events[forward].shapes == "[2]"
    rows = profile_averages(profiler; sort=:count)
    @test issorted([row.count for row in rows]; rev=true) && any(row -> row.name == "sin", rows)
    @test occursin("SinBackward", profile_table(profiler)) && occursin("traceEvents", chrome_trace(profiler))
    @test startswith(flame_graph(profiler), "<svg") && occursin("step;sin ", VJP.profile_stacks(profiler))
    @test VJP.profile_dropped(profiler) == 0
    scheduled = Profiler(wait=1, active=1, repeat=1)
    VJP.start!(scheduled)
    sin.(x)
    step!(scheduled)
    cos.(x)
    step!(scheduled)
    names = [e.name for e in profile_events(scheduled)]
    @test "cos" in names && !("sin" in names)
    VJP.stop!(scheduled)
end

@testset "what holds the memory" begin
    x = Tensor(fill(0.5, 700); requires_grad=true)
    optimizer = Adam([x])
    record_memory() do
        loss = profile_range(() -> sum(exp.(x)), "attention")
        report = MemoryReport([x, loss]; names=["weight", "loss"], optimizers=[optimizer])
        storages = memory_storages(report)
        saved = only(s for s in storages if s.kept === :saved)                                # MEMR-2, MEMR-3
        @test saved.bytes == 5600 && saved.op == "exp" && saved.range == "attention" && saved.origin === :forward
        @test first(saved.keepers).name == "ExpBackward" && first(saved.keepers).attribute == "out"
        @test only(k for s in storages for k in s.keepers if k.kind === :parameter).name == "0.0"
        @test only(memory_sums(report, :node)) == (name="ExpBackward", bytes=5600, storages=1)
        totals = memory_totals(report)
        @test totals.live == totals.found + totals.rounding + totals.unknown                  # MEMR-1
        @test occursin("saved values of 1 ExpBackward node, made in `attention`", string(report))
        @test occursin("\"attention\"", memory_json(report)) && startswith(memory_timeline(), "<svg")
        @test occursin("handle of float64[700] (weight)", memory_text(report; rows=0)) || occursin("0.0", memory_text(report))
        @test MemoryReport(x; device=Device("sim:0")) isa MemoryReport
    end
    @test_throws StateError memory_timeline()
    profiler = Profiler(memory=true)
    profile(() -> exp.(x), profiler)
    @test occursin("\"exp\"", memory_timeline(profiler; form=:json))
end
