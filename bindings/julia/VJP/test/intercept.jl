# Interceptors: what functions see of operators, and what they change.

logged(names) = call -> (push!(names, string(call)); nothing)
"Acts on one operator, and only looks at the others."
on(f, name) = call -> call.name == name ? f(call) : nothing
tracked(values...) = Tensor(collect(Float64, values); requires_grad=true)

@testset "forward and backward are logged: ICPT-1, ICPT-2, ICPT-5" begin
    x, names = tracked(1, 2), String[]
    intercept(logged(names)) do
        y = sum(sin.(x))
        @test names == ["sin", "sum"]
        backward!(y)
    end
    @test "cos" in names && "mul" in names
    @test grad_of(x) == Array(cos.(x))
    count = length(names)
    sin.(x)
    @test length(names) == count
end

@testset "composites are whole above: ICPT-3" begin
    x, parts, whole = tracked(1, 2), String[], String[]
    intercept(logged(whole); above_autograd=true) do
        intercept(() -> backward!(sum(repeat(x, 2))), logged(parts))
    end
    @test whole == ["tile", "sum"]
    @test !("tile" in parts) && length(parts) > 2
end

@testset "what an interceptor is given: ICPT-4" begin
    x, seen = Tensor([4.0, 9.0]), []
    intercept(call -> (push!(seen, (string(call), call.variant, call.args, call.target)); nothing); above_autograd=true) do
        VJP.mul!(x, 2.0)
        sum(x; dims=1)
        VJP.cat([x, x])
    end
    @test seen[1][1:2] == ("mul_", :inplace) && seen[1][4] isa Tensor && seen[1][3][2] == 2.0
    @test seen[2][1:2] == ("sum", :functional) && seen[2][3][2] == [0] && seen[2][4] === nothing
    @test seen[3][3][1] isa Vector && length(seen[3][3][1]) == 2
end

@testset "arguments are changed: ICPT-6, ICPT-7" begin
    for (above_autograd, slope) in ((true, 10.0), (false, 2.0))
        x = tracked(1, 2)
        ten = on(call -> (call(); call(call.args[1], 10)), "mul")
        y = intercept(() -> x .* 2, ten; above_autograd)
        backward!(sum(y))
        @test Array(y) == [10.0, 20.0] && grad_of(x) == [slope, slope]
    end
    x = Tensor([1.0])
    for (wrong, message) in ((call -> call(x), "1 arguments were given, expected 2"), (call -> call("x", nothing), "mul"),
                             (call -> call(x, :ten), "Symbol"))
        error = thrown(() -> intercept(() -> x .* 2, on(wrong, "mul")))
        @test error isa InvalidError && occursin(message, error.message)
    end
    kept = []
    intercept(() -> x .* 2, call -> (push!(kept, call); nothing))
    @test thrown(kept[1]) isa StateError
end

@testset "every kind of argument goes round: ICPT-4, ICPT-6" begin
    x = Tensor([1.0, 2.0])
    draw() = Array(VJP.randn([3]; generator=Generator(7)))
    expected = draw()
    intercept(call -> call(call.args...); above_autograd=true) do
        @test draw() == expected
        @test Array(VJP.cat([x, x])) == [1.0, 2.0, 1.0, 2.0]
        @test item(VJP.einsum("i,i->", [x, x])) == 5.0
        @test dtype(sum(x; dtype=Float32)) == Float32
    end
end

@testset "results are replaced: ICPT-8, ICPT-9, ICPT-10" begin
    x = tracked(1, 2)
    y = intercept(() -> sin.(x), on(_ -> Tensor([7.0, 8.0]), "sin"))
    @test Array(y) == [7.0, 8.0]
    @test Array(grad(sum(y), x)) == Array(cos.(x))
    y = intercept(() -> sin.(x), on(call -> call.args[1] .* 3, "sin"); above_autograd=true)
    @test Array(y) == [3.0, 6.0] && Array(grad(sum(y), x)) == [3.0, 3.0]
    target = Tensor([1.0, 2.0])
    intercept(() -> VJP.mul!(target, x), on(_ -> Tensor([8.0, 9.0]), "mul"))
    @test Array(target) == [8.0, 9.0] && Array(grad(sum(target), x)) == [1.0, 2.0]
    y = x .* 1
    first, second = intercept(() -> VJP.unbind(y), on(call -> (Tensor(7.0), call()[2]), "unbind"))
    @test Array(grad(first * second, x)) == [2.0, 7.0]
end

@testset "levels nest: ICPT-12" begin
    for above_autograd in (false, true)
        names = String[]
        y = intercept(logged(names); above_autograd) do
            intercept(() -> Tensor([1.0]) .* 2, call -> call() .+ 1; above_autograd)
        end
        @test Array(y) == [3.0] && names == ["mul", "add"]
    end
end

@testset "exceptions are the call's: ICPT-14, ICPT-15" begin
    x, exception = tracked(1.0), Mine([3])
    refuse = _ -> throw(exception)
    for above_autograd in (false, true)
        @test thrown(() -> intercept(() -> sin.(x), on(refuse, "sin"); above_autograd)) === exception
    end
    y = sin.(x)
    @test thrown(() -> intercept(() -> backward!(y), on(refuse, "cos"))) === exception
    error = thrown(() -> intercept(() -> sin.(x), on(call -> (call(), call()), "sin")))
    @test error isa InvalidError && occursin("gave 2 results, expected 1", error.message)
    @test thrown(() -> intercept(() -> sin.(x), on(_ -> "a sine", "sin"))) isa InvalidError
end
