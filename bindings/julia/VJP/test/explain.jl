# Why a gradient is missing, zero, not finite, or from some uses only: the same programs as in tests/c/explain.c,
# bindings/python/tests/test_explain.py and bindings/rust/vjp/tests/observe.rs.

@testset "odd gradients are explained: INTRO-15 to INTRO-20" begin
    leaf(values...) = requires_grad!(Tensor(collect(values)))
    x, w = leaf(1.0, 0.0, -3.0), leaf(4.0, 5.0, 6.0)
    y = record_cuts() do
        sum(detach(x) .* w)
    end
    found = explain_missing_grad(x, y)
    @test found.reason == :detached && occursin("explain.jl:$((@__LINE__) - 3)", found.place)
    @test occursin("'detach'", sprint(show, MIME"text/plain"(), found))
    dead = VJP.relu(-(x .* x))
    found = explain_missing_grad(x, sum(dead))
    @test found.reason == :zero && found.node == grad_fn(dead) && occursin("relu is constant", found.text)
    root = sqrt.(abs.(x * 1.0))
    found = explain_missing_grad(x, sum(root))
    @test found.reason == :not_finite && found.node == grad_fn(root)
    @test occursin("first at [1] (inf)", found.text) && occursin("had saved out = 0", found.text)
    y = record_cuts() do
        sum(exp.(x) .+ x * 0.0 .+ detach(x))
    end
    found = explain_missing_grad(x, y)
    @test found.reason == :some_uses && Set(u.reason for u in found.uses) == Set([:none, :detached, :zero])
    @test explain_missing_grad(w .- w * 0.1, sum(w)).reason == :replaced
    y = sum(w .* w)
    backward!(y)
    @test explain_missing_grad(w, y).reason == :freed
    h = exp.(w)
    y = sum(h .* h)
    VJP.add!(h, 1.0)
    @test explain_missing_grad(w, y).reason == :changed
    add_hook!(_ -> nothing, w)
    @test explain_missing_grad(w, sum(w)).reason == :hooks
end
