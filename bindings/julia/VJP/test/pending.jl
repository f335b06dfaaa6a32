# Grad calls that go on by themselves; backward into another store.

@testset "a started call" begin
    x = requires_grad!(Tensor([3.0]))
    call = GradCall(x .* x, x; retain_graph=true)
    run = VJP.start(call)
    @test item(fetch(run)[1]) == 6.0
    wait(run)
    @test istaskdone(run)
    @test item(fetch(VJP.start(call))[1]) == 6.0
    y = 2x
    backward = VJP.start(GradCall(y; accumulate=true))
    @test fetch(backward) === nothing
    @test item(grad(x)) == 2.0
end

@testset "its exceptions, each time" begin
    x = requires_grad!(Tensor([3.0]))
    y = 2x
    error = KeyError(:hook)
    add_hook!(gradient -> throw(error), y)
    run = VJP.start(GradCall(y, x))
    for _ in 1:2
        caught = try
            fetch(run)
            nothing
        catch e
            e
        end
        @test caught === error
    end
    ended = Channel{Bool}(1)
    wait(VJP.on_end(r -> put!(ended, istaskdone(r)), run))
    @test take!(ended)
end

@testset "the collector works while a started call does" begin
    x = requires_grad!(Tensor([3.0]))
    y = 2x
    add_hook!(gradient -> (GC.gc(); nothing), y)
    runs = [VJP.start(GradCall(y, x; retain_graph=true)) for _ in 1:4]
    GC.gc()
    @test all(item(fetch(run)[1]) == 2.0 for run in runs)
end

@testset "a store takes or declines" begin
    x, y = requires_grad!(Tensor([3.0])), requires_grad!(Tensor([4.0]))
    kept = Float64[]
    call = GradCall(x .* y; accumulate=true, retain_graph=true)
    VJP.set_store!(call) do leaf, gradient, owned
        item(leaf) == 3.0 || return false
        push!(kept, item(gradient))
    end
    VJP.run!(call)
    @test kept == [4.0] && grad(x) === nothing && item(grad(y)) == 3.0
    VJP.clear_store!(call)
    VJP.run!(call)
    @test kept == [4.0] && item(grad(x)) == 4.0
    failing = GradCall(2x; accumulate=true)
    VJP.set_store!((leaf, gradient, owned) -> error("full"), failing)
    @test_throws ErrorException("full") VJP.run!(failing)
end
