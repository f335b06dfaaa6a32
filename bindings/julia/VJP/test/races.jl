"SC-12: a backward on a side stream, its gradient used on the default stream; without the wait in between a race."
function backward_on_a_side_stream(wait, side=VJP.name!(Stream(SIM), "side"))
    default = default_stream(SIM)
    x = requires_grad!(on_device(ones(256)))
    wait_for!(side, default)
    with_stream(() -> backward!(sum(2 * x)), side)
    wait && wait_for!(default, side)
    return grad(x) .* 1
end

@testset "races are confirmed: RD-8" begin
    side = Stream(SIM)  # the same in every run, as all that a program does
    program(wait) = () -> (values = Array(backward_on_a_side_stream(wait, side)); synchronize(SIM); values)
    @test isempty(VJP.confirm_races(program(true), 256))
    findings = VJP.confirm_races(program(false), 256)
    @test [f.confirmation for f in findings if f.kind === :read_after_write] == [:confirmed]
    exception = ErrorException("own")
    @test error_of(() -> VJP.confirm_races(() -> throw(exception), 1)) === exception
    @test error_of(() -> VJP.confirm_races(() -> [1, 2], 1)) isa InvalidError
    @test !VJP.tf32()
    race_mode!(:off)
end

@testset "findings say what is missing: SC-12, SC-95" begin
    GC.gc()
    synchronize(SIM)
    race_mode!(:collect)
    backward_on_a_side_stream(true)
    check_races()
    @test isempty(race_findings())
    backward_on_a_side_stream(false)
    findings = filter(f -> f.kind === :read_after_write, race_findings())
    @test length(findings) == 1
    finding = findings[1]
    @test finding.device == SIM && finding.bytes == 1:1024 && finding.first.stream == "side"
    @test finding.first.write && !finding.second.write && finding.second.op == "mul"
    @test finding.first.node == "MulBackward" && finding.first.grad_call > 0 && finding.second.node === nothing
    @test finding.second.shape == (256,) && finding.second.dtype === Float32
    @test occursin("side", finding.missing) && occursin("vjp_stream_wait_stream", finding.fix)
    line = sprint(show, finding)
    @test startswith(line, "race (read after write) on sim:0: write by") && !occursin('\n', line)
    exception = error_of(check_races)
    @test exception isa StateError && occursin("missing", exception.message)
    @test occursin("missing", race_report()) && startswith(race_report(; json=true), "[")
    VJP.clear_races!()
    @test isempty(race_findings())
    race_mode!(:fail)
    @test VJP.race_mode() === :fail
    @test_throws StateError backward_on_a_side_stream(false)
    race_mode!(:off)
    backward_on_a_side_stream(false)
    @test_throws InvalidError race_mode!(:loud)
end
