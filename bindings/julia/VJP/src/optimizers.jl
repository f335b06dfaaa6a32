# Optimizers, clipping of gradients, learning rate schedules.

"""
An optimizer over groups of parameters, which it holds, and what it keeps for them, the *states*: `SGD`, `Adam`, `AdamW`,
`Adagrad`, `RMSprop` or `SparseAdam` of a list of leaves. A step is one kernel a group, device and element type, whatever the number of
parameters; it changes them in place, outside of any graph. One task at a time has it.

    optimizer = Adam([w, b]; lr=1e-3)
    zero_grad!(optimizer)
    backward!(loss)
    step!(optimizer)
"""
@handle Optimizer vjp_optimizer_release

for (kind, create, init, doc) in [
    (:SGD, :vjp_optimizer_sgd, :SGD_OPTIONS_INIT,
     "Stochastic gradient descent. Options: `lr`, `momentum`, `dampening`, `nesterov`, `weight_decay`."),
    (:Adam, :vjp_optimizer_adam, :ADAM_OPTIONS_INIT,
     "Adam (Kingma and Ba, 2015). Options: `lr`, `beta1`, `beta2`, `eps`, `amsgrad`, `weight_decay`."),
    (:AdamW, :vjp_optimizer_adamw, :ADAMW_OPTIONS_INIT,
     "AdamW (Loshchilov and Hutter, 2019): the options of `Adam`; the weight decay is not in the gradient."),
    (:Adagrad, :vjp_optimizer_adagrad, :ADAGRAD_OPTIONS_INIT,
     "Adagrad (Duchi, Hazan and Singer, 2011). Options: `lr`, `lr_decay`, `initial_accumulator`, `eps`, `weight_decay`."),
    (:RMSprop, :vjp_optimizer_rmsprop, :RMSPROP_OPTIONS_INIT,
     "RMSprop (Tieleman and Hinton, 2012). Options: `lr`, `alpha`, `momentum`, `centered`, `eps`, `weight_decay`."),
    (:SparseAdam, :vjp_optimizer_sparse_adam, :ADAM_OPTIONS_INIT,
     "Adam for sparse gradients: what a gradient has no value for stays. Options: `lr`, `beta1`, `beta2`, `eps`."),
]
    explained = """
        $kind(parameters; options...)

    $doc Of all: `maximize`, and `capturable`, with which steps can be captured into a graph. What is not given is as in C
    (`vjp/optim.h`, which has the formulas).
    """
    @eval begin
        @doc $explained function $kind(parameters; options...)
            list = as_list(parameters)
            given = changed($init; options...)
            return GC.@preserve list make(Optimizer, out -> ccall(($(QuoteNode(create)), libvjp), Cuint,
                                                                  (Ptr{Handle}, Csize_t, Ref{COptimizerOptions},
                                                                   Ref{Ptr{Cvoid}}),
                                                                  handles(list), length(list), given, out))
        end
        default_options(::Val{$(QuoteNode(kind))}) = $init
    end
end

"\"SGD\", \"Adam\", \"AdamW\", \"Adagrad\", \"RMSprop\" or \"SparseAdam\"."
name(optimizer::Optimizer) = unsafe_string(ccall((:vjp_optimizer_name, libvjp), Cstring, (Ptr{Cvoid},), optimizer))

Base.show(io::IO, optimizer::Optimizer) = optimizer.ptr == C_NULL ? print(io, "Optimizer(released)") :
                                          print(io, name(optimizer), " of ", num_groups(optimizer), " group(s)")

"One more group, with options of its own; gives its index."
function add_group!(optimizer::Optimizer, parameters; options...)
    list, index = as_list(parameters), Ref{Csize_t}(0)
    given = changed(default_options(Val(Symbol(name(optimizer)))); options...)
    GC.@preserve list check(ccall((:vjp_optimizer_add_group, libvjp), Cuint,
                                  (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{COptimizerOptions}, Ref{Csize_t}), optimizer,
                                  handles(list), length(list), given, index))
    return Int(index[]) + 1
end

num_groups(optimizer::Optimizer) = Int(ccall((:vjp_optimizer_num_groups, libvjp), Csize_t, (Ptr{Cvoid},), optimizer))

"The parameters of a group, which count from 1."
function parameters(optimizer::Optimizer, group::Integer=1)
    out = Ref{Ptr{Cvoid}}(C_NULL)
    check(ccall((:vjp_optimizer_parameters, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Ptr{Cvoid}}), optimizer,
                group - 1, out))
    return own_list(out[])
end

function raw_options(optimizer::Optimizer, group::Integer)
    out = Ref(SGD_OPTIONS_INIT)
    check(ccall((:vjp_optimizer_get_options, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{COptimizerOptions}), optimizer,
                group - 1, out))
    return out[]
end

"The options of a group as a named tuple."
options(optimizer::Optimizer, group::Integer=1) = plain(raw_options(optimizer, group))

"""
    options!(optimizer, group=1; lr=0.1, ...)

Changes options of a group from the next step on; in replays of captured steps only the learning rate does.
"""
function options!(optimizer::Optimizer, group::Integer=1; options...)
    given = changed(raw_options(optimizer, group); options...)
    check(ccall((:vjp_optimizer_set_options, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{COptimizerOptions}), optimizer,
                group - 1, given))
    return optimizer
end

"One step of every parameter that has a gradient. The host does not wait for a device."
step!(optimizer::Optimizer) = check(ccall((:vjp_optimizer_step, libvjp), Cuint, (Ptr{Cvoid},), optimizer))

"Takes the gradients of all parameters away, or, with `zeros`, fills them with zeros."
function zero_grad!(optimizer::Optimizer; zeros::Bool=false)
    check(ccall((:vjp_optimizer_zero_grad, libvjp), Cuint, (Ptr{Cvoid}, Bool), optimizer, !zeros))
end

"A number, one Float32 in a tensor, by which every step divides the gradients, which are written back."
function grad_scale!(optimizer::Optimizer, scale::Union{Tensor,Nothing})
    check(ccall((:vjp_optimizer_set_grad_scale, libvjp), Cuint, (Ptr{Cvoid}, Handle), optimizer, scale))
end

"""
    states(optimizer)

All that must be stored, with the options, to go on later: pairs such as `"0.1.exp_avg" => tensor`, of group 0, parameter
1 (C's counting), for `save_safetensors`. The tensors are the optimizer's own.
"""
function states(optimizer::Optimizer)
    return map(1:ccall((:vjp_optimizer_num_states, libvjp), Csize_t, (Ptr{Cvoid},), optimizer)) do i
        text, tensor = Ref{Ptr{UInt8}}(C_NULL), Ref{Handle}()
        check(ccall((:vjp_optimizer_state, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Ptr{UInt8}}, Ref{Handle}),
                    optimizer, i - 1, text, tensor))
        owned_text(text[]) => own(tensor)
    end
end

"""
    load_states!(optimizer, pairs)

Replaces all states by copies of these, converted to what the parameters want: pairs of name and tensor, a Dict, or an
open `SafetensorsFile`.
"""
function load_states!(optimizer::Optimizer, pairs)
    names = String[first(pair) for pair in pairs_of(pairs)]
    tensors = Tensor[last(pair) for pair in pairs_of(pairs)]
    GC.@preserve names tensors check(ccall((:vjp_optimizer_load_states, libvjp), Cuint,
                                           (Ptr{Cvoid}, Ptr{Ptr{UInt8}}, Ptr{Handle}, Csize_t), optimizer,
                                           pointer.(names), handles(tensors), length(names)))
    return optimizer
end
load_states!(optimizer::Optimizer, file::SafetensorsFile) = load_states!(optimizer, [n => file[n] for n in keys(file)])

# ---- clipping ----

"The p-norm of all elements of all tensors together, a tensor on the first one's device. `p` may be `Inf`."
function total_norm(tensors; p::Real=2)
    list, out = as_list(tensors), Ref{Handle}()
    GC.@preserve list check(ccall((:vjp_total_norm, libvjp), Cuint, (Ptr{Handle}, Csize_t, Float64, Ref{Handle}),
                                  handles(list), length(list), p, out))
    return own(out)
end

"""
    clip_grad_norm!(parameters, max_norm; p=2, error_if_nonfinite=false)

Scales the gradients of the parameters, in place, so that their norm is at most `max_norm`; gives the norm before, as a
tensor: the host does not wait for it.
"""
function clip_grad_norm!(parameters, max_norm::Real; p::Real=2, error_if_nonfinite::Bool=false)
    list, out = as_list(parameters), Ref{Handle}()
    GC.@preserve list check(ccall((:vjp_clip_grad_norm, libvjp), Cuint,
                                  (Ptr{Handle}, Csize_t, Float64, Float64, Bool, Ref{Handle}), handles(list),
                                  length(list), max_norm, p, error_if_nonfinite, out))
    return own(out)
end

"Bounds every element of the gradients to [-max_value, max_value], in place."
function clip_grad_value!(parameters, max_value::Real)
    list = as_list(parameters)
    GC.@preserve list check(ccall((:vjp_clip_grad_value, libvjp), Cuint, (Ptr{Handle}, Csize_t, Float64),
                                  handles(list), length(list), max_value))
end

# ---- schedules: rates as functions of the number of steps made, from 0, for `options!(optimizer; lr=...)` ----

"`base gamma^floor(step / step_size)`"
function step_rate(base::Real, step::Integer; step_size::Integer, gamma::Real=0.1)
    return ccall((:vjp_lr_step, libvjp), Float64, (Float64, Int64, Int64, Float64), base, step, step_size, gamma)
end

"`base gamma^step`"
function exponential_rate(base::Real, step::Integer; gamma::Real)
    return ccall((:vjp_lr_exponential, libvjp), Float64, (Float64, Int64, Float64), base, step, gamma)
end

"From `base start_factor` to `base end_factor` in equal parts over `total` steps, and that from then on."
function linear_rate(base::Real, step::Integer; start_factor::Real=0, end_factor::Real=1, total::Integer)
    return ccall((:vjp_lr_linear, libvjp), Float64, (Float64, Int64, Float64, Float64, Int64), base, step,
                 start_factor, end_factor, total)
end

"Half a cosine from `base` to `lowest` over `total` steps, and that from then on."
function cosine_rate(base::Real, step::Integer; lowest::Real=0, total::Integer)
    return ccall((:vjp_lr_cosine, libvjp), Float64, (Float64, Int64, Float64, Int64), base, step, lowest, total)
end

"""
    one_cycle_rate(step; highest, total, rising=0.3, start_divisor=25, final_divisor=1e4, linear=false)

One cycle (Smith and Topin, 2018): it begins with `highest / start_divisor`, rises for a part `rising` of the `total`
steps, and falls to `highest / start_divisor / final_divisor`.
"""
function one_cycle_rate(step::Integer; options...)
    return ccall((:vjp_lr_one_cycle, libvjp), Float64, (Ref{COneCycle}, Int64), changed(ONE_CYCLE_INIT; options...),
                 step)
end

"""
    Plateau(; factor=0.1, patience=10, threshold=1e-4, lowest=0, eps=1e-8, cooldown=0, maximize=false, absolute=false)

Lowers a rate when a metric no longer improves: `lr = observe!(plateau, metric, lr)`.
"""
struct Plateau
    memory::Base.RefValue{CLrPlateau}
    Plateau(; options...) = new(Ref(changed(LR_PLATEAU_INIT; options...)))
end

"Takes the next observation and gives the new rate."
function observe!(plateau::Plateau, metric::Real, lr::Real)
    return ccall((:vjp_lr_plateau_observe, libvjp), Float64, (Ref{CLrPlateau}, Float64, Float64), plateau.memory,
                 metric, lr)
end
