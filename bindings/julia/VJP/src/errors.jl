# Errors: one type a status, with the C library's message; exceptions of callbacks on their way home.

"What the C library finds wrong: every subtype has `status`, the C code, and `message`."
abstract type VJPError <: Exception end

for (code, name, meaning) in [
    (1, :InvalidError, "An argument is out of range or of the wrong kind."),
    (2, :ShapeError, "Shapes do not fit, or a size overflows."),
    (3, :DtypeError, "The operation is not defined for these element types."),
    (4, :DeviceError, "Devices differ or the device does not exist."),
    (5, :StateError, "The call is not allowed in the present state."),
    (6, :VersionError, "A value saved for backward was changed in place."),
    (7, :MemoryError, "Out of memory; all handles stay usable."),
    (8, :NotImplementedError, "There is no such derivative or kernel."),
    (9, :CancelledError, "A callback refused."),
    (10, :BackendError, "A device or numeric library failed."),
    (11, :FileError, "A file could not be read or written."),
    (12, :InternalError, "A defect of libvjp, or a status that this package does not know."),
]
    @eval begin
        @doc $meaning struct $name <: VJPError
            status::Cuint
            message::String
        end
        $name(message::AbstractString) = $name($code, located(message))
        error_type(::Val{$code}) = $name
        export $name
    end
end
error_type(::Val) = InternalError

Base.showerror(io::IO, error::VJPError) = print(io, nameof(typeof(error)), ": ", error.message)

"Throws unless a call succeeded. If a callback's exception is the cause, throws that very object."
@inline function check(status::Cuint)
    status == 0 || fail(status)
    settle()
    return
end

"What a call has handed out if it succeeded: `own()` takes it before a handler of warnings, or Ctrl-C, throws out of the check."
@inline function handed(own, status::Cuint)
    given = status == 0 ? own() : nothing
    check(status)
    return given
end

@noinline function fail(status::Cuint)
    told = unsafe_string(ccall((:vjp_last_error, libvjp), Cstring, ()))
    message = counted_from_one(replace(told, r"^vjp_" => ""))
    exception = take_exception()
    # The failure counts for more than what a handler of warnings throws.
    try
        settle()
    catch other
        exception === nothing && other isa InterruptException && rethrow()
    end
    exception === nothing || throw(something(exception))
    status == 9 && ccall((:vjp_checkpoint_stopping, libvjp), Bool, ()) && throw(StopRecomputation())
    throw(error_type(Val(Int(status)))(status, message))
end

next_number(text) = string(parse(Int, text) + 1)
next_numbers(list) = replace(list, r"(?<![-\d])\d+" => next_number)

# How the library's messages speak of dimensions, and of positions that are arguments.
const COUNTED = [
    r"(?<=\bindependent of input |\brespect to input )\d+" => next_number,
    r"(?<=\bOutput )\d+(?= of the user)" => next_number,
    r"(?<=\bEntry )\d+(?= in v )" => next_number,
    r"(?<=\bdimension )\d+" => next_number,
    r"(?<=\bexpected one in )\[-\d+, \d+\]" => range -> begin
        low, high = Base.split(range[2:end-1], ", ")
        "1:$(next_number(high)) or $low:-1"
    end,
    r"(?<=\bdimensions )\[[^\]]*\]" => next_numbers,
    r"(?<=\bis given twice in )\[[^\]]*\]" => next_numbers,
    r"(?<=\bdimensions are needed, got )\d+ and \d+" => next_numbers,
    r"(?<=^select: index )\d+" => next_number,
    r"(?<=^index: index )\d+" => next_number,
    r"(?<=^index_put: index )\d+" => next_number,
    r"'(?:dims?|dim[012]|source|destination|dims_[ab])' (?:is )?\K\[[^\]]*\]" => next_numbers,
    r"\b(?:start_dim|end_dim) \K\d+" => next_number,
    r"[;,:] (?:given: )?dims? \K\[[^\]]*\]" => next_numbers,
    r"[;,:] (?:given: )?dim \K\d+" => next_number,
    r"\b(?:tensor|root|input|output|parameter|gradient) \K\d+(?![\d.])" => next_number,
    r"(?<=^narrow: start )\d+" => next_number,
]

"A message of the library, which counts dimensions from 0, as Julia counts."
function counted_from_one(message::String)
    return foldl((text, rule) -> occursin(first(rule), text) ? replace(text, rule) : text, COUNTED; init=message)
end

# Whether an exception of ours may be on its way: if not, a payload belongs to another language's binding and stays.
const RAISED = Threads.Atomic{Bool}(false)

"For callbacks: attaches an exception to the error and gives the status to return."
function raise(exception)
    status = exception isa VJPError ? exception.status : Cuint(9)
    message = try
        replace(sprint(showerror, exception), '\0' => ' ')
    catch
        string(typeof(exception))
    end
    RAISED[] = true
    ccall((:vjp_error_raise, libvjp), Cuint, (Cuint, Cstring, Ptr{Cvoid}, Ptr{Cvoid}), status, message, hold(exception),
          DROP[])
    return status
end

function take_exception()
    RAISED[] || return nothing
    payload = ccall((:vjp_error_take_payload, libvjp), Ptr{Cvoid}, ())
    return payload == C_NULL ? nothing : take_back(payload)
end
