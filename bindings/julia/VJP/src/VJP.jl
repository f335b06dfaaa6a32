"""
Tensors and automatic differentiation: wrappers of libvjp.

    using VJP
    x = requires_grad!(Tensor([1.0 2.0; 3.0 4.0]))
    backward!(sum(x .* tanh.(x)))
    grad(x)

Dimensions count from 1, negative ones from the end. `size(t)` and `t[i, j]` are those of the array that a tensor was
made of: memory order is a matter of strides. Numbers *in* tensors (class labels, indices that an operator gives or
takes) are the library's and count from 0. Operators write `name!` for the form that writes into its first argument.

Operators whose name is exported by Base, LinearAlgebra or Statistics and means the same there extend those functions
(`sum(t)`); all others are `VJP.relu` and so on, also those that mean something else there: `VJP.zeros`,
`VJP.reshape`, which reads rows first, `VJP.argmax`, which counts from 0.
"""
module VJP

using Libdl
using LinearAlgebra: LinearAlgebra, Adjoint, Bidiagonal, Diagonal, Hermitian, SymTridiagonal, Symmetric, Transpose, Tridiagonal
using SparseArrays: SparseArrays
using Statistics: Statistics

include("library.jl")
include("errors.jl")
include("dtypes.jl")
include("structs.jl")
include("tensor.jl")
include("warnings.jl")
include("arrays.jl")
include("generators.jl")
include("autograd.jl")
include("regions.jl")
include("devices.jl")
include("memory.jl")
include("dlpack.jl")
include("hooks.jl")
include("pending.jl")
include("weak.jl")
include("functions.jl")
include("checkpoints.jl")
include("compile.jl")
include("gradcheck.jl")
include("functional.jl")
include("sparsity.jl")
include("forward.jl")
include("vmap.jl")
include("observe.jl")
include("profiler.jl")
include("pictures.jl")
include("safetensors.jl")
include("optimizers.jl")
include("memory_report.jl")
include("precision.jl")
include("graphs.jl")
include("graphed.jl")
include("races.jl")
include("simulator.jl")
include("calls.jl")
include("sparse.jl")
include("intercept.jl")
include("waiting.jl")
function dotted end
include("generated_ops.jl")
include("indexing.jl")
include("arrays_like.jl")
include("arithmetic.jl")
include("broadcast.jl")
include("lanes.jl")
include("reductions.jl")
include("linear_algebra.jl")
include("pullbacks.jl")

export Tensor, Generator, GradCall, Hook, Node, SafetensorsFile, VJPError
export share, dtype, item, release!
export requires_grad, requires_grad!, is_leaf, grad, set_grad!, backward!, retain_grad!, grad_fn
export no_grad, enable_grad, grad_enabled
export WeakTensor, WeakNode, watch_hooks!, watched_hooks
export add_hook!, add_post_accumulate_hook!, add_pre_hook!, add_post_hook!, remove!, custom, save!, saved, needs_grad
export save_for_jvp!, mark_dirty!, mark_nondifferentiable!
export inference, saved_tensor_hooks, without_saved_tensor_hooks, save_on_cpu
export checkpoint, checkpoint_sequential, early_stop, intercept
export detect_anomaly, anomaly_enabled, record_cuts, explain_missing_grad, sequence_number, is_freed
export to_dot, picture, save_picture
export Profiler, profile, profile_range, profile_events, profile_averages, profile_table, chrome_trace, flame_graph
export record_memory, MemoryReport, memory_totals, memory_storages, memory_sums, memory_text, memory_json, memory_timeline
export gradient, withgradient, pullback, jacobian, hessian
export gradcheck, add_multi_grad_hook!, at_end_of_backward, allow_saved_tensor_mutation, to_dlpack, from_dlpack
export Sparsity, sparsity_of_jacobian, sparsity_of_hessian, sparse_jacobian, sparse_hessian
export forward_level, forward_mode, make_dual, tangent, tangent_levels, unpack_dual
export vmap, vmap_loops, batch_level, wrap, unwrap, is_batched, batch_levels
export Device, Stream, Event, device, synchronize, default_device, default_device!, with_device
export default_stream, current_stream, current_stream!, with_stream, wait_for!, record!, is_done, elapsed, record_stream!
export memory_statistics, memory_limit!, memory_pressure_handler!, raw_allocator!, empty_cache!, pin_memory, is_pinned
export Optimizer, SGD, Adam, AdamW, Adagrad, RMSprop, SparseAdam, step!, zero_grad!, options, options!, states, load_states!
export clip_grad_norm!, clip_grad_value!, autocast, GradScaler, scale, unscale!, update!
export DeviceGraph, MemoryPool, capture, replay!, Graphed, GraphedFunction, make_graphed
export warning_handler!, @location
export race_mode!, race_findings, race_report, check_races
export manual_seed!, seed!, save_safetensors, newaxis, ..

function __init__()
    load_library()
    # Not compiled before the library is loaded.
    Base.invokelatest(init_callbacks)
end

function init_callbacks()
    init_held()
    init_tensors()
    init_warnings()
    # Callbacks run on threads that Julia has made: grad calls, nested ones and those of devices, stay on their own.
    check(ccall((:vjp_set_nesting_threads, libvjp), Cuint, (Bool,), false))
    init_hooks()
    init_pending()
    init_functions()
    init_regions()
    init_checkpoints()
    init_gradcheck()
    init_functional()
    init_sparsity()
    init_vmap()
    init_memory()
    init_graphed()
    init_compile()
    init_observe()
    init_intercept()
end

end
