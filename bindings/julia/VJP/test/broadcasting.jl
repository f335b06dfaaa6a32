# Dots: what they give is what they give for arrays; they stay on the tensors, and say where they do not.

lanes(x) = x > 0 ? x : zero(x)
smooth(x) = x^2 + sin(x) / (1 + abs(x)) - 2x
pick(x, y) = max(x, y) * clamp(y, 0, 2)

@testset "functions of a program's own are called with all elements at a time" begin
    a, b = [1.0 -2; 3 4], [0.5, 2]
    t, u = Tensor(a), Tensor(b)
    calls = Ref(0)
    counted(x) = (calls[] += 1; 2x + 1)
    @test counted.(t) == 2a .+ 1 && calls[] == 1
    for f in (smooth, x -> x + 1, x -> 1 / x, x -> x^3, x -> 2^x, x -> exp(-x^2 / 2), x -> hypot(x, 1), x -> atan(x, 2), x -> mod(x, 2), x -> min(x, 1), x -> (x > 1) & (x < 4),
              x -> inv(x)^2, x -> muladd(x, 2, 1), x -> x * pi, x -> x / 3 + true, x -> x == 1, x -> round(x / 2), x -> identity(x), x -> sign(x), x -> x // 1 == x, x -> rem(x, 2), x -> div(x, 2),
              x -> 3.0, x -> abs2(x), x -> conj(x), x -> clamp(x, -1, 1), x -> complex(x))
        wanted = try; Some(f.(a)); catch; nothing; end
        wanted === nothing && continue
        got = @test_logs min_level = Base.CoreLogging.Error f.(t)
        @test same(Array(got), something(wanted))
    end
    @test pick.(t, u) == pick.(a, b) && pick.(t, 1.5) == pick.(a, 1.5) && pick.(t, b) == pick.(a, b) && (x -> x .+ 1).(Ref(t)) == [a .+ 1] |> first
    @test ((x, y) -> x).(t, reshape(u, 1, 1, 2)) == ((x, y) -> x).(a, reshape(b, 1, 1, 2))
    # One draw for each element, where nothing but the draw is asked for.
    @test length(unique((x -> rand()).(Tensor(ones(20))))) == 20
    @test (x -> x + 1).(on_device([1.0, 2])) == [2, 3] && device((x -> x + 1).(on_device([1.0, 2]))) == SIM
end

@testset "gradients flow through them" begin
    x = Tensor([1.0, -2.0, 0.3]; requires_grad=true)
    y = Tensor([0.5, 1.2, 1.5]; requires_grad=true)
    @test gradcheck(x -> smooth.(x), x) === nothing && gradcheck((x, y) -> pick.(x, y), x, y) === nothing
    @test gradcheck(x -> map(v -> v^3 + 1, x), x) === nothing && gradcheck(x -> sum(v -> v * v, x), x) === nothing
end

@testset "what cannot be done at a time says so" begin
    t = Tensor([1.0, -2.0])
    @test (@test_logs (:warn, r"lanes\.: no operator of the library; called with each element") lanes.(t)) == [1, 0]
    x = Tensor([1.0, -2.0]; requires_grad=true)
    message = error_of(() -> lanes.(x)).message
    @test occursin("lanes.", message) && occursin("no gradient could flow", message)
    @test no_grad(() -> lanes.(x)) == [1, 0]
    @test_throws ErrorException("mine") (_ -> error("mine")).(t)
    @test (@test_logs (:warn,) match_mode = :any string.(t)) == ["1.0", "-2.0"]
end

@testset "in place, between tensors and arrays" begin
    a = [1.0 2; 3 4]
    t = Tensor(a)
    t .= t .* 2 .+ [1, 1]
    @test t == 2a .+ 1
    b = zeros(2, 2)
    b .= t .- 1
    @test b isa Matrix && b == 2a
    b .+= t
    @test b == 4a .+ 1
    view(b, :, 1) .= Tensor([7.0, 8.0])
    @test b[:, 1] == [7, 8]
    t .*= 2
    t[1, :] .= 0
    @test t == [0 0; 14 18]
    @. t = 3t + 1
    @test t == [1 1; 43 55]
    @test_throws ShapeError t .= [1, 2, 3]
    x = Tensor([1.0, 2.0]; requires_grad=true)
    y = x .* 1
    y .= y .* 2 .+ 1
    @test grad(sum(y .* y), x) == [12, 20]
end
