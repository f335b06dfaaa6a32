# Warnings, and where the program is: for findings of the race detector, errors and reports of anomaly mode.

const CALL_WARNING = Ref{Ptr{Cvoid}}(C_NULL)
const CALL_SITE = Ref{Ptr{Cvoid}}(C_NULL)

"Logs a warning of the library's, with `@warn`: what happens to warnings at first."
log_warning(message::AbstractString) = @warn message _group=:vjp _file=nothing _line=nothing

const WARNING_HANDLER = Ref{Any}(log_warning)

# For each thread what is to be logged of the C call that runs. Logging, which fails nothing, comes when C's frames are gone,
# where it may wait and switch tasks. A handler of the program's runs at once, as its hooks do, for it may make the call fail.
const WARNINGS = Vector{Any}[]

"An exception of a callback that nobody can be given."
struct Complaint
    where::String
    exception::Any
    backtrace::Any
end

deliver(message::String) = log_warning(message)
deliver(c::Complaint) = @error "an exception $(c.where)" exception=(c.exception, c.backtrace)

@callback function call_warning(context::Ptr{Cvoid}, message::Ptr{UInt8})::Cuint
    text, handler = unsafe_string(message), WARNING_HANDLER[]
    # What it throws is raised: a callback without a status has no other way.
    handler === log_warning ? push!(WARNINGS[Threads.threadid()], text) : guarded(() -> handler(text))
    return Cuint(0)
end

"Logs what has come on this thread; then throws the first exception of the logger's."
function deliver_warnings()
    waiting = WARNINGS[Threads.threadid()]
    isempty(waiting) && return
    messages, failure = splice!(waiting, 1:length(waiting)), nothing
    for message in messages
        try
            deliver(message)
        catch exception
            failure === nothing && (failure = exception)
        end
    end
    failure === nothing || throw(failure)
    return
end

"""
    warning_handler!(f)

From now on `f(message)` gets the process's warnings: one line, several for reports of anomaly mode. Those of a backward come
from `backward!`, before it returns; others from the call that they are about. An exception in it makes that call fail, and
leaves it: `warning_handler!(error)` makes failures of warnings. A backward has done its work then, so gradients are where they
belong; the first exception counts, and none where the call fails anyhow. Like a hook, `f` must not switch tasks.

At first, and with `VJP.log_warning`, warnings are logged with `@warn`; with `nothing` they go nowhere.

    seen = String[]
    warning_handler!(message -> push!(seen, message))
"""
function warning_handler!(f)
    WARNING_HANDLER[] = f === nothing ? _ -> nothing : f
    return
end

"Issues a warning. Inside a backward it is kept, and reaches the handler on the thread that called it."
warn(message::AbstractString) = check(ccall((:vjp_warn, libvjp), Cuint, (Cstring,), message))

# ---- locations ----

"""
    @location name expression

The expression, marked as a part of the program: findings of the race detector (`race_findings`) and messages of errors
then carry the file and line of this, and the name. Do not switch tasks inside.

    @location "data loader" batch = VJP.to(next(data), "cuda")
    @location "loss" begin
        loss = sum(model(batch))
        backward!(loss)
    end
"""
macro location(name, expression)
    return quote
        texts = push_location($(String(__source__.file)), $(__source__.line), $(esc(name)))
        # As try and finally, but what is assigned inside is there afterwards.
        $(Expr(:tryfinally, esc(expression), :(pop_location(texts))))
    end
end

"C has the texts until the location is popped: whoever pushed them keeps them for that."
@noinline function push_location(file::String, line::Int, name::AbstractString)
    texts = (file, String(name))
    check(ccall((:vjp_location_push, libvjp), Cuint, (Cstring, Int32, Cstring), texts[1], line, texts[2]))
    push!(LOCATIONS[Threads.threadid()], "$file:$line, $name")
    return texts
end

# For errors that this package finds; the library has its own.
const LOCATIONS = Vector{String}[]

"A message with the place where the program said it was, as the library's have it."
function located(message::AbstractString)
    places = isempty(LOCATIONS) ? String[] : LOCATIONS[Threads.threadid()]
    return isempty(places) ? String(message) : "$message (at $(last(places)))"
end

@noinline function pop_location(texts::Tuple{String,String})
    pop!(LOCATIONS[Threads.threadid()])
    GC.@preserve texts check(ccall((:vjp_location_pop, libvjp), Cuint, ()))
end

# ---- where nodes are made ----

const SOURCES = string(@__DIR__)

"The program's frames, without this package's own, the innermost first: for what asks where a node was made."
function program_frames()
    frames = Base.StackTraces.StackFrame[]
    for frame in stacktrace()
        file = string(frame.file)
        # Above the program's own lines is what called it: the REPL, a test.
        startswith(file, SOURCES) && continue
        occursin("boot.jl", file) && break
        # What the program called Julia's own functions for ends here: broadcasts, invokelatest of the callback.
        isempty(frames) && startswith(file, "./") && continue
        push!(frames, frame)
        length(frames) == 16 && break
    end
    return frames
end

@callback function call_site_of(context::Ptr{Cvoid}, site::Ptr{Cvoid})::Cuint
    try
        frames = program_frames()
        isempty(frames) && return Cuint(0)
        first = frames[1]
        whole = ccall((:vjp_call_site_write_place, libvjp), Bool, (Ptr{Cvoid}, Cstring, Int32, Cstring), site,
                      string(first.file), first.line, string(first.func))
        whole || return Cuint(0)
        text = join(["  $(frame.file):$(frame.line), in $(frame.func)" for frame in frames], '\n')
        ccall((:vjp_call_site_write, libvjp), Cvoid, (Ptr{Cvoid}, Cstring), site, text)
    catch
        # Then the library finds a place by itself.
    end
    return Cuint(0)
end

function init_warnings()
    append!(empty!(WARNINGS), [Any[] for _ in DEFERRED])
    append!(empty!(LOCATIONS), [String[] for _ in DEFERRED])
    CALL_WARNING[] = @cfunction(call_warning, Cuint, (Ptr{Cvoid}, Ptr{UInt8}))
    CALL_SITE[] = @cfunction(call_site_of, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}))
    handle(f) = check(ccall((:vjp_set_warning_handler, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), f, C_NULL,
                            C_NULL))
    handle(CALL_WARNING[])
    check(ccall((:vjp_set_call_site_callback, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), CALL_SITE[], C_NULL,
                C_NULL))
    # Nothing calls into Julia while it goes away.
    atexit(() -> handle(C_NULL))
end
