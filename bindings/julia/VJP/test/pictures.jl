@testset "pictures name what they show" begin  # DRAW-1
    w = leaf(1.0, 2.0)
    y = sum(tanh.(w))
    graph = VJP.Graph(y; weights=w)
    dot = picture(graph, :dot; title="a \"title\"")
    @test startswith(dot, "digraph") && occursin("weights\\nfloat64[2]", dot) && occursin("Tanh #", dot)
    @test occursin("a \\\"title\\\"", dot) && to_dot(y; weights=w) == picture(graph, :dot)
    @test startswith(picture(graph), "<svg") && occursin("weights", picture(VJP.Graph(y, ["weights" => w]), :html))
    @test_throws VJP.InvalidError picture(graph, :png)
    @test_throws VJP.StateError picture(graph; inputs=[Tensor([1.0])])
end

@testset "what a grad call does not execute is pale" begin  # DRAW-2
    a, b = leaf(1.0), leaf(2.0)
    graph = VJP.Graph(sin.(a) .* cos.(b))
    @test occursin("the grad call executes 2 of 3", picture(graph; inputs=[a]))
    @test !occursin("the grad call executes", picture(graph))
end

@testset "repeats fold, groups are boxes" begin  # DRAW-3, DRAW-4
    x = leaf(1.0, 2.0)
    y = foldl((h, _) -> sin.(h), 1:20; init=x)
    @test occursin("Sin ×20", picture(VJP.Graph(y))) && !occursin("×20", picture(VJP.Graph(y); fold=false))
    graph = VJP.Graph(y)
    foreach(i -> VJP.set_group!(graph, i, "some"), 1:3)
    @test occursin("label=\"some\\n3 operators", picture(graph, :dot; fold=false))
    profiler = Profiler()
    z = Ref(x)
    profile(profiler) do
        profile_range("range") do
            z[] = sin.(cos.(x))
        end
    end
    graph = VJP.Graph(z[] .* z[])
    @test VJP.add_groups!(graph, profiler) == 2 && occursin("range", picture(graph))
end

@testset "notebooks and files" begin  # DRAW-8
    graph = VJP.Graph(sin.(leaf(1.0)))
    @test startswith(repr(MIME("image/svg+xml"), graph), "<svg")
    @test startswith(repr(MIME("text/html"), graph), "<iframe srcdoc=\"&lt;!DOCTYPE") ||
          startswith(repr(MIME("text/html"), graph), "<iframe srcdoc=\"<!DOCTYPE")
    mktempdir() do folder
        for (suffix, start) in ("svg" => "<svg", "html" => "<!DOCTYPE html>", "dot" => "digraph")
            path = joinpath(folder, "graph." * suffix)
            @test save_picture(path, graph) == path && startswith(read(path, String), start)
        end
        @test_throws VJP.InvalidError save_picture(joinpath(folder, "graph"), graph)
    end
end
