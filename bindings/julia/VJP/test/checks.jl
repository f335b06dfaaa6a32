@testset "derivatives are checked: GCHK-1, GCHK-4, GCHK-12" begin
    x, w = Tensor([0.3, 1.2]; requires_grad=true), Tensor([0.7, 2.0]; requires_grad=true)
    f(x, w) = (sin.(x) .* w, x .* x)
    @test gradcheck(f, x, w) === nothing
    @test gradcheck(f, x, w; order=2) === nothing
    @test gradcheck(f, x, w; order=2, gradients=[Tensor([1.0, 2.0]; requires_grad=true),
                                                 Tensor([1.0, 3.0]; requires_grad=true)], raise=false) === nothing
    wrong(x) = custom((_, x) -> 3x, (_, g) -> 2g, x; name="Triple")
    exception = error_of(() -> gradcheck(wrong, x))
    @test exception isa InvalidError && occursin("3", exception.message)
    report = gradcheck(wrong, x; raise=false)
    @test report.kind === :backward_values && (report.output, report.input, report.row, report.column) == (1, 1, 1, 1)
    @test report.difference ≈ 1 atol = 1e-6
    @test report.analytic == [2 0; 0 2] && report.numeric ≈ [3 0; 0 3] && !isempty(report.text)
    batches = (check_batched=true, check_forward=true, check_batched_forward=true)
    @test gradcheck(f, x, w; batches...) === nothing
    @test gradcheck(f, x, w; order=2, batches...) === nothing
    @test occursin("batched tangents", error_of(() -> gradcheck(f, x, w; check_batched_forward=true)).message)
    mine = ErrorException("own")
    @test error_of(() -> gradcheck(_ -> throw(mine), x)) === mine
    @test_throws InvalidError gradcheck(sum, x; order=3)
    @test_throws InvalidError gradcheck(sum, x; gradients=x)
    @test_throws InvalidError gradcheck(sum, x; quick=true)
    @test_throws InvalidError gradcheck(sum, Tensor([1.0]))
end

@testset "hooks of several tensors: HOOK-12" begin
    a, b, c = (Tensor(v; requires_grad=true) for v in (2.0, 3.0, 5.0))
    seen, first = [], []
    hook = add_multi_grad_hook!(gradients -> push!(seen, gradients), [a, b, c])
    add_multi_grad_hook!(gradient -> push!(first, item(gradient)), [b]; any=true)
    @test VJP.label!(hook, "all of them") === hook
    backward!(a .* b)
    @test length(seen) == 1 && (item(seen[1][1]), item(seen[1][2]), seen[1][3]) == (3.0, 2.0, nothing) && first == [2.0]
    remove!(hook)
    backward!(a .* b)
    @test length(seen) == 1 && length(first) == 2
    mine = ErrorException("own")
    add_multi_grad_hook!(_ -> throw(mine), [a])
    @test error_of(() -> backward!(2a)) === mine
    @test_throws StateError add_multi_grad_hook!(identity, [Tensor(1.0)])
end

@testset "order of hooks and the end of a backward" begin
    x, order = Tensor(1.0; requires_grad=true), Symbol[]
    y = 2x
    add_post_hook!((_, _) -> (push!(order, :second); nothing), grad_fn(y))
    add_post_hook!((_, _) -> (push!(order, :first); nothing), grad_fn(y); first=true)
    add_hook!(y) do _
        @test VJP.in_backward()
        at_end_of_backward(() -> push!(order, :last))
        nothing
    end
    backward!(y)
    @test order == [:first, :second, :last] && !VJP.in_backward()
    @test !VJP.is_fork_without_workers()
    @test_throws StateError at_end_of_backward(() -> nothing)
    mine = ErrorException("own")
    z = 2x
    add_hook!(_ -> (at_end_of_backward(() -> throw(mine)); nothing), z)
    @test error_of(() -> backward!(z)) === mine
end

@testset "what a tensor is: VIEW-1" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    y = x .* 2
    row = y[1:1]
    @test VJP.storage_offset(y[2:2]) == 1 && VJP.id(Stream(SIM)) != VJP.id(default_stream(SIM))
    @test VJP.base(row) == y && VJP.base(y) === nothing
    @test !VJP.retains_grad(y) && VJP.retains_grad(retain_grad!(y)) && !VJP.is_inference(y)
    @test VJP.is_inference(inference(() -> VJP.ones([2])))
    @test_throws VJPError VJP.detach!(row)
    @test is_leaf(VJP.detach!(x .* 2))
    z = Tensor([1.0])
    before = VJP.write_count(z)
    @test VJP.write_count(VJP.advance_write_count!(z)) == before + 1
    w = Tensor(3.0; requires_grad=true)
    v = w .* 1
    allow_saved_tensor_mutation() do
        product = v .* v
        VJP.fill!(detach(v), 100)
        backward!(product)
    end
    @test grad(w) == 6
    @test VJP.checkpoint_debug(() -> 1, true) == 1
    a, b = Generator(7), Generator(8)
    with_device(() -> VJP.rand([5]; generator=a), "cpu")
    @test VJP.state(VJP.state!(b, VJP.state(a))) == VJP.state(a)
    threads = VJP.num_threads()
    VJP.num_threads!(1)
    @test VJP.num_threads() == 1
    VJP.num_threads!(threads)
    @test !isempty(VJP.build_info())
end

@testset "memory is shared by DLPack" begin
    for versioned in (true, false)
        x = Tensor([1.0, 2.0])
        y = from_dlpack(to_dlpack(x; versioned=versioned); versioned=versioned)
        @test VJP.data_pointer(x) == VJP.data_pointer(y) && y == [1, 2]
        VJP.fill!(x, 5)
        @test y == [5, 5]
    end
    @test VJP.dlpack_device(Tensor([1.0])) == (1, 0) && VJP.device_from_dlpack(1, 0) == Device("cpu")
    @test_throws StateError to_dlpack(Tensor(1.0; requires_grad=true))
    @test_throws DeviceError VJP.dlpack_device(on_device([1]))
    @test_throws VJPError to_dlpack(Tensor(1.0); stream=1)
    @test VJP.dlpack_number(Stream(SIM)) isa Integer
end

@testset "checkpoints keep what a policy says: CKPT-20" begin
    x, w, asked = Tensor([1.0, 2.0]; requires_grad=true), Tensor([3.0, 4.0]; requires_grad=true), String[]
    body(x, w) = exp.(sin.(x .* w))
    function keep(name, arguments)
        push!(asked, name)
        @test length(arguments[1]) == 2
        return name == "sin"
    end
    y = checkpoint(body, x, w; keep=keep)
    @test asked == ["mul", "sin", "exp"]
    @test grad(sum(y), x) == grad(sum(body(x, w)), x)
    @test "sin" in asked[4:end]
    mine = ErrorException("own")
    @test error_of(() -> checkpoint(body, x, w; keep=(_, _) -> throw(mine))) === mine
    @test_throws InvalidError checkpoint(body, x, w; keep=(_, _) -> :perhaps)
end

@testset "dimensions in messages count from 1" begin
    a = Tensor(rand(2, 3))
    message(f) = try
        f()
        ""
    catch exception
        exception.message
    end
    @test occursin("dimension 4 is out of range, expected one in 1:2 or -2:-1", message(() -> VJP.softmax(a, 4)))
    @test occursin("dimension -3 is out of range", message(() -> VJP.softmax(a, -3)))
    @test occursin("tensor 2 is [4, 5], but tensor 1 is [2, 3]: they must agree outside dimension 1",
                   message(() -> VJP.cat([a, Tensor(rand(4, 5))])))
    @test occursin("index 7 is out of range for dimension 1 of size 2", message(() -> VJP.select(a, 1, 7)))
    @test occursin("start 3 and length 5 do not fit dimension 2 of size 3", message(() -> VJP.narrow(a, 2, 3, 5)))
    @test occursin("dimension 1 is given twice in [1, 1]", message(() -> VJP.permute(a, (1, 1))))
    @test occursin("got 1 and 1 for shape [2, 3]", message(() -> VJP.diagonal(a; dim1=1, dim2=1)))
    @test occursin("expected a dimension 2 of even size", message(() -> VJP.glu(a; dim=2)))
    @test occursin("k is 9, but dimension 2 has size 3", message(() -> VJP.topk(a, 9)))
end

@testset "compiled backward" begin
    function gradient_of_chain(n=3)
        x = Tensor(collect(1.0:n); requires_grad=true)
        y = foldl((y, _) -> VJP.add(VJP.mul(y, x), x), 1:4; init=x)
        backward!(sum(y))
        return Array(grad(x))
    end
    VJP.compile_clear!()
    @test VJP.compile_text() === nothing
    eager, before = gradient_of_chain(), VJP.compile_counters()
    VJP.compiled() do
        @test all(gradient_of_chain() == eager for _ in 1:3)
        VJP.compiled(() -> gradient_of_chain(), enabled=false)
    end
    after = VJP.compile_counters()
    @test (after.records - before.records, after.hits - before.hits) == (1, 2)
    @test occursin("%", VJP.compile_text()) && VJP.compile_last_miss() isa String
    VJP.compiled(() -> backward!(sum(Tensor([1.0]; requires_grad=true))))
    @test sum(values(VJP.compile_fallbacks())) >= 1  # a small graph is the engine's
    x = Tensor([2.0]; requires_grad=true)
    call = VJP.compile!(GradCall(x .* x, x; retain_graph=true); min_sites=1)
    foreach(_ -> VJP.run!(call), 1:2)
    @test item(VJP.result(call)) == 4.0 && VJP.compile_counters().hits == after.hits + 1
    @test_throws InvalidError VJP.compiled(() -> nothing; warm=0)
    @test_throws NotImplementedError VJP.compiled(() -> forward_mode(gradient_of_chain); strict=true)
end
