curve(x) = exp.(sin.(x))
slope(x) = exp(sin(x)) * cos(x)

@testset "a region is computed again in backward: CKPT-2, CKPT-12" begin
    for reentrant in (false, true)
        x = Tensor([1.0, 2.0]; requires_grad=true)
        runs, finished = Ref(0), Ref(0)
        y = checkpoint(x; reentrant) do x
            runs[] += 1
            y = curve(x)
            finished[] += 1
            y
        end
        backward!(sum(y))
        @test grad_of(x) ≈ slope.([1.0, 2.0])
        @test (runs[], finished[]) == (2, reentrant ? 2 : 1)
    end
end

@testset "captured tensors, several results, early stop: CKPT-16, CKPT-12" begin
    x, w = Tensor([1.0, 2.0]; requires_grad=true), Tensor([3.0, 4.0]; requires_grad=true)
    finished = Ref(0)
    f = x -> begin
        result = (x .* w, w .* w)
        finished[] += 1
        result
    end
    y, z = checkpoint(f, x)
    gx, gw = grad(sum(y .+ z), [x, w])
    @test Array(gx) == [3.0, 4.0]
    @test Array(gw) == [1.0, 2.0] .+ [6.0, 8.0]
    @test finished[] == 1
    y, z = early_stop(() -> checkpoint(f, x), false)
    grad(sum(y), x)
    @test finished[] == 3
end

@testset "errors of a region come home: ERR-2, CKPT-13" begin
    x = Tensor(1.0; requires_grad=true)
    exception, calls = Mine([3]), Ref(0)
    y = checkpoint(x) do x
        calls[] += 1
        calls[] > 1 && throw(exception)
        curve(x)
    end
    @test thrown(() -> backward!(y)) === exception
    calls[] = 0
    y = checkpoint(x -> (calls[] += 1) > 1 ? sin.(x) : curve(x), x)
    error = thrown(() -> backward!(y))
    @test error isa InvalidError && occursin("2 in the forward, 1 in the recomputation", error.message)
    @test thrown(() -> checkpoint(curve, x; reentrant=true, debug=true)) isa InvalidError
end

@testset "a chain in segments: CKPT-21" begin
    x = Tensor(0.5; requires_grad=true)
    runs = zeros(Int, 4)
    functions = [x -> (runs[i] += 1; curve(x)) for i in 1:4]
    backward!(checkpoint_sequential(functions, 2, x))
    value, expected = 0.5, 1.0
    for _ in 1:4
        expected *= slope(value)
        value = exp(sin(value))
    end
    @test Float64(grad(x)) ≈ expected
    @test runs == [2, 2, 1, 1]
end

@testset "saved tensors go through hooks: SHOOK-1, SHOOK-4, SHOOK-11" begin
    x = Tensor([1.0, 2.0]; requires_grad=true)
    packed, unpacked = Ref(0), Ref(0)
    pack(t) = (packed[] += 1; Array(t))
    unpack(a) = (unpacked[] += 1; Tensor(a))
    y = saved_tensor_hooks(() -> sin.(x), pack, unpack)
    sin.(x)
    @test packed[] == 1
    backward!(sum(y))
    @test grad_of(x) ≈ cos.([1.0, 2.0]) && unpacked[] == 1
    exception = Mine([4])
    @test thrown(() -> saved_tensor_hooks(() -> sin.(x), _ -> throw(exception), identity)) === exception
    y = saved_tensor_hooks(() -> sin.(x), Array, identity)
    @test thrown(() -> backward!(sum(y))) isa InvalidError
    refused = thrown(() -> without_saved_tensor_hooks(() -> saved_tensor_hooks(() -> 1, Array, Tensor), "not here"))
    @test refused isa StateError && occursin("not here", refused.message)
    @test saved_tensor_hooks(() -> 1, Array, Tensor) == 1
    @test requires_grad(save_on_cpu(() -> sin.(x)))
end

@testset "inference ends with its function: MODE-4, MODE-6" begin
    x = Tensor(1.0; requires_grad=true)
    @test !requires_grad(inference(() -> sin.(x)))
    @test thrown(() -> inference(() -> throw(Mine([])))) isa Mine
    @test requires_grad(sin.(x))
end
