loss_at(w) = sum(sin.(w) .* w)

function steps(kind, device; options...)
    w = requires_grad!(on_device([0.5, -1, 2]; device=device))
    optimizer = kind([w]; options...)
    for _ in 1:5
        zero_grad!(optimizer)
        backward!(loss_at(w))
        step!(optimizer)
    end
    return Array(w)
end

@testset "optimizers give the bits of the CPU" begin
    for (kind, options) in ((SGD, (lr=0.1, momentum=0.9, nesterov=true)), (Adam, (lr=0.1, beta1=0.8, amsgrad=true)),
                            (AdamW, (lr=0.1,)), (Adagrad, (lr=0.1, lr_decay=0.01)),
                            (RMSprop, (lr=0.1, centered=true, momentum=0.5)))
        cpu = steps(kind, "cpu"; options...)
        @test cpu == steps(kind, SIM; options...) && all(isfinite, cpu) && all(cpu .!= [0.5, -1, 2])
    end
end

@testset "sparse gradients move what they have" begin
    table = Tensor(reshape([1.0, 2, 3], 3, 1); requires_grad=true)
    optimizer = SparseAdam(table; lr=0.5)
    @test VJP.name(optimizer) == "SparseAdam"
    backward!(sum(VJP.embedding_max_norm(Tensor([2, 0]), table, nothing; sparse=true)))
    step!(optimizer)
    @test isapprox(vec(Array(table)), [0.5, 2, 2.5]; atol=1e-6)
    @test_throws VJP.NotImplementedError step!(Adam(table))
end

@testset "a step by hand" begin
    w = Tensor([1.0, 2.0]; requires_grad=true)
    optimizer = SGD(w; lr=0.25, weight_decay=1)
    backward!(sum(3w))
    step!(optimizer)
    @test w == [1 - 0.25 * 4, 2 - 0.25 * 5]
    zero_grad!(optimizer; zeros=true)
    @test grad(w) == [0, 0]
    zero_grad!(optimizer)
    @test grad(w) === nothing
end

@testset "groups and options" begin
    a, b = Tensor(1.0; requires_grad=true), Tensor(1.0; requires_grad=true)
    optimizer = Adam(a; lr=0.5, beta1=0.7)
    @test VJP.add_group!(optimizer, b) == 2 && VJP.num_groups(optimizer) == 2
    @test VJP.name(optimizer) == "Adam" && occursin("Adam of 2", repr(optimizer))
    @test options(optimizer).lr == 0.5 && options(optimizer).beta1 == 0.7
    @test options(optimizer, 2).lr == 1e-3 && options(optimizer, 2).beta2 == 0.999
    options!(optimizer, 2; lr=0.125)
    @test options(optimizer, 2).lr == 0.125 && options(optimizer).lr == 0.5
    @test VJP.shares_storage(VJP.parameters(optimizer, 2)[1], b)
    @test_throws InvalidError options!(optimizer; learning_rate=1)
    @test_throws InvalidError options(optimizer, 3)
    @test_throws InvalidError SGD(a; lr=-1)
    @test_throws StateError SGD(2a)
end

@testset "states move between devices, and through files" begin
    function run!(w, optimizer)
        for _ in 1:3
            zero_grad!(optimizer)
            backward!(loss_at(w))
            step!(optimizer)
        end
    end
    w = requires_grad!(on_device([0.5, 2]; device="cpu"))
    optimizer = Adam(w; lr=0.1)
    run!(w, optimizer)
    path = tempname()
    save_safetensors(path, states(optimizer))
    there = requires_grad!(on_device(Array(w)))
    other = load_states!(Adam(there; lr=0.1), SafetensorsFile(path))
    rm(path)
    @test first.(states(other)) == first.(states(optimizer)) && "0.0.exp_avg" in first.(states(other))
    @test device(last(states(other)[2])) == SIM
    run!(w, optimizer)
    run!(there, other)
    @test Array(w) == Array(there)
    @test_throws InvalidError load_states!(other, ["0.0.no_such" => w])
end

@testset "gradients are clipped" begin
    for d in ("cpu", SIM)
        w = requires_grad!(on_device([3, 4]; device=d))
        backward!(0.5 * sum(w .* w))
        @test VJP.total_norm(grad(w); p=Inf) == 4
        norm = clip_grad_norm!([w], 1)
        @test device(norm) == Device(d) && norm == 5 && isapprox(Array(grad(w)), [0.6, 0.8]; atol=1e-5)
        clip_grad_value!(w, 0.7)
        @test Array(grad(w))[2] == 0.7f0
        VJP.fill!(grad(w), NaN)
        @test_throws InvalidError clip_grad_norm!(w, 1; error_if_nonfinite=true)
    end
end

@testset "schedules" begin
    @test VJP.step_rate(1, 7; step_size=3, gamma=0.1) ≈ 0.01
    @test VJP.exponential_rate(1, 3; gamma=0.5) ≈ 0.125
    @test VJP.linear_rate(2, 1; total=4) ≈ 0.5
    @test VJP.cosine_rate(2, 2; total=4) ≈ 1
    @test VJP.one_cycle_rate(0; highest=1, total=100) ≈ 1 / 25
    plateau = VJP.Plateau(; patience=1, factor=0.5)
    @test [VJP.observe!(plateau, metric, 1) for metric in (3, 2, 2, 2)] == [1, 1, 1, 0.5]
end

@testset "losses are scaled: SC-87" begin
    for d in ("cpu", SIM)
        w = requires_grad!(on_device([1, 2]; device=d))
        optimizer, scaler = SGD(w; lr=0.5), GradScaler(; init_scale=128, growth_interval=1)
        @test_throws StateError step!(scaler, optimizer)
        made = map(1:4) do batch
            zero_grad!(optimizer)
            backward!(scale(scaler, sum(w)))
            batch == 3 && VJP.fill!(grad(w), Inf)
            unscale!(scaler, optimizer)
            @test VJP.found_inf(scaler, optimizer)[1] == (batch == 3)
            done = step!(scaler, optimizer)
            update!(scaler)
            done
        end
        @test made == [true, true, false, true] && scale(scaler) == 512 && w == [-0.5, 0.5]
        other = VJP.load_state!(GradScaler(), VJP.state(scaler))
        @test VJP.state(other) == VJP.state(scaler)
        @test scale(other, [detach(w)])[1] == [-256, 256]
        VJP.scale!(other, 4)
        @test scale(other) == 4
    end
    @test !VJP.is_enabled(GradScaler(; enabled=false)) && scale(GradScaler(; enabled=false)) == 1
end

@testset "autocast is a region: AMP-10" begin
    w = Tensor(rand(Float32, 2, 2); device=SIM)
    autocast(; device="sim", dtype=Float16) do
        @test VJP.autocast_dtype("sim") === Float16 && VJP.autocast_dtype() === nothing
        @test dtype(w * w) === Float16
        @test autocast(() -> dtype(w * w); device="sim", enabled=false) === Float32
    end
    @test dtype(w * w) === Float32 && VJP.autocast_dtype(SIM) === nothing
    cpu = Tensor(rand(Float32, 2, 2))
    @test autocast(() -> dtype(cpu * cpu)) === VJP.BFloat16Bits
    @test_throws DtypeError autocast(() -> 1; dtype=Int32)
end
