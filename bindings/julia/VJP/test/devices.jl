const SIM, OTHER = Device("sim:0"), Device("sim:1")

error_of(f) = try
    f()
    nothing
catch exception
    exception
end

on_device(values; device=SIM) = Tensor(Float32.(values); device=device)

@testset "devices have names: DV-5" begin
    @test Device("sim") == SIM == Device(SIM) && string(OTHER) == "sim:1" && repr(OTHER) == "Device(\"sim:1\")"
    @test length(Set([SIM, OTHER, Device("sim:0")])) == 2
    for wrong in ("sim:99", "nothing:0", "sim:one", "")
        @test_throws DeviceError Device(wrong)
    end
    @test VJP.device_count("sim") == VJP.device_count(:sim) == 2 && VJP.device_count("cpu") == 1
    info = VJP.device_info("sim:0")
    @test info.total_memory > 0 && !isempty(info.name) && info.total_memory isa Int
    @test occursin("sim", VJP.describe_backends())
    @test_throws DeviceError VJP.load_backend("no-such-backend")
    @test_throws DeviceError VJP.device_count("nothing")
end

@testset "regions of devices end: ST-1, ST-2" begin
    @test default_device() == Device("cpu") && VJP.current_device("sim") == SIM
    with_device(OTHER) do
        @test default_device() == OTHER && device(VJP.rand([2])) == OTHER && device(Tensor([1.0])) == OTHER
        @test device(Tensor(1.0; device="sim:0")) == SIM
    end
    @test VJP.with_current_device(() -> VJP.current_device("sim"), OTHER) == OTHER
    @test error_of(() -> with_device(() -> error("out"), OTHER)) isa ErrorException
    @test default_device() == Device("cpu") && VJP.current_device("sim") == SIM
end

@testset "tensors go to devices and come back: CP-3" begin
    x = requires_grad!(Tensor([1.0f0, 2.0f0]))
    there = VJP.to(x, OTHER)
    @test device(there) == OTHER && device(x) == Device("cpu")
    @test dtype(VJP.to(there, "cpu", Float64)) == Float64
    @test VJP.shares_storage(VJP.to(x, "cpu"), x)
    backward!(sum(there .* there))
    @test device(grad(x)) == Device("cpu") && grad(x) == Float32[2, 4]
    @test_throws DeviceError x + there
    @test_throws DeviceError share(there)
    a = rand(Float32, 2, 3)
    @test Array(Tensor(a; device=SIM)) == a && Tensor(a; device=SIM)[2, 3] == a[2, 3]
    copyto!(there, [3, 4])
    @test there == [3, 4]
end

@testset "memory of the host is pinned: CP-3" begin
    VJP.Sim.mode!("lazy")
    x = Tensor(ones(Float32, 1000))
    pinned = pin_memory(x, "sim")
    @test is_pinned(pinned) && !is_pinned(x)
    before = VJP.Sim.counters(0)
    there = VJP.to(pinned, SIM; non_blocking=true)
    after = VJP.Sim.counters(0)
    @test after.pending > before.pending && after.host_syncs == before.host_syncs
    @test Float64(sum(there)) == 1000
    @test VJP.Sim.counters(0).pending == 0
end

@testset "memory is counted: AL-7, AL-8" begin
    GC.gc()
    synchronize(SIM)
    empty_cache!(SIM)
    VJP.reset_memory_peaks!(SIM)
    before = memory_statistics(SIM)
    x = with_device(() -> VJP.ones([1 << 20]), SIM)
    during = memory_statistics(SIM)
    @test during.all.allocated_bytes.current - before.all.allocated_bytes.current == 4 << 20
    @test occursin("ones", VJP.memory_summary(SIM)) && startswith(VJP.memory_snapshot(SIM), "{")
    release!(x)
    after = memory_statistics(SIM)
    @test after.all.allocated_bytes.current == before.all.allocated_bytes.current
    @test after.all.allocated_bytes.peak == during.all.allocated_bytes.current
    synchronize(SIM)
    empty_cache!(SIM)
    @test memory_statistics(SIM).all.reserved_bytes.current == before.all.reserved_bytes.current
    info = VJP.memory_info(SIM)
    @test info.free <= info.total == VJP.device_info(SIM).total_memory
end

@testset "no more memory: AL-5" begin
    large() = with_device(() -> VJP.ones([1 << 22]), SIM)
    memory_limit!(SIM, 64 << 20)
    # 100 times 16 MiB: the collector is asked before an allocation fails.
    for _ in 1:100
        large()
    end
    kept = [large() for _ in 1:2]
    exception = error_of(() -> [large() for _ in 1:4])
    memory_limit!(SIM, nothing)
    @test exception isa VJP.MemoryError
    @test all(part -> occursin(part, exception.message),
              ("sim:0", "out of memory", "16.00 MiB requested", "at most 64.00 MiB allowed", "cached"))
    @test Float64(sum(kept[1])) == 1 << 22
    @test_throws InvalidError memory_limit!(SIM, 2.0)
    memory_limit!(SIM, 0.5)
    memory_limit!(SIM, nothing)
end

@testset "streams: ST-1 to ST-4" begin
    first, second, there = Stream(SIM), Stream(SIM), Stream(OTHER)
    default = current_stream(SIM)
    @test default == default_stream(SIM) && device(default) == SIM && hash(default) == hash(default_stream(SIM))
    with_stream(first) do
        @test current_stream(SIM) == first
        with_stream(there) do
            @test current_stream(OTHER) == there && VJP.current_device("sim") == OTHER && current_stream(SIM) == first
        end
        @test VJP.current_device("sim") == SIM
        @test error_of(() -> with_stream(() -> error("out"), second)) isa ErrorException
        @test current_stream(SIM) == first
    end
    @test current_stream(SIM) == default != first
    @test startswith(VJP.name(first), "sim:0 stream")
    @test repr(VJP.name!(first, "copies")) == "<copies>"
    range = VJP.priority_range(SIM)
    @test device(Stream(SIM; priority=range.greatest)) == SIM
    @test_throws DeviceError Stream("cpu")
    native = Ref{Ptr{Cvoid}}(C_NULL)
    VJP.check(ccall((:vjp_sim_native_create, VJP.libvjp), Cuint, (Int32, Ref{Ptr{Cvoid}}), 0, native))
    one, two = Stream(SIM, native[]), Stream(SIM, native[])
    @test one == two && VJP.native(one) == native[]
    @test with_stream(() -> Float64(sum(on_device([1, 2]))), one) == 3
    VJP.forget!(one)
    @test_throws StateError synchronize(one)
    release!(one)
    release!(two)
    @test repr(one) == "Stream(released)"
end

@testset "events order streams: ST-5, ST-6" begin
    VJP.Sim.mode!("lazy")
    first, second = Stream(SIM), Stream(SIM)
    @test is_done(Event(SIM))
    from = record!(Event(SIM; timing=true), first)
    VJP.Sim.sleep!(first, 0.005)
    to = record!(Event(SIM; timing=true), first)
    @test !is_done(first)
    wait_for!(second, to)
    synchronize(record!(Event(SIM), second))
    @test is_done(first) && is_done(second) && elapsed(from, to) == 5.0
    @test_throws StateError elapsed(from, Event(SIM))
    @test_throws DeviceError record!(to, Stream(OTHER))
    statistics = VJP.stream_statistics()
    @test statistics.events_recorded >= 3 && statistics.event_waits >= 1 && statistics.host_syncs >= 1
end

@testset "who waits for a device does not keep the collector waiting: ST-7" begin
    VJP.Sim.mode!("threads:1")
    for wait_for_it in (synchronize, s -> synchronize(SIM), s -> synchronize(record!(Event(SIM), s)))
        stream, order, turn = Stream(SIM), Symbol[], Threads.Atomic{Int}(0)
        VJP.Sim.sleep!(stream, 2)
        Threads.@threads for i in 1:min(2, Threads.nthreads())
            if i == 1
                turn[] = 1
                wait_for_it(stream)
                push!(order, :synchronized)
            else
                while turn[] == 0
                    ccall(:jl_gc_safepoint, Cvoid, ())
                end
                GC.gc()
                push!(order, :collected)
            end
        end
        @test first(order) === (Threads.nthreads() > 1 ? :collected : :synchronized)
    end
    VJP.Sim.mode!("lazy")
end

@testset "memory in use on another stream is not handed out again: AL-3" begin
    VJP.Sim.mode!("lazy")
    GC.gc()
    side, x = Stream(SIM), on_device(ones(1000))
    wait_for!(side, current_stream(SIM))
    y = with_stream(() -> 2 * x, side)
    record_stream!(x, side)
    release!(x)
    held = memory_statistics(SIM).all
    @test held.active_blocks.current - held.allocated_blocks.current == 1
    synchronize(side)
    @test Array(y) == 2 * ones(1000)
end

@testset "schedules are repeated: RD-9" begin
    streams = [Stream(SIM), Stream(SIM), Stream(OTHER)]
    function program()
        tensors = [with_stream(() -> on_device(ones(100); device=device(s)), s) for s in streams]
        for _ in 1:5, (s, t) in zip(streams, tensors)
            with_stream(() -> VJP.mul!(t, 2), s)
        end
        @test all(with_stream(() -> Float64(sum(t)), s) == 3200 for (s, t) in zip(streams, tensors))
        foreach(release!, tensors)
        return VJP.Sim.schedule_hash()
    end
    seeded(seed) = VJP.Sim.mode(program, "random:$seed")
    @test length(Set(map(seeded, 1:8))) > 1
    @test seeded(3) == seeded(3)
    path = tempname()
    VJP.Sim.mode!("random:5")
    VJP.Sim.record_schedule!(path)
    recorded = program()
    @test VJP.Sim.mode(program, "replay:$path") == recorded
    rm(path)
    VJP.Sim.mode!("lazy")
    @test VJP.Sim.mode() == "lazy"
    @test_throws InvalidError VJP.Sim.mode!("backwards")
    @test_throws InvalidError VJP.Sim.configure!(devices=17)
    @test_throws InvalidError VJP.Sim.configure!(colour=1)
end

@testset "a command fails where the host waits for it" begin
    VJP.Sim.mode!("lazy")
    x = on_device([1, 2])
    synchronize(SIM)
    VJP.Sim.fail_command!(1)
    y = 2 * x
    @test_throws BackendError synchronize(SIM)
    @test Float64(sum(x)) == 3
end

"The names of the threads of this process."
thread_names() = [strip(read("/proc/self/task/$task/comm", String)) for task in readdir("/proc/self/task")]

@testset "grad calls of devices stay on Julia's threads: THREAD-9, SC-41" begin
    x = requires_grad!(on_device([1, 2]))
    seen = Int[]
    note(_...) = (push!(seen, Threads.threadid()); nothing)
    y = custom((f, x) -> (save!(f, x); x .* x), (b, g) -> (note(); 2 * g .* saved(b, 1)), x; name="Square")
    add_hook!(note, y)
    add_pre_hook!(note, grad_fn(y))
    add_post_hook!(note, grad_fn(y))
    add_post_accumulate_hook!(note, x)
    backward!(sum(y))
    @test grad(x) == [2, 4] && seen == fill(Threads.threadid(), 5)
    @test !any(name -> startswith(name, "vjp-"), thread_names())
    # A grad call in a hook, an exception out of it, and what comes after.
    exception = ErrorException("out")
    hook = add_hook!(x) do gradient
        enable_grad(() -> backward!(sum(on_device([1]))))
    end
    @test_throws StateError backward!(sum(x .* x))
    remove!(hook)
    hook = add_hook!(_ -> throw(exception), x)
    @test error_of(() -> backward!(sum(x .* x))) === exception
    remove!(hook)
    set_grad!(x, nothing)
    backward!(sum(x .* x))
    @test grad(x) == [2, 4]
end
