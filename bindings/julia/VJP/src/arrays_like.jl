# What arrays do, done as they do it: joining, turning, reshaping in column-major order, reductions over `dims`. What a tensor
# cannot do yet throws here, instead of something else being done by a method for other things.

const TensorOrArray = Union{Tensor,AbstractArray}
const Joinable = Union{Tensor,AbstractArray,Number}

refuse(what) = throw(InvalidError(what))

# ---- copies ----

"A copy, to which gradients flow back; `detach(copy(t))` for one without history."
Base.copy(t::Tensor) = clone(t)
Base.similar(t::Tensor) = empty_like(t)
Base.similar(t::Tensor, T::Type) = empty_like(t; dtype=T)
Base.similar(t::Tensor, T::Type, sizes::Dims) = with_device(() -> empty(collect(sizes); dtype=T), device(t))
Base.similar(t::Tensor, sizes::Dims) = similar(t, dtype(t), sizes)

function Base.copyto!(t::Tensor, u::Tensor)
    size(t) == size(u) || throw(ShapeError("copyto!: the first tensor is $(size(t)), the second $(size(u))"))
    return VJP.copy!(t, u)
end
Base.copy!(t::Tensor, u::TensorOrArray) = copyto!(t, u)

# ---- numbers compare, tensors do elementwise ----

for operator in (:<, :<=, :>, :>=)
    message = "$operator between tensors gives no true or false: t .$operator x compares elementwise, item(t) is a number"
    @eval begin
        Base.$operator(::Tensor, ::Union{Tensor,Number,AbstractArray}) = refuse($message)
        Base.$operator(::Union{Number,AbstractArray}, ::Tensor) = refuse($message)
    end
end
Base.isless(::Tensor, ::Union{Tensor,Number}) = refuse("isless: tensors have no order; item(t) is a number")
Base.isless(::Number, ::Tensor) = refuse("isless: tensors have no order; item(t) is a number")

# ---- loops ----

Base.iterate(::Tensor, state...) = refuse("a Tensor is not iterated (by a loop, map, splatting, in, ...): Array(t) is an array, t[i] an element")
Base.eachindex(t::Tensor) = Base.OneTo(length(t))
Base.keys(t::Tensor) = ndims(t) == 1 ? Base.OneTo(length(t)) : CartesianIndices(size(t))
Base.first(t::Tensor) = t[1]
Base.last(t::Tensor) = t[length(t)]
Base.map(f, t::Tensor, more...) = refuse("map: not for a Tensor; f.(t) for what is elementwise, Array(t) for the rest")
Base.in(x, t::Tensor) = refuse("in: not for a Tensor; Bool(any(t .== x)), or x in Array(t)")

# ---- joining ----

"A tensor, on the device of the first one among `parts`."
function as_tensor(x, parts)
    x isa Tensor && return x
    x isa AbstractArray && !(eltype(x) <: Number) &&
        refuse("tensors go with tensors, numbers and arrays of numbers, not with a $(typeof(x)); [[t]; list] is a list of tensors")
    where = parts[findfirst(part -> part isa Tensor, parts)]
    return Tensor(x isa Number ? fill_like(x, where) : x; device=device(where))
end
fill_like(x, t::Tensor) = dtype(t) === BFloat16Bits ? Float32(x) : convert(promote_type(dtype(t), typeof(x)), x)

"With so many dimensions: what is missing has size 1 and comes last."
function raised(t::Tensor, n::Int)
    for _ in ndims(t)+1:n
        t = unsqueeze(t, ndims(t) + 1)
    end
    return t
end

function joined(parts, dim::Int)
    dim >= 1 || refuse("cat: dims=$dim; dimensions count from 1")
    tensors = Tensor[as_tensor(part, parts) for part in parts]
    n = Base.max(dim, Base.maximum(map(ndims, tensors)))
    tensors = Tensor[raised(t, n) for t in tensors]
    for t in tensors, d in 1:n
        (d == dim || size(t, d) == size(tensors[1], d)) && continue
        throw(ShapeError("cat along dimension $dim: sizes $(size(tensors[1])) and $(size(t)) differ in dimension $d"))
    end
    return cat(tensors; dim=dim)
end

Base.vcat(t::Tensor, rest::Joinable...) = joined((t, rest...), 1)
Base.vcat(a::Union{AbstractArray,Number}, t::Tensor, rest::Joinable...) = joined((a, t, rest...), 1)
Base.hcat(t::Tensor, rest::Joinable...) = joined((t, rest...), 2)
Base.hcat(a::Union{AbstractArray,Number}, t::Tensor, rest::Joinable...) = joined((a, t, rest...), 2)
Base.cat(t::Tensor, rest::Joinable...; dims) = joined((t, rest...), Int(dims))
Base.cat(a::Union{AbstractArray,Number}, t::Tensor, rest::Joinable...; dims) = joined((a, t, rest...), Int(dims))

function Base.hvcat(rows::Tuple{Vararg{Int}}, parts::Union{Tensor,Number}...)
    # Of numbers alone this is Base's.
    Base.any(part -> part isa Tensor, parts) || return invoke(hvcat, Tuple{Tuple{Vararg{Int}},Vararg{Number}}, rows, parts...)
    ends = Base.cumsum(collect(rows))
    return joined(Tuple(joined(parts[last-count+1:last], 2) for (last, count) in zip(ends, rows)), 1)
end

# Where Base's own methods would go on with tensors as if they were elements.
Base.eltypeof(::Tensor) = refuse("tensors are joined with what is a tensor in one of the first two places; Tensor(x) makes one")

Base.reduce(::typeof(vcat), list::AbstractVector{Tensor}) = joined(Tuple(list), 1)
Base.reduce(::typeof(hcat), list::AbstractVector{Tensor}) = joined(Tuple(list), 2)

# ---- turning and reshaping ----

"The dimensions in reverse order: column-major order is row-major order of this."
reversed(t::Tensor) = ndims(t) < 2 ? t : permute(t, ndims(t):-1:1)

function LinearAlgebra.transpose(t::Tensor)
    ndims(t) <= 2 || refuse("transpose: a tensor of $(ndims(t)) dimensions; see permutedims, transpose(t, 1, 2)")
    return ndims(t) == 1 ? unsqueeze(t, 1) : reversed(t)
end
LinearAlgebra.adjoint(t::Tensor) = dtype(t) <: Complex ? conj(transpose(t)) : transpose(t)

Base.permutedims(t::Tensor) = ndims(t) in (1, 2) ? transpose(t) : refuse("permutedims: the order of $(ndims(t)) dimensions is missing")
function Base.permutedims(t::Tensor, order)
    isperm(collect(order)) && length(order) == ndims(t) || refuse("permutedims: $order is no order of $(ndims(t)) dimensions")
    return clone(permute(t, collect(order)))
end

"The elements in column-major order, as for arrays; a view where the strides allow it. `VJP.reshape` reads rows first."
function Base.reshape(t::Tensor, sizes::Tuple{Vararg{Union{Int,Colon}}})
    count(s -> s isa Colon, sizes) <= 1 || refuse("reshape: more than one size is `:` in $sizes")
    known = Base.prod(Int[s for s in sizes if s isa Int])
    whole = Base.any(s -> s isa Colon, sizes) ? known > 0 && length(t) % known == 0 : known == length(t)
    whole || throw(ShapeError("reshape: a tensor of size $(size(t)) has $(length(t)) elements, which do not fit $sizes"))
    list = Int[s isa Colon ? length(t) ÷ known : s for s in Base.reverse(sizes)]
    return reversed(VJP.reshape(reversed(t), list))
end
Base.reshape(t::Tensor, sizes::Union{Int,Colon}...) = Base.reshape(t, sizes)
Base.vec(t::Tensor) = Base.reshape(t, :)

function Base.dropdims(t::Tensor; dims)
    list = sort_dims(t, dims)
    for dim in Base.reverse(list)
        size(t, dim) == 1 || refuse("dropdims: dimension $dim of $(size(t)) is not of size 1")
        t = squeeze_dim(t, dim)
    end
    return t
end

function sort_dims(t::Tensor, dims)
    list = Base.sort(Int[dims...])
    allunique(list) && Base.all(dim -> 1 <= dim <= ndims(t), list) ||
        refuse("dims=$dims: dimensions of a tensor of size $(size(t)) are 1 to $(ndims(t)), each once")
    return list
end

Base.selectdim(t::Tensor, dim::Integer, i) = t[ntuple(d -> d == dim ? i : Colon(), ndims(t))...]
Base.reverse(t::Tensor; dims=1:ndims(t)) = flip(t, sort_dims(t, dims))

"So many copies in each dimension: `repeat(t, 2, 3)`. `VJP.repeat` and `VJP.tile` take missing numbers for the first ones."
function Base.repeat(t::Tensor, counts::Integer...)
    n = Base.max(ndims(t), length(counts))
    return tile(raised(t, n), Int[d <= length(counts) ? counts[d] : 1 for d in 1:n])
end

# ---- reductions ----

# In Julia these keep the dimensions that they reduce; with `dim`, the library's word, dimensions go. Neither: all elements.
"The keyword `dims` of a reduction."
function over(f, t::Tensor, dims; options...)
    dims === Colon() && return f(t; options...)
    return reduced(f, t, sort_dims(t, dims); options...)
end

reduced(f, t::Tensor, list; options...) = f(t; dim=list, keepdim=true, options...)
# That operator takes one dimension.
reduced(::typeof(prod), t::Tensor, list; options...) =
    foldl((u, dim) -> prod_dim(u, dim; keepdim=true, options...), list; init=t)

"Of a matrix these are other functions in Julia."
no_matrix(t::Tensor, name) =
    ndims(t) == 2 && refuse("$name of a matrix is a function of matrices: $name.(t) is that of every element")

function some_elements(t::Tensor, what)
    isempty(t) && refuse("$what: a tensor of size $(size(t)) has no elements")
    return t
end
Base.maximum(t::Tensor; dims=:) = over(amax, some_elements(t, "maximum"), dims)
Base.minimum(t::Tensor; dims=:) = over(amin, some_elements(t, "minimum"), dims)
Base.extrema(t::Tensor) = (Base.minimum(t), Base.maximum(t))

for (name, home) in [(:sum, Base), (:prod, Base), (:maximum, Base), (:minimum, Base), (:any, Base), (:all, Base), (:count, Base),
                     (:mean, Statistics), (:foldl, Base), (:foldr, Base), (:reduce, Base), (:foreach, Base), (:filter, Base)]
    message = "$name with a function: not for a Tensor; $name(f.(t)), or $name(f, Array(t))"
    @eval $home.$name(::Function, ::Tensor; options...) = refuse($message)
end
for name in (:findmax, :findmin, :findall, :findfirst, :findlast, :unique, :sort, :sortperm, :cumsum, :cumprod, :argmax, :argmin,
             :accumulate, :circshift, :count, :allunique)
    name in (:cumsum, :cumprod) && continue
    message = "$name: not for a Tensor; $name(Array(t)) gives what Julia's does" *
              (isdefined(VJP, name) && getfield(VJP, name) !== getfield(Base, name) ? ", VJP.$name the library's, which counts from 0" : "")
    @eval Base.$name(::Tensor, more...; options...) = refuse($message)
end
for name in (:median, :quantile, :cor, :cov)
    message = "$name: not for a Tensor; $name(Array(t)) gives what Julia's does"
    @eval Statistics.$name(::Tensor, more...; options...) = refuse($message)
end
for name in (:det, :tr, :inv, :diag, :svd, :qr, :lu, :cholesky, :eigen, :normalize, :opnorm, :cross)
    home = name === :inv ? Base : LinearAlgebra
    message = "$name: not for a Tensor; $name(Array(t)), without a derivative"
    @eval $home.$name(::Tensor, more...; options...) = refuse($message)
end

# Without `dims` only for vectors, as in Julia.
for name in (:cumsum, :cumprod)
    @eval function Base.$name(t::Tensor; dims=nothing, options...)
        dims === nothing && ndims(t) != 1 && refuse($("$name: of a tensor that is no vector, along dims=..."))
        return $name(t, something(dims, 1); options...)
    end
end

# Julia's product of complex vectors takes the conjugate of the first.
function LinearAlgebra.dot(a::Tensor, b::Tensor)
    length(a) == length(b) || throw(ShapeError("dot: $(length(a)) elements and $(length(b))"))
    ndims(a) == ndims(b) == 1 && return vdot(a, b)
    return vdot(vec(a), vec(b))
end
