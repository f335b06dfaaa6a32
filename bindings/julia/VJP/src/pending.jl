# Grad calls that go on by themselves, and backward into another store than leaves' gradients.

"""
    Pending

A grad call that goes on by itself, whether anybody waits for it or not: `VJP.start(call)` makes it. `wait` waits,
`fetch` waits and gives what `VJP.result` would (a list of gradients; `nothing` of a backward), and both throw what the
call has thrown, the very object, each time. `istaskdone` asks, `VJP.on_end` adds a function for the end.

It is a task of Julia's, on whatever thread Julia gives it, so that hooks written in Julia run in it: with one thread it
runs while others wait. The collector is not blocked. It finds grad mode, the default device and the streams of the thread
that it runs on.
"""
struct Pending
    task::Task
end

"""
    start(call)

Starts a run of a `GradCall`, which must not be changed before it is done.
"""
function start(call::GradCall)
    return Pending(Threads.@spawn begin
        run!(call)
        call.accumulates ? nothing : [result(call, i) for i in 1:call.num_inputs]
    end)
end

Base.istaskdone(run::Pending) = istaskdone(run.task)

function Base.fetch(run::Pending)
    try
        return fetch(run.task)
    catch error
        throw(error isa TaskFailedException ? error.task.exception : error)
    end
end

function Base.wait(run::Pending)
    fetch(run)
    return
end

"""
    on_end(run) do run ... end

Calls a function once when the run has ended, well or not, in a task of its own, which is returned.
"""
function on_end(f, run::Pending)
    return Threads.@spawn begin
        try
            wait(run.task)
        catch
        end
        f(run)
    end
end

const TAKE_GRADIENT = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_store(context::Ptr{Cvoid}, leaf::Handle, gradient::Handle, owned::Bool, taken::Ptr{Bool})::Cuint
    return guarded() do
        unsafe_store!(taken, held(context)(borrowed(leaf), borrowed(gradient), owned) !== false)
    end
end

init_pending() = (TAKE_GRADIENT[] = @cfunction(call_store, Cuint, (Ptr{Cvoid}, Handle, Handle, Bool, Ptr{Bool})); nothing)

"""
    set_store!(call) do leaf, gradient, owned ... end

Gives a `GradCall` with `accumulate` a function that is offered each leaf's gradient where it would be added to the leaf's
own. It takes it unless it returns `false`. `owned` says that nobody else can see the gradient's memory.
"""
function set_store!(f, call::GradCall)
    check(lend(f) do context
        ccall((:vjp_grad_call_set_store, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), call,
              TAKE_GRADIENT[], context, DROP[])
    end)
    return call
end

"Takes the store away."
function clear_store!(call::GradCall)
    check(ccall((:vjp_grad_call_set_store, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), call, C_NULL,
                C_NULL, C_NULL))
    return call
end
