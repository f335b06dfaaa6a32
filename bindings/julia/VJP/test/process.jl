@testset "warnings are logged, or reach a function: ENTRY-25" begin
    @test_logs (:warn, "at once") VJP.warn("at once")
    x = requires_grad!(on_device([1, 2]))
    y = 2 * x
    add_hook!(_ -> (VJP.warn("from a hook"); nothing), y)
    @test_logs (:warn, "from a hook") backward!(sum(y); )
    seen = String[]
    warning_handler!(message -> push!(seen, message))
    @test_logs VJP.warn("to mine")
    # What a handler throws leaves the call that warned, which has done its work.
    warning_handler!(error)
    @test_throws ErrorException("no more") VJP.warn("no more")
    for device in ("cpu", "sim:0")
        z = Tensor([1.0, 2.0]; requires_grad=true, device=device)
        y = 2 * z
        add_hook!(_ -> (VJP.warn("one"); VJP.warn("two"); nothing), y)
        loss = sum(y)
        @test_throws ErrorException("one") backward!(loss)
        @test Array(grad(z)) == [2.0, 2.0] && grad_enabled()
        # What fails anyhow says why.
        y = 2 * z
        add_hook!(_ -> (VJP.warn("early"); throw(KeyError("its own"))), y)
        @test_throws KeyError("its own") backward!(sum(y))
    end
    warning_handler!(nothing)
    @test_logs VJP.warn("to nobody")
    @test seen == ["to mine"]
    warning_handler!(VJP.log_warning)
    @test_throws ArgumentError VJP.warn("a\0b")
end

@testset "anomaly mode tells Julia's lines: ANOM-1" begin
    x = requires_grad!(Tensor([0.0]))
    seen = String[]
    warning_handler!(message -> push!(seen, message))
    here = @__LINE__() + 1
    @test_throws StateError detect_anomaly(() -> backward!(sum(sqrt.(x) .* 0.0)))
    warning_handler!(VJP.log_warning)
    @test any(message -> occursin("$(@__FILE__):$here", message) && !occursin("VJP/src", message), seen)
end

@testset "errors and findings say where the program was: RD-5" begin
    exception = error_of(() -> @location "product" Tensor([1.0]) * Tensor([1.0, 2.0]))
    @test endswith(exception.message, "(at $(@__FILE__):$(@__LINE__() - 1), product)")
    @test !occursin("(at ", error_of(() -> Tensor([1.0]) * Tensor([1.0, 2.0])).message)
    @test_throws ArgumentError @location "a\0b" 1
    race_mode!(:collect)
    side = Stream(SIM)
    @location "writer" x = on_device(ones(256)) .* 1  # not hidden inside
    written = @__LINE__() - 1
    @location "step" begin
        @location "reader" with_stream(() -> 2 * x, side)
    end
    finding = race_findings()[end]
    race_mode!(:off)
    @test finding.first.location == "  $(@__FILE__):$written, in writer\n"
    @test occursin("$(@__FILE__):$(written + 3), in reader", finding.second.location)
    line = sprint(show, finding)
    @test occursin("in step, at ", line) && !occursin('\n', line)
    synchronize(SIM)
end

@testset "a function is asked for memory: AL-5" begin
    GC.gc()
    synchronize(SIM)
    empty_cache!(SIM)
    memory_limit!(SIM, 20 << 20)
    ones_there() = with_device(() -> VJP.ones([3 << 20]), SIM)
    kept = Tensor[ones_there()]
    asked = []
    memory_pressure_handler!() do device, bytes
        push!(asked, (device, bytes))
        isempty(kept) && return false
        release!(pop!(kept))
        return true
    end
    x = ones_there()
    @test isempty(kept) && length(asked) == 1 && asked[1][1] == SIM && asked[1][2] >= 12 << 20
    @test_throws VJP.MemoryError ones_there()
    memory_pressure_handler!((_, _) -> error("out"))
    @test_logs (:error, r"memory pressure") @test_throws VJP.MemoryError ones_there()
    memory_pressure_handler!(nothing)
    @test_throws VJP.MemoryError ones_there()
    memory_pressure_handler!(VJP.collect_for)
    release!(x)
    memory_limit!(SIM, nothing)
end

@testset "raw memory comes from elsewhere: AL-1" begin
    GC.gc()
    synchronize(SIM)
    empty_cache!(SIM)
    # A segment of simulated memory, which is a tensor's, for it is the device's alone.
    arena = with_device(() -> VJP.ones([2 << 18]), SIM)
    synchronize(SIM)
    taken, start = Ref(false), VJP.data_pointer(arena)
    function allocate(index, bytes)
        (index, bytes) == (0, 2 << 20) || error("refused")
        taken[] && return nothing
        taken[] = true
        return start
    end
    function deallocate(index, memory, bytes)
        @test (index, memory, bytes) == (0, start, 2 << 20)
        taken[] = false
    end
    raw_allocator!("sim", allocate, deallocate)
    side = Stream(SIM)  # without memory of its own yet
    x = with_stream(() -> on_device([1, 2, 3]), side)
    @test VJP.data_pointer(x) == start && with_stream(() -> Array(x), side) == [1, 2, 3]
    GC.gc()
    @test_throws VJP.MemoryError with_stream(() -> on_device([1]), Stream(SIM))  # nothing
    memory_pressure_handler!(nothing)
    @test_logs (:error, r"raw allocator") match_mode=:any @test_throws VJP.MemoryError on_device(ones(8 << 20))
    memory_pressure_handler!(VJP.collect_for)
    raw_allocator!("sim")
    @test taken[]  # it has to take back what it gave
    release!(on_device(ones(8 << 20)))
    release!(x)
    synchronize(SIM)
    empty_cache!(SIM)
    @test !taken[]
    held = length(VJP.HELD)
    @test_throws DeviceError raw_allocator!("cpu", allocate, deallocate)
    @test length(VJP.HELD) == held
    VJP.reset_host_memory_peak!()
    before = VJP.host_memory()
    y = Tensor(zeros(1000))
    @test VJP.host_memory().current >= before.current + 8000 && VJP.host_memory().peak >= before.peak + 8000
    release!(y)
end

# A backward that is C's alone: hundreds of products between the hook of its first node, which says that it runs, and
# the leaf. What is sent meanwhile leaves it, and the leaf has no gradient.
const INTERRUPTED = """
using VJP
Base.exit_on_sigint(false)
x = Tensor(rand(400, 400); requires_grad=true)
factor = Tensor(rand(400, 400) ./ 200)
loss = sum(foldl((y, _) -> y * factor, 1:800; init=x))
add_hook!(_ -> (println("runs"); flush(stdout)), loss)
try
    backward!(loss)
    println("ended")
catch exception
    println(typeof(exception), " ", grad(x) === nothing, " ", grad_enabled())
end
y = Tensor([3.0]; requires_grad=true)
backward!(sum(y .* y))
println(Array(grad(y)))
"""

@testset "Ctrl-C leaves a backward that calls no Julia" begin
    command = `$(Base.julia_cmd()) --startup-file=no --project=$(Base.active_project()) -e $INTERRUPTED`
    child = open(command, "r")
    said = [readline(child)]
    sleep(0.2)  # out of the hook
    kill(child, Base.SIGINT)
    append!(said, readlines(child))
    @test said == ["runs", "InterruptException true true", "[6.0]"]
    @test (wait(child); success(child))
end

@testset "a library that is not there is told with what to do" begin
    command = `$(Base.julia_cmd()) --startup-file=no --project=$(Base.active_project()) -e "using VJP"`
    said = IOBuffer()
    child = run(pipeline(ignorestatus(setenv(command, "VJP_LIB" => "/nowhere/libvjp.so.0", "HOME" => homedir(),
                                             "JULIA_DEPOT_PATH" => join(DEPOT_PATH, ':'))); stderr=said))
    text = String(take!(said))
    @test !success(child)
    @test occursin("/nowhere/libvjp.so.0", text) && occursin("set VJP_LIB to the file libvjp.so.0", text)
end
