# What holds the memory: which storages live, who made each, and what keeps it.

"""
    record_memory(; places=false) do ... end

Remembers who made each storage, of all threads; with `places` also where in the program. Reports inside know all of them.
"""
record_memory(body; places::Bool=false) =
    with_region(body, out -> ccall((:vjp_guard_record_memory, libvjp), Cuint, (Bool, Ref{Ptr{Cvoid}}), places, out))

"""
    MemoryReport(roots; names=nothing, optimizers=Optimizer[], device=nothing)

What lives now, and what keeps it, found by a walk from the roots: results and leaves. `print` gives the answer as a text,
`memory_storages`, `memory_sums` and `memory_totals` the numbers.

    record_memory() do
        loss = profile_range(() -> sum(exp(x)), "attention")
        print(MemoryReport([x, loss]))
    end
"""
@handle MemoryReport vjp_memory_report_release

function MemoryReport(roots; names=nothing, optimizers=Optimizer[], device::Union{Device,Nothing}=nothing)
    list, raw = as_list(roots), Ptr{Cvoid}[pointer_of(o) for o in optimizers]
    texts = names === nothing ? String[] : String[string(name) for name in names]
    isempty(texts) || length(texts) == length(list) ||
        throw(InvalidError("MemoryReport: $(length(texts)) names for $(length(list)) roots"))
    here = Ref(device === nothing ? Device(0, 0) : device)
    out, pointers = Ref{Ptr{Cvoid}}(C_NULL), handles(list)
    GC.@preserve list pointers raw texts here optimizers begin
        given = [Base.unsafe_convert(Cstring, text) for text in texts]
        options = changed(MEMORY_REPORT_OPTIONS_INIT; roots=Ptr{Cvoid}(pointer(pointers)), num_roots=length(list),
                          names=isempty(given) ? C_NULL : Ptr{Cvoid}(pointer(given)),
                          optimizers=Ptr{Cvoid}(pointer(raw)), num_optimizers=length(raw),
                          device=device === nothing ? C_NULL : Ptr{Cvoid}(Base.unsafe_convert(Ptr{Device}, here)))
        GC.@preserve given check(ccall((:vjp_memory_report_create, libvjp), Cuint,
                                       (Ref{CMemoryReportOptions}, Ref{Ptr{Cvoid}}), options, out))
    end
    return MemoryReport(Owned(out[]))
end

"""
    memory_totals(report)

Its figures in bytes, a named tuple: `live` is `found`, `rounding` and `unknown` together.
"""
function memory_totals(r::MemoryReport)
    out = Ref(MEMORY_TOTALS_INIT)
    check(ccall((:vjp_memory_report_totals, libvjp), Cuint, (Ptr{Cvoid}, Ref{CMemoryTotals}), r, out))
    return plain(out[])
end

"""
    memory_storages(report)

The storages, the largest first: named tuples with `bytes`, `device`, `origin`, `op`, `node`, `range`, `place`, `kept` and
`keepers`, of which each has a `kind`, `count`, `name`, `sequence_number`, `attribute`, `element` and `tensor`.
"""
memory_storages(r::MemoryReport) = map(i -> memory_storage(r, i), 0:(memory_totals(r).num_storages - 1))

function memory_storage(r::MemoryReport, index)
    out = Ref(MEMORY_STORAGE_INIT)
    check(ccall((:vjp_memory_report_storage, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{CMemoryStorage}), r, index, out))
    keepers = map(k -> memory_keeper(r, index, k), 0:(Int(out[].num_keepers) - 1))
    storage = GC.@preserve r plain(out[])
    return merge(storage, (origin=symbol_of(MEMORY_ORIGIN, out[].origin), kept=symbol_of(MEMORY_KEEPER_KIND, out[].kept),
                           keepers=keepers))
end

function memory_keeper(r::MemoryReport, storage, index)
    out = Ref(MEMORY_KEEPER_INIT)
    check(ccall((:vjp_memory_report_keeper, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Csize_t, Ref{CMemoryKeeper}), r, storage,
                index, out))
    keeper = GC.@preserve r plain(out[])
    return merge(keeper, (kind=symbol_of(MEMORY_KEEPER_KIND, out[].kind),))
end

"""
    memory_sums(report, by)

Sums by `:keeper`, `:operator`, `:range`, `:origin` or `:node`, the largest first: `name`, `bytes`, `storages`.
"""
function memory_sums(r::MemoryReport, by::Symbol)
    count, order = Ref{Csize_t}(0), code_of(MEMORY_BY, by)
    fill_in(rows) = check(ccall((:vjp_memory_report_sums, libvjp), Cuint,
                                (Ptr{Cvoid}, Cuint, Ptr{CMemoryRow}, Csize_t, Ref{Csize_t}), r, order, rows, length(rows),
                                count))
    fill_in(CMemoryRow[])
    rows = Base.fill(MEMORY_ROW_INIT, Int(count[]))
    fill_in(rows)
    return GC.@preserve r map(plain, rows)
end

"The report as a text; at most `rows` storages, 0: all."
memory_text(r::MemoryReport; rows::Integer=10) =
    make_text(out -> ccall((:vjp_memory_report_text, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Ref{Ptr{UInt8}}), r, rows, out))
"The whole report as JSON."
memory_json(r::MemoryReport) =
    make_text(out -> ccall((:vjp_memory_report_json, libvjp), Cuint, (Ptr{Cvoid}, Ref{Ptr{UInt8}}), r, out))
Base.print(io::IO, r::MemoryReport) = print(io, memory_text(r))

"""
    memory_timeline(; by=:operator, form=:svg)
    memory_timeline(profiler; by=:operator, form=:svg)

The live bytes of what was made since the recording began (inside `record_memory`), or in a profiler's last recording, over
time: a picture, or its numbers as `:json`; by `:operator`, `:range` or `:origin`.
"""
memory_timeline(; by::Symbol=:operator, form::Symbol=:svg) =
    make_text(out -> ccall((:vjp_memory_timeline, libvjp), Cuint, (Cuint, Cuint, Ref{Ptr{UInt8}}), code_of(MEMORY_BY, by),
                           code_of(MEMORY_FORM, form), out))
memory_timeline(p::Profiler; by::Symbol=:operator, form::Symbol=:svg) =
    make_text(out -> ccall((:vjp_profiler_memory_timeline, libvjp), Cuint, (Ptr{Cvoid}, Cuint, Cuint, Ref{Ptr{UInt8}}), p,
                           code_of(MEMORY_BY, by), code_of(MEMORY_FORM, form), out))
