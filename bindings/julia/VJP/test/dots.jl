# Dots over large tensors: what comes of them is what comes of the operators one by one, of arrays, and in one call of the library.

one_by_one(f, args...) = VJP.dotted(f, args...)
large(seed, sizes...; T=Float32) = (manual_seed!(seed); VJP.randn(collect(sizes); dtype=T))
const MANY = 2 * VJP.LEAST_WAITING

"The bits, and what they are bits of."
bits(t::Tensor) = (dtype(t), size(t), reinterpret(UInt8, vec(Array(t))))

"How much memory a function took at most beside what there was before."
function peak_of(f)
    ccall((:vjp_memory_reset_peak, VJP.libvjp), Cvoid, ())
    before = VJP.allocated_bytes()
    GC.@preserve f (result = f())
    return ccall((:vjp_memory_peak, VJP.libvjp), Int64, ()) - before, result
end

@testset "dots that wait" begin
    a, x, b = large(1, MANY), large(2, MANY), large(3, MANY)

    @testset "run as one kernel" begin
        ten(a, x, b) = @. (tanh(a * x + b) * 0.5f0 + x) * exp(a - b) / (x * x + 1.5f0)
        peak, result = peak_of(() -> ten(a, x, b))
        # One by one there are eleven results, which the collector has not found yet.
        @test 4MANY <= peak < 8MANY
        @test Array(result) ≈ ten(Array(a), Array(x), Array(b))
        # A list of calls that are counted one by one, and a dot that waits for nobody.
        calls(name) = ccall((:vjp_debug_op_calls, VJP.libvjp), Int64, (Cstring,), name)
        before = calls.(["mul", "tanh", "add"])
        @. tanh(a * x + b)^2
        tanh.(a)
        @test calls.(["mul", "tanh", "add"]) == before .+ [1, 2, 1]
        @test (@. tanh(a * x + b)^2) isa Tensor{Float32,1}
        @test Base.broadcasted(+, Base.broadcasted(*, a, x), b).call.calls == 2
    end

    @testset "which dots wait" begin
        waits(dots) = dots isa VJP.Dots && dots.call !== nothing
        @test waits(Base.broadcasted(tanh, x)) && waits(Base.broadcasted(*, 2, x)) && waits(Base.broadcasted(^, x, x))
        @test !waits(Base.broadcasted(tanh, x[1:100])) && !waits(Base.broadcasted(tanh, VJP.to(x, Int)))
        @test !waits(Base.broadcasted(tanh, VJP.reshape(x, [2, VJP.LEAST_WAITING])')) && !waits(Base.broadcasted(<, x, a))
        @test !waits(Base.broadcasted(tanh, Tensor(complex.(Array(x))))) && !waits(Base.broadcasted(*, x, 2im))
        @test !waits(Base.broadcasted(*, x, big(2)))
    end

    @testset "each operator" begin
        for f in [tanh, exp, VJP.sigmoid, VJP.relu, abs, -, inv, abs2, sqrt, log, sin, VJP.softplus, VJP.elu, floor, isnan, VJP.erf, VJP.mish,
                  sign, atan, VJP.silu, VJP.leaky_relu, round, deg2rad]
            @test bits(f.(x .* a)) == bits(one_by_one(f, one_by_one(*, x, a)))
        end
        for f in [+, -, *, /, ^, max, min, mod, rem, copysign, atan, hypot, ==, <, >=]
            @test bits(f.(x .* a, b)) == bits(one_by_one(f, one_by_one(*, x, a), b))
            @test bits(f.(b, x .* a)) == bits(one_by_one(f, b, one_by_one(*, x, a)))
            f in (atan, hypot) || @test bits(f.(x .* a, 1.5)) == bits(one_by_one(f, one_by_one(*, x, a), 1.5))
            f in (mod, rem, copysign, atan, hypot) || @test bits(f.(2, x .* a)) == bits(one_by_one(f, 2, one_by_one(*, x, a)))
        end
        @test bits(clamp.(x .* a, -1, 0.5)) == bits(VJP.clamp(x * 1 .* a; min=-1, max=0.5))
        @test Array(ifelse.(x .* a .> 0, tanh.(x), x .* 2 .- a)) ≈ ifelse.(Array(x) .* Array(a) .> 0, tanh.(Array(x)), Array(x) .* 2 .- Array(a))
        @test Array(muladd.(a, x, b) .+ a .+ x .+ 1) ≈ muladd.(Array(a), Array(x), Array(b)) .+ Array(a) .+ Array(x) .+ 1
        @test Array((a .* x) .^ -1 .|> sin) ≈ sin.((Array(a) .* Array(x)) .^ -1) rtol=1e-3
        @test Array(π .* (x .- true) ./ Int8(2)) ≈ Float32(π) .* (Array(x) .- true) ./ 2
        @test Array((v -> v > 0 ? v : zero(v)).(x .* a)) ≈ max.(Array(x) .* Array(a), 0)
    end

    @testset "sizes, as for arrays" begin
        m, n = 700, 200
        M, v, row = large(4, m, n), large(5, m), large(6, 1, n)
        for f in [(M, v, r) -> tanh.(M .* v .+ r), (M, v, r) -> (v .+ M .* 2) .* r, (M, v, r) -> (v .* 2) .* (r .+ 1) .+ M,
                  (M, v, r) -> M .+ 1 .- r[1, :]', (M, v, r) -> v .* r .* 2 .+ 1]
            @test size(f(M, v, row)) == (m, n)
            @test Array(f(M, v, row)) ≈ f(Array(M), Array(v), Array(row))
        end
        long, wide = large(7, MANY), large(8, MANY, 3)
        @test Array((long .* 2) .* (wide .+ 1)) ≈ (Array(long) .* 2) .* (Array(wide) .+ 1)
        zero_dims = Tensor(fill(2.5f0))
        @test bits((x .+ 1) .* zero_dims) == bits(VJP.mul(VJP.add(x, 1), zero_dims))
        @test size((reshape(x, MANY, 1) .* 2) .+ Tensor(zeros(Float32, 1, 0))) == (MANY, 0)
    end

    @testset "types of elements, arrays and tuples" begin
        double, half, whole = VJP.to(x, Float64), VJP.to(x, Float16), VJP.to(abs.(x) .* 10, Int)
        for other in (double, half, whole, x .> 0)
            @test bits((x .* 2 .+ a) .* other .- 1) == bits(VJP.sub(VJP.mul(VJP.add(VJP.mul(x, 2), a), other), 1))
        end
        @test dtype((half .* 2) .+ 1.5) === Float16 && dtype((x .* 2) .+ double) === Float64
        array = rand(MANY)
        @test (x .* 2 .+ array) isa Tensor{Float64,1}
        @test Array(x .* 2 .+ array) ≈ Array(x) .* 2 .+ array
        @test Array((array .- 1) .* tanh.(x) .+ (array .* 2)) ≈ (array .- 1) .* tanh.(Array(x)) .+ (array .* 2)
        @test Array(reshape(x, 4, MANY ÷ 4) .* 2 .+ (1, 2, 3, 4)) ≈ reshape(Array(x), 4, MANY ÷ 4) .* 2 .+ [1, 2, 3, 4]
        @test Array(real.((x .* 2) .* 1im .* 1im)) ≈ -2 .* Array(x)
        @test Int.(floor.(x .* 0 .+ 2.5)) == VJP.full_like(x, 2; dtype=Int64)
        target = zeros(Float32, MANY)
        target .= x .* 2 .+ 1
        @test target ≈ Array(x) .* 2 .+ 1
    end

    @testset "derivatives, hooks, changes in place" begin
        f(a, x, b) = sum(@. (tanh(a * x + b)^2 - x) * exp(-x * x) / (a * a + 1))
        g(a, x, b) = (D = one_by_one;
            sum(D(/, D(*, D(-, VJP.pow(D(tanh, D(+, D(*, a, x), b)), 2), x), D(exp, D(*, D(-, x), x))), D(+, D(*, a, a), 1))))
        leaves = requires_grad!.(VJP.clone.((a, x, b)))
        seen = Int[]
        grads = map((f, g)) do h
            backward!(h(leaves...))
            found = bits.(grad.(leaves))
            foreach(leaf -> set_grad!(leaf, nothing), leaves)
            found
        end
        @test grads[1] == grads[2]
        y = @. tanh(leaves[1] * leaves[2])^2
        @test VJP.name(grad_fn(y)) == VJP.name(grad_fn(VJP.pow(leaves[1], 2)))
        add_post_hook!((inputs, outputs) -> (push!(seen, length(inputs)); nothing), grad_fn(y))
        backward!(sum(y))
        @test seen == [1]
        # A saved value that changes is an error; so is what is written into a leaf.
        y = @. sin(leaves[1] * leaves[2])
        no_grad(() -> leaves[1] .+= 1)
        @test_throws VersionError backward!(sum(y))
        @test_throws VJPError leaves[1] .= leaves[2] .* 2 .+ 1

        y, z = VJP.clone(x), Array(x)
        y .= y .* 2 .+ a
        y .+= tanh.(y) .* b
        y[1:MANY÷2] .*= y[1:MANY÷2] .* 2 .+ 1
        z .= z .* 2 .+ Array(a)
        z .+= tanh.(z) .* Array(b)
        z[1:MANY÷2] .*= z[1:MANY÷2] .* 2 .+ 1
        @test Array(y) ≈ z
        @test gradient(x -> sum(x .* x .+ x), x) ≈ VJP.add(VJP.mul(x, 2), 1)
        @test vmap(t -> t .* 2 .+ t, VJP.reshape(x, [2, VJP.LEAST_WAITING])) == VJP.reshape(x, [2, VJP.LEAST_WAITING]) .* 3
    end

    @testset "one operator writes into what it is assigned to" begin
        y = VJP.zeros_like(x)
        for dot in (() -> y .= x .* a, () -> y .= 2 .- x, () -> y .= tanh.(x), () -> y .= y .* y)
            dot()
            @test first(peak_of(dot)) < MANY
        end
        for (dot, plain) in ((y -> (y .= x .* a), VJP.mul(x, a)), (y -> (y .= 2 .- x), VJP.sub(2, x)), (y -> (y .= tanh.(x)), VJP.tanh(x)),
                             (y -> (y .= y .+ y), VJP.add(x, x)), (y -> (y .= max.(x, a)), VJP.maximum(x, a)),
                             (y -> (y .= VJP.elu.(x)), VJP.elu(x)), (y -> (y .= clamp.(x, -1, 1)), clamp(x; min=-1, max=1)))
            y = VJP.clone(x)
            made = dot(y)
            @test made === y && bits(y) == bits(plain)
        end
        # Where it would be something else it is copied.
        y = VJP.clone(x)
        view(y, 2:MANY) .= view(y, 1:MANY-1) .* 1
        @test Array(y)[2:end] == Array(x)[1:end-1]
        double = VJP.zeros_like(x; dtype=Float64)
        double .= x .* 2
        @test Array(double) == Float64.(Array(VJP.mul(x, 2)))
        w = requires_grad!(VJP.clone(x))
        y = VJP.clone(x)
        y .= w .* 3
        backward!(sum(y))
        @test Array(grad(w)) == fill(3.0f0, MANY)
        y = VJP.clone(x)
        s = sum(sin.(w .* y))
        y .= x .* 2
        @test_throws VersionError backward!(s)
        rows = reshape(VJP.clone(x), 4, MANY ÷ 4)
        rows .= rows .* (1, 2, 3, 4)
        @test Array(rows) == reshape(Array(x), 4, MANY ÷ 4) .* [1, 2, 3, 4]
    end

    @testset "errors name the operator" begin
        wrong = large(9, MANY + 1)
        message(f) = try f(); "" catch problem; sprint(showerror, problem) end
        for f in (+, *, /, max)
            @test message(() -> f.(x .* 2, wrong)) == message(() -> one_by_one(f, x, wrong))
            @test occursin(".$f: sizes ($MANY,) and ($(MANY + 1),) do not broadcast", message(() -> f.(tanh.(x), wrong .* 2)))
        end
        @test occursin("mod.: sizes", message(() -> mod.(x .* 2, wrong)))
        gone = VJP.clone(x)
        release!(gone)
        @test occursin("given back", message(() -> tanh.(gone .* 2)))
        @test message(() -> VJP.logit.(x .* 2) .* "text") != ""
    end
end
