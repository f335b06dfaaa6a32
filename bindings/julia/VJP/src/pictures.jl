# Pictures of graphs.

@handle Graph vjp_graph_release

"""
    Graph(roots; names...)

The graph behind the roots, to be drawn: notebooks show it, and `save_picture` writes it. `Graph(loss; w=w)` labels the leaf `w`;
names of any sort are given as `Graph(loss, ["blocks.0.weight" => w])`.
"""
function Graph(roots, names)
    list = as_list(roots)
    graph = GC.@preserve list make(Graph, out -> ccall((:vjp_graph_create, libvjp), Cuint,
                                                       (Ptr{Handle}, Csize_t, Ref{Ptr{Cvoid}}), handles(list), length(list),
                                                       out))
    for (name, t) in names
        check(ccall((:vjp_graph_set_name, libvjp), Cuint, (Ptr{Cvoid}, Handle, Cstring), graph, t, String(name)))
    end
    return graph
end
Graph(roots; names...) = Graph(roots, names)

"""
    picture(graph, format=:svg; inputs=[], fold=true, open=0, max_boxes=0, title=nothing)

The picture as text: `:svg`, `:html` (a page of its own) or `:dot` (for Graphviz).

* `inputs`: of a grad call: what it would not execute is pale
* `fold`: what comes several times in a row is one box
* `open`: so many levels of boxes show what they hold, of svg and dot; -1: all of them
* `max_boxes`: of one level; 0 means 250; what is more is left out, and the picture says so
"""
function picture(graph::Graph, format::Symbol=:svg; inputs=Tensor[], fold::Bool=true, open::Integer=0, max_boxes::Integer=0,
                 title=nothing)
    list = as_list(inputs)
    lent, words = handles(list), title === nothing ? nothing : Base.cconvert(Cstring, String(title))
    out = Ref{Ptr{UInt8}}(C_NULL)
    GC.@preserve graph list lent words begin
        options = changed(GRAPH_PICTURE_OPTIONS_INIT; inputs=pointer(lent), num_inputs=length(list), fold=fold, open=open,
                          max_boxes=max_boxes,
                          title=words === nothing ? C_NULL : Base.unsafe_convert(Cstring, words))
        check(ccall((:vjp_graph_picture, libvjp), Cuint,
                    (Ptr{Cvoid}, Cuint, Ref{CGraphPictureOptions}, Ref{Ptr{UInt8}}), graph, code_of(PICTURE_FORMAT, format), options, out))
    end
    return owned_text(out[])
end

"""
    save_picture(path, graph; options...)

Writes the picture; the suffix says as what: .svg, .html or .dot. The options are those of `picture`.
"""
function save_picture(path::AbstractString, graph::Graph; options...)
    write(path, picture(graph, Symbol(lowercase(lstrip(splitext(path)[2], '.'))); options...))
    return path
end

"""
    set_group!(graph, node, path)

Nodes of one group are one box in pictures; `node` is a number as in `recorded_graph`. "encoder/layer 3" is a group inside a group.
"""
function set_group!(graph::Graph, node::Integer, path::AbstractString)
    check(ccall((:vjp_graph_set_group, libvjp), Cuint, (Ptr{Cvoid}, Csize_t, Cstring), graph, node - 1, String(path)))
    return graph
end

"""
    add_groups!(graph, profiler)

The ranges in which nodes were recorded under a profiler, which has stopped, are their groups. Returns how many have got one.
"""
function add_groups!(graph::Graph, profiler::Profiler)
    found = Ref{Csize_t}(0)
    check(ccall((:vjp_graph_add_groups, libvjp), Cuint, (Ptr{Cvoid}, Ptr{Cvoid}, Ref{Csize_t}), graph, profiler, found))
    return Int(found[])
end

Base.show(io::IO, ::MIME"image/svg+xml", graph::Graph) = print(io, picture(graph, :svg))
function Base.show(io::IO, ::MIME"text/html", graph::Graph)
    page = replace(replace(picture(graph, :html), "&" => "&amp;"), "\"" => "&quot;")
    print(io, "<iframe srcdoc=\"", page, "\" title=\"graph\" style=\"width:100%;height:520px;border:0\"></iframe>")
end

"""
    to_dot(roots; names...)

The graph behind the roots as text for Graphviz: `picture(Graph(roots; names...), :dot)`.
"""
to_dot(roots; names...) = picture(Graph(roots, names), :dot)
