# Derivatives compared with differences: for tests of custom functions, hooks and whole programs.

const GRADCHECK_RUN = Ref{Ptr{Cvoid}}(C_NULL)

@callback function call_gradcheck(context::Ptr{Cvoid}, inputs::Ptr{Handle}, count::Csize_t, results::Ptr{Cvoid})::Cuint
    return guarded() do
        region = held(context)
        append_results(region, region.f(borrowed_list(inputs, count)...), results)
    end
end

"C's report, which is read and forgotten."
@handle CheckReport vjp_gradcheck_report_release

"What the report says, `nothing` if all is right."
function found(report::CheckReport)
    kind = ccall((:vjp_gradcheck_report_kind, libvjp), Cuint, (Ptr{Cvoid},), report)
    kind == 0 && return nothing
    place(number) = number < 0 ? nothing : Int(number) + 1
    analytic, numeric = Ref{Handle}(), Ref{Handle}()
    check(ccall((:vjp_gradcheck_report_analytic, libvjp), Cuint, (Ptr{Cvoid}, Ref{Handle}), report, analytic))
    check(ccall((:vjp_gradcheck_report_numeric, libvjp), Cuint, (Ptr{Cvoid}, Ref{Handle}), report, numeric))
    return (kind=symbol_of(GRADCHECK_KIND, kind),
            output=place(ccall((:vjp_gradcheck_report_output, libvjp), Int64, (Ptr{Cvoid},), report)),
            input=place(ccall((:vjp_gradcheck_report_input, libvjp), Int64, (Ptr{Cvoid},), report)),
            analytic=own_or_nothing(analytic), numeric=own_or_nothing(numeric),
            row=place(ccall((:vjp_gradcheck_report_row, libvjp), Int64, (Ptr{Cvoid},), report)),
            column=place(ccall((:vjp_gradcheck_report_column, libvjp), Int64, (Ptr{Cvoid},), report)),
            difference=ccall((:vjp_gradcheck_report_difference, libvjp), Float64, (Ptr{Cvoid},), report),
            text=unsafe_string(ccall((:vjp_gradcheck_report_text, libvjp), Cstring, (Ptr{Cvoid},), report)))
end

"""
    gradcheck(f, inputs...; options...)
    gradcheck(f, inputs...; order=2, gradients=nothing, options...)

Compares the derivatives of `f`, which gives a tensor or a tuple of tensors, for the inputs that require grad with central
differences, and checks what else a backward must fulfil: that it gives the same twice, multiplies by the gradients that it
is given, and takes undefined ones. Throws an `InvalidError` that shows the two beside each other if they differ; exceptions
of `f` come out. With `raise=false` what is wrong is given back instead, `nothing` if nothing is: `kind`, `output`, `input`,
the matrices `analytic` and `numeric` (a row an element of the output, a column one of the input), `row` and `column` where
they differ most, `difference` and `text`.

    x = Tensor([0.3, 1.2]; requires_grad=true)
    VJP.gradcheck(x -> sin.(x) .* x, x)

With `order=2` the same for second derivatives, with `gradients`, one a result that requires grad, or random ones.

Inputs should be of Float64 or ComplexF64 (else there is a warning). `f` is called twice for each number in them, and once
more; the same values must give the same results. Options: `eps`, the step; `atol` and `rtol`; `nondet_tol`;
`check_undefined`, `check_dtypes`, `check_forward`, `check_backward`, `check_batched` (gradients) and `check_batched_forward`
(tangents), which want their mode; `fast`, one random combination of rows and columns instead of all; `non_contiguous`;
`masked`, of sparse inputs the stored values and not every element.
"""
function gradcheck(f, inputs::Tensor...; order::Integer=1, gradients=nothing, raise::Bool=true, options...)
    order in (1, 2) || throw(InvalidError("gradcheck: the order is 1 or 2, not $order"))
    order == 1 && gradients !== nothing && throw(InvalidError("gradcheck: gradients are for order=2"))
    c_options = changed(GRADCHECK_OPTIONS_INIT; raise=raise, options...)
    report = make(CheckReport, out -> ccall((:vjp_gradcheck_report_create, libvjp), Cuint, (Ref{Ptr{Cvoid}},), out))
    weights = gradients === nothing ? Tensor[] : as_list(gradients)
    context = hold(Region(f, false))
    try
        GC.@preserve inputs weights if order == 1
            check(ccall((:vjp_gradcheck, libvjp), Cuint,
                        (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ref{CGradcheckOptions}, Ptr{Cvoid}),
                        GRADCHECK_RUN[], context, handles(inputs), length(inputs), c_options, report))
        else
            check(ccall((:vjp_gradgradcheck, libvjp), Cuint,
                        (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Handle}, Csize_t, Ref{CGradcheckOptions},
                         Ptr{Cvoid}), GRADCHECK_RUN[], context, handles(inputs), length(inputs), handles(weights),
                        length(weights), c_options, report))
        end
    finally
        take_back(context)
    end
    result = found(report)
    release!(report)
    return raise ? nothing : result
end

function init_gradcheck()
    GRADCHECK_RUN[] = @cfunction(call_gradcheck, Cuint, (Ptr{Cvoid}, Ptr{Handle}, Csize_t, Ptr{Cvoid}))
    return
end
