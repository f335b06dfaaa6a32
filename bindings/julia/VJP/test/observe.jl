# Anomaly mode, nodes, pictures, and why a gradient is missing.

leaf(values...) = requires_grad!(Tensor(collect(values)))

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

@testset "pictures name what they show" begin  # INTRO-12
    w = leaf(1.0, 2.0)
    dot = to_dot(sum(tanh.(w)); weights=w)
    @test startswith(dot, "digraph") && occursin("weights\\nfloat64[2]", dot) && occursin("Tanh", dot)
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
