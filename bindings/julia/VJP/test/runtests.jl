using LinearAlgebra
using SparseArrays
using Statistics
using Test
using VJP

"The numbers of a gradient that must be there."
grad_of(x) = Array(grad(x)::Tensor)

@testset "VJP" begin
    include("tensors.jl")
    include("operators.jl")
    include("fourier.jl")
    include("dots.jl")
    include("idioms.jl")
    include("interface.jl")
    include("gradients.jl")
    include("callbacks.jl")
    include("pending.jl")
    include("regions.jl")
    include("intercept.jl")
    include("observe.jl")
    include("explain.jl")
    include("pictures.jl")
    include("files.jl")
    include("devices.jl")
    include("training.jl")
    include("graphs.jl")
    include("graphed.jl")
    include("races.jl")
    include("process.jl")
    include("checks.jl")
    include("compiled.jl")  # before vmap: while a batched tensor waits for the collector, compiled functions are called
    include("functional.jl")
    include("vmap.jl")
    include("sparsity.jl")
    include("sparse.jl")
    include("messages.jl")
end
