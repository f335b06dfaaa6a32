# The library, and objects that it holds for us.

# The name is the library's SONAME. ccall asks the dynamic linker for it when code is compiled that calls it, and the
# linker answers with a library of that SONAME that is loaded already; so loading another file first, in __init__, is
# enough to choose it, and no path or address is baked in when the package is precompiled.
const libvjp = "libvjp.so.0"

"""
Loads the file that the environment variable VJP_LIB names, or else the system's library. This must come before ccall
does it, which adds RTLD_DEEPBIND: then libvjp and the C++ library would each have another unwinder, libgcc's and the
libunwind that Julia brings, and an exception inside libvjp would end the process.
"""
function load_library()
    path = get(ENV, "VJP_LIB", "")
    try
        dlopen(isempty(path) ? libvjp : path, RTLD_LAZY | RTLD_LOCAL)
    catch problem
        error("libvjp was not loaded: ", sprint(showerror, problem), "\nInstall it, or set VJP_LIB to the file libvjp.so.0.")
    end
    return
end

"The library's version."
version() = VersionNumber(unsafe_string(ccall((:vjp_version, libvjp), Cstring, ())))

"One line about compiler, BLAS and the vector instructions in use on this machine."
build_info() = unsafe_string(ccall((:vjp_build_info, libvjp), Cstring, ()))

"How many threads a single operator may use, the calling one included. Results do not depend on it."
num_threads() = Int(ccall((:vjp_get_num_threads, libvjp), Int32, ()))
num_threads!(count::Integer) = check(ccall((:vjp_set_num_threads, libvjp), Cuint, (Int32,), count))

"Joins the library's threads and frees its caches. It may be used again afterwards."
shutdown() = (ccall((:vjp_shutdown, libvjp), Cvoid, ()); settle())

# ---- Note: the collector and C ----
#
# A collection waits for every thread of Julia: for one in C until it comes back, or comes to a callback. One that waits in
# C for another thread, which is in a callback, where a collection begins, would wait for ever: a backward for a node that
# another backward is at, for example. So calls that may wait are made @gc_safe: the collector does not wait for them. A
# callback may come from inside such a call; as a @callback it makes the collector wait for it before it touches anything
# of Julia's. (From 1.9 on Julia's own callbacks do so too; twice does no harm.)

"""
A ccall that may wait: the collector may run on other threads meanwhile. Its function is a pointer and its arguments are
what C gets, because nothing may be allocated inside; who owns them is kept with GC.@preserve. What C calls back is a
`@callback`.
"""
macro gc_safe(call)
    return quote
        state = ccall(:jl_gc_safe_enter, Int8, ())
        result = $(esc(call))
        ccall(:jl_gc_safe_leave, Cvoid, (Int8,), state)
        result
    end
end

# ---- Note: Ctrl-C and C ----
#
# Julia throws an InterruptException wherever it comes by after a Ctrl-C. Inside a callback that would unwind C's frames,
# which have locks and threads to see to. So a callback puts the interrupt off as the first thing it does; `guarded` allows
# it again for the user's function alone, from which it goes home as every exception does, and `check`, which follows every
# call of C that can call back, ends the putting off when C's frames are gone.

"For each thread, how many callbacks have ended whose putting off has not."
const DEFERRED = Int[]

"Puts Ctrl-C off until `settle`; for the beginning of a callback."
function defer()
    thread = Threads.threadid()
    @inbounds DEFERRED[thread] == 0 ? ccall(:jl_sigatomic_begin, Cvoid, ()) : (DEFERRED[thread] -= 1)
    return
end

"""
Ctrl-C is as it was before the callbacks that C has made since, and warnings reach their handler: an InterruptException, and
what the handler throws, come out of this.
"""
@inline settle() = @inbounds DEFERRED[Threads.threadid()] == 0 || settle_all()

@noinline function settle_all()
    thread = Threads.threadid()
    count, DEFERRED[thread] = DEFERRED[thread], 0
    foreach(_ -> ccall(:jl_sigatomic_end, Cvoid, ()), 1:count)
    deliver_warnings()
end

"Runs a user's function in a callback: it may be interrupted, and what it throws is caught by the callback."
function interruptible(body)
    ccall(:jl_sigatomic_end, Cvoid, ())
    result = body()
    # After an exception the code that catches it has put interrupts off, as before.
    ccall(:jl_sigatomic_begin, Cvoid, ())
    return result
end

# ---- Note: tasks and callbacks ----
#
# A user's function that prints, sleeps or waits lets other tasks go on, on a thread that is inside a backward: what they
# compute would not be recorded, and their own backwards would end in another order than they began. So a task that comes
# to the library on such a thread waits, as for a lock, until the callback has returned; unless the callback's task waits
# for this very one.

"For each thread the tasks that are in callbacks, the innermost last."
const CALLBACK_TASKS = Vector{Task}[]
const LONGEST_WAIT = Ref(10.0)

"Waits while this thread is inside another task's callback. At the doors of the library."
@inline function await_turn()
    tasks = @inbounds CALLBACK_TASKS[Threads.threadid()]
    isempty(tasks) || tasks[end] === current_task() || await_callback(tasks)
    return
end

@noinline function await_callback(tasks)
    me, start = current_task(), time()
    while !isempty(tasks) && tasks[end] !== me && !waits_for(tasks[end], me)
        time() - start < LONGEST_WAIT[] ||
            throw(StateError("another task of this thread is inside a hook or another function that a backward calls, which waits for $(LONGEST_WAIT[]) seconds"))
        sleep(0.0005)
    end
end

waits_for(task::Task, other::Task) = other.donenotify !== nothing && task.queue === other.donenotify.waitq

"Runs the body of a callback, whose task stays on this thread."
function as_callback(body)
    task, tasks = current_task(), CALLBACK_TASKS[Threads.threadid()]
    sticky = task.sticky
    task.sticky = true
    push!(tasks, task)
    try
        return body()
    finally
        deleteat!(tasks, findlast(==(task), tasks))
        task.sticky = sticky
    end
end

"""
    @callback function name(args...)::Result ... end

A function for `@cfunction`, whose arguments and result are C's. What C calls only gets ready for the collector; it has no
call of which the compiler knows more, so that no later method makes it invalid and has its arguments allocated before.
"""
macro callback(definition)
    signature, body = definition.args
    call, result = signature.args
    name, parameters = call.args[1], call.args[2:end]
    inside = Symbol(name, "_inside")
    arguments = [parameter.args[1] for parameter in parameters]
    return esc(quote
        function $inside($(parameters...))::$result
            $body
        end
        function $name($(parameters...))
            defer()
            state = ccall(:jl_gc_unsafe_enter, Int8, ())
            value = Base.invokelatest($inside, $(arguments...))::$result
            DEFERRED[Threads.threadid()] += 1
            ccall(:jl_gc_unsafe_leave, Cvoid, (Int8,), state)
            return value
        end
    end)
end

# ---- locks ----

"""
A lock for what callbacks use. A thread that waits for it does nothing else: a task that waited for one of Julia's would let
another task go on, on a thread that is inside a backward, whose grad mode that task would compute in. It belongs to a
thread, which may take it again; nobody switches tasks while holding it.
"""
mutable struct ThreadLock <: Base.AbstractLock
    owner::Threads.Atomic{Int}
    depth::Int
    ThreadLock() = new(Threads.Atomic{Int}(0), 0)
end

function Base.lock(l::ThreadLock)
    thread, tries = Threads.threadid(), 0
    if l.owner[] != thread
        while Threads.atomic_cas!(l.owner, 0, thread) != 0
            # The holder may want to collect.
            ccall(:jl_gc_safepoint, Cvoid, ())
            (tries += 1) % 64 == 0 && ccall(:sched_yield, Cint, ())
        end
    end
    l.depth += 1
    return
end

function Base.unlock(l::ThreadLock)
    l.depth -= 1
    l.depth == 0 && (l.owner[] = 0)
    return
end

"Runs a short function with the lock held, which neither a finalizer nor Ctrl-C gets into."
function briefly(body, l::ThreadLock)
    ccall(:jl_sigatomic_begin, Cvoid, ())
    lock(l)
    inhibit_finalizers(true)
    try
        return body()
    finally
        unlock(l)
        inhibit_finalizers(false)
        ccall(:jl_sigatomic_end, Cvoid, ())
    end
end

"Puts off the finalizers of this thread, or runs those that were put off."
@static if isdefined(GC, :enable_finalizers)
    inhibit_finalizers(on::Bool) = GC.enable_finalizers(!on)
else
    inhibit_finalizers(on::Bool) =
        ccall(:jl_gc_enable_finalizers, Cvoid, (Ptr{Cvoid}, Cint), ccall(:jl_get_ptls_states, Ptr{Cvoid}, ()), !on)
end

# ---- Note: what C holds ----
#
# A context given to C is the address of a small block, under which HELD keeps the Julia object alive. C drops it on any
# thread, perhaps inside a finalizer in the middle of a collection, where Julia code must not wait for a lock, and on a
# foreign thread cannot run at all. So the destructor that C gets is sem_post of the C library, which may run
# anywhere: the block is a semaphore, and whoever next adds to HELD takes out those that were posted.

const SEMAPHORE_BYTES = 64  # sizeof(sem_t) is 32 on 64-bit glibc
const HELD = Dict{Ptr{Cvoid},Any}()
const HELD_LOCK = ThreadLock()
const SWEEP_AT = Ref(64)
const DROP = Ref{Ptr{Cvoid}}(C_NULL)

function init_held()
    DROP[] = cglobal(:sem_post)
    resize!(DEFERRED, isdefined(Threads, :maxthreadid) ? Threads.maxthreadid() + 64 : Threads.nthreads())
    fill!(DEFERRED, 0)
    append!(empty!(CALLBACK_TASKS), [Task[] for _ in DEFERRED])
    return
end

"Keeps `object` alive until C calls `DROP[]` with the address that is returned."
function hold(object)
    context = Libc.malloc(SEMAPHORE_BYTES)
    context == C_NULL && throw(OutOfMemoryError())
    ccall(:sem_init, Cint, (Ptr{Cvoid}, Cint, Cuint), context, 0, 0)
    briefly(HELD_LOCK) do
        length(HELD) >= SWEEP_AT[] && sweep()
        HELD[context] = object
    end
    return context
end

"""
Calls `call(context)`, a function of C's that keeps `object` if it succeeds; gives its status. After a failure the object is
still ours, and forgotten.
"""
function lend(call, object)
    context = hold(object)
    status = try
        call(context)
    catch
        take_back(context)
        rethrow()
    end
    status == 0 || take_back(context)
    return status
end

"The object of a context that C gives back in a callback."
held(context::Ptr{Cvoid}) = briefly(() -> HELD[context], HELD_LOCK)

"Takes the object back, of which C has no hold: `Some(object)`, or `nothing` if the address is none of ours."
function take_back(context::Ptr{Cvoid})
    briefly(HELD_LOCK) do
        haskey(HELD, context) || return nothing
        object = pop!(HELD, context)
        Libc.free(context)
        return Some(object)
    end
end

"Forgets the objects that C has dropped. Called with the lock held."
function sweep()
    dropped = [context for context in keys(HELD) if ccall(:sem_trywait, Cint, (Ptr{Cvoid},), context) == 0]
    for context in dropped
        delete!(HELD, context)
        Libc.free(context)
    end
    # Twice what is alive, so that sweeping costs a constant time for each object that is added.
    SWEEP_AT[] = Base.max(64, 2 * length(HELD))
    return
end
