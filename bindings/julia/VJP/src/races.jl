# The detector of races between streams.

# The strings of a finding end with the next clearing or change of mode: nobody does either while they are copied.
const RACE_STRINGS = ThreadLock()

"""
    race_mode!(mode)

Switches the detector of the process: `:off`; `:collect`, findings are kept for `race_findings`; `:warn`, and each is a
warning, once; `:fail`, and the call that issues the second access throws a `StateError`, and enqueues nothing. Switching
on forgets earlier findings. The environment variable `VJP_RACE` does the same without a change of the program.

Two commands race if they touch the same bytes, one of them writes, and nothing orders them: neither their streams, nor
events, nor a host that waited. The detector looks at what is enqueued, not at what happens to run when, so it finds the
same races in every schedule and on every device, simulated ones too.
"""
function race_mode!(mode::Symbol)
    lock(RACE_STRINGS) do
        check(ccall((:vjp_race_set_mode, libvjp), Cuint, (Cuint,), code_of(RACE_MODE, mode)))
    end
end

race_mode() = symbol_of(RACE_MODE, ccall((:vjp_race_get_mode, libvjp), Cuint, ()))

"""
A race: two commands, `first` and `second`, the `bytes` of the storage that both touch, `missing`, the order that is
missing, in words, and `fix`, a call that would mend it. `kind` is `:read_after_write`, `:write_after_read`,
`:write_after_write`, `:lifetime` (memory was reused while a stream still used it: `record_stream!` is missing), `:host`,
`:pool` or `:uninitialised`. `confirmation` is what `confirm_races` has found out.

Of each command: `op`, the operator; `node` and `node_sequence`, the backward node that ran, `nothing` in forward;
`grad_call`; `write`; `device`, `stream`, `stream_id`, and `command`, the how manieth of its stream; `thread`; `dtype`,
`shape`; `location`, where the program said it was (`@location`), a line each, the innermost last.
"""
struct RaceFinding
    kind::Symbol
    count::Int
    device::Device
    storage::Int
    generation::Int
    bytes::UnitRange{Int}
    allocated_by::String
    first::NamedTuple
    second::NamedTuple
    ordered_up_to::Int
    missing::String
    fix::String
    confirmation::Symbol
end

function race_access(raw::CRaceAccess)
    shape = Tuple(unsafe_load(raw.shape, i) for i in 1:raw.ndim)
    return merge(plain(raw), (dtype=raw.dtype == 0 ? nothing : dtype_of(raw.dtype), shape=shape))
end

"One line; `race_report` has more."
function Base.show(io::IO, finding::RaceFinding)
    says(a) = string(a.write ? "write" : "read", " by ", a.op, " on ", a.stream,
                     a.node === nothing ? "" : " in node $(a.node) #$(a.node_sequence)",
                     (", at " * strip(line) for line in Base.split(a.location, '\n'; keepempty=false))...)
    print(io, "race (", replace(String(finding.kind), '_' => ' '), ") on ", finding.device, ": ", says(finding.first),
          ", then ", says(finding.second), "; ", finding.missing, "; fix: ", finding.fix)
end

"What was found, in the order in which it was."
function race_findings()
    lock(RACE_STRINGS) do
        map(1:ccall((:vjp_race_count, libvjp), Csize_t, ())) do i
            out = Ref(RACE_FINDING_INIT)
            check(ccall((:vjp_race_get, libvjp), Cuint, (Csize_t, Ref{CRaceFinding}), i - 1, out))
            f = out[]
            # The bytes count from 1, as everything does here.
            RaceFinding(symbol_of(RACE_KIND, f.kind), f.count, f.device, f.storage, f.generation,
                        Int(f.begin_) + 1:Int(f.end_), plain(f.allocated_by), race_access(f.first),
                        race_access(f.second), f.ordered_up_to, plain(f.missing), plain(f.fix),
                        symbol_of(RACE_CONFIRMATION, f.confirmation))
        end
    end
end

@callback function call_race_program(context::Ptr{Cvoid}, results::Ptr{Cvoid}, bytes::Csize_t)::Cuint
    return guarded() do
        program, count = held(context)
        values = Vector{Float64}(vec(collect(program())))
        length(values) == count || throw(InvalidError("the program gave $(length(values)) numbers, not $count"))
        GC.@preserve values unsafe_copyto!(Ptr{Float64}(results), pointer(values), count)
    end
end

"""
    confirm_races(count) do ... end

Runs a program with the detector on, then once more for each race that was found, with the second command before the
first, and compares the results: `count` numbers, which it returns each time. It does the same each time, on simulated
devices. Gives the findings of the first run, each with its `confirmation`: `:confirmed`, the results are different;
`:same_results`; or `:ordered`, something that the detector does not know of orders the two.
"""
function confirm_races(program, count::Integer)
    callback = @cfunction(call_race_program, Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Csize_t))
    lock(RACE_STRINGS) do
        context = hold((program, count))
        try
            check(ccall((:vjp_race_confirm, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Csize_t), callback, context,
                        sizeof(Float64) * count))
        finally
            take_back(context)
        end
        return race_findings()
    end
end

"All findings in words, or as a JSON array."
race_report(; json::Bool=false) =
    make_text(out -> ccall((:vjp_race_report, libvjp), Cuint, (Bool, Ref{Ptr{UInt8}}), json, out))

"Throws a `StateError` with the report if there are findings: the last line of a test."
check_races() = check(ccall((:vjp_race_check, libvjp), Cuint, ()))

"Forgets the findings, not what is known of the order."
clear_races!() = lock(() -> ccall((:vjp_race_clear, libvjp), Cvoid, ()), RACE_STRINGS)
