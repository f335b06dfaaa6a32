# What arrays do, done as they do it: joining, turning, reshaping in column-major order, reductions over `dims`. What a tensor
# cannot do yet throws here, instead of something else being done by a method for other things.

const TensorOrArray = Union{Tensor,AbstractArray}
const Joinable = Union{Tensor,AbstractArray,Number}

refuse(what) = throw(InvalidError(what))

# ---- copies ----

"A copy, to which gradients flow back; `detach(copy(t))` for one without history."
Base.copy(t::Tensor) = clone(t)
Base.similar(t::Tensor) = empty_like(t)
# What is no number, or no element of tensors, goes into an array.
Base.similar(t::Tensor, ::Type{T}, sizes::Dims) where {T} =
    Base.any(pair -> last(pair) === T, DTYPES) ? Tensor{T}(undef, sizes; device=device(t)) : Array{T}(undef, sizes)

"Copies all elements, of another size into the first ones in column-major order. Recorded, as every change in place."
function copy_all!(t::Tensor, u::Tensor)
    size(t) == size(u) && return VJP.copy!(t, u)
    length(u) <= length(t) || throw(BoundsError(t, length(u)))
    t[1:length(u)] = Base.vec(u)
    return t
end
Base.copyto!(a::Array, t::Tensor) = copyto!(a, Array(t))
function Base.copy!(t::Tensor, u::AbstractArray)
    size(t) == size(u) || throw(ShapeError("copy!: the tensor is $(size(t)), the array $(size(u))"))
    return copyto!(t, u)
end
Base.copy!(t::Tensor{<:Any,1}, u::AbstractVector) = length(t) == length(u) ? copyto!(t, u) :
    throw(ShapeError("copy!: the tensor is $(size(t)), the array $(size(u)): a tensor is not resized"))
Base.Array{T}(::UndefInitializer, t::Tensor) where {T} = Array{T}(undef, size(t))

Base.one(t::Tensor{T,2}) where {T} = size(t, 1) == size(t, 2) ? Tensor(Matrix{T}(LinearAlgebra.I, size(t)...); device=device(t)) :
    throw(ShapeError("one: a matrix of size $(size(t)) has no unit"))
Base.one(t::Tensor{T,0}) where {T} = one(T)

# ---- a tensor of no dimensions stands for its number, all others compare elementwise ----

comparable(x::Number, _) = x
comparable(t::Tensor, operator) = ndims(t) == 0 ? only_element(t) :
    refuse("$operator between tensors gives no true or false: t .$operator x compares elementwise, item(t) is a number")
comparable(a::AbstractArray, operator) = refuse("$operator between tensors and arrays gives no true or false: t .$operator x compares elementwise")
for operator in (:<, :<=, :>, :>=)
    @eval begin
        Base.$operator(a::Tensor, b::Tensor) = $operator(comparable(a, $("$operator")), comparable(b, $("$operator")))
        Base.$operator(a::Tensor, b::Union{Number,AbstractArray}) = $operator(comparable(a, $("$operator")), comparable(b, $("$operator")))
        Base.$operator(a::Union{Number,AbstractArray}, b::Tensor) = $operator(comparable(a, $("$operator")), comparable(b, $("$operator")))
    end
end
Base.isless(a::Tensor{<:Any,0}, b::Tensor{<:Any,0}) = isless(only_element(a), only_element(b))
Base.isless(a::Tensor{<:Any,0}, b::Number) = isless(only_element(a), b)
Base.isless(a::Number, b::Tensor{<:Any,0}) = isless(a, only_element(b))
# Of vectors Julia has an order, which is that of words.
Base.isless(a::Tensor{<:Any,1}, b::Tensor{<:Any,1}) = isless(Array(a), Array(b))
Base.isless(a::Tensor{<:Any,1}, b::AbstractVector) = isless(Array(a), b)
Base.isless(a::AbstractVector, b::Tensor{<:Any,1}) = isless(a, Array(b))
for f in (:isnan, :isinf, :isfinite)
    @eval Base.$f(t::Tensor{<:Any,0}) = $f(only_element(t))
end
Base.iszero(t::Tensor) = Base.iszero(Array(t))

# ---- loops ----

"""
A loop goes through the elements in column-major order, as `t[i]` gives them. It reads a copy on the host that it takes when it
begins, and not each by itself from a device.
"""
Base.iterate(t::Tensor) = iterate(t, (followed(t) ? t : Array(t), 1))
function Base.iterate(::Tensor, (elements, i)::Tuple{AbstractArray,Int})
    return i <= length(elements) ? (elements[i], (elements, i + 1)) : nothing
end
Base.in(x, t::Tensor) = x in Array(t)

# ---- methods beside Julia's ----

"""
Defines `f(arguments...)`, as `body`, where one argument is a Tensor and others are `types`. LinearAlgebra and SparseArrays have a method for
each kind of matrix, none of which is more or less special than ours: wherever both fit, there has to be one that is both.
"""
function define(f, body, types...)
    ours = Tuple{Core.Typeof(f),types...}
    kinds = Any[types]
    for method in methods(f)
        both = typeintersect(method.sig, ours)
        # Of ours too, where the arguments are all tensors.
        ((method.module === VJP && !Base.all(T -> T <: Tensor || T === Number, types)) || both === Union{} || ours <: method.sig || method.sig <: ours) && continue
        whole = Base.unwrap_unionall(both)
        whole isa DataType && length(whole.parameters) == length(types) + 1 || continue
        push!(kinds, Tuple(Base.rewrap_unionall(p, both) for p in whole.parameters[2:end]))
    end
    # Those of the same arguments once.
    for kind in unique(kinds)
        names = [Symbol("x", i) for i in eachindex(kind)]
        @eval (::$(Core.Typeof(f)))($((:($name::$type) for (name, type) in zip(names, kind))...)) = $body($(names...))
    end
end

define(Base.copyto!, write_all!, Tensor, AbstractArray)
define(Base.copyto!, copy_all!, Tensor, Tensor)

"Product of what is a tensor with what is none. Of a row, which is the adjoint of a vector, and a vector it is a number."
product(a, b) = a isa LinearAlgebra.AdjOrTransAbsVec && ndims(b) == 1 ? product_with_row(a, b) : as_tensor(a, (b,)) * as_tensor(b, (a,))
product_with_row(a::LinearAlgebra.Adjoint, b) = LinearAlgebra.dot(parent(a), b)
product_with_row(a, b) = sum(mul(as_tensor(parent(a), (b,)), b))
define(Base.:*, product, Tensor, AbstractArray)
define(Base.:*, product, AbstractArray, Tensor)
define(Base.:*, product_of_tensors, Tensor, Tensor)

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

# Julia's own methods are for arrays of certain numbers of dimensions: there must be one of ours beside each.
const VecOrMat_ = Union{Tensor{<:Any,1},Tensor{<:Any,2}}
const OF_ANY = [(:Tensor, :Joinable), (:Tensor, :AbstractArray), (:VecOrMat_, :AbstractVecOrMat), (:(Tensor{<:Any,1}), :AbstractVector)]
for (name, dim) in ((:vcat, 1), (:hcat, 2)), (tensor, other) in OF_ANY
    @eval begin
        Base.$name(t::$tensor, rest::$other...) = joined((t, rest...), $dim)
        Base.$name(a::$other, t::$tensor, rest::$other...) = joined((a, t, rest...), $dim)
        Base.$name(t::$tensor, u::$tensor, rest::$other...) = joined((t, u, rest...), $dim)
    end
end
for (name, dim) in ((:vcat, 1), (:hcat, 2))
    @eval begin
        Base.$name(t::Tensor) = joined((t,), $dim)
        Base.$name(t::Tensor, a::AbstractArray) = joined((t, a), $dim)
        Base.$name(a::AbstractArray, t::Tensor) = joined((a, t), $dim)
        Base.$name(t::Tensor, u::Tensor) = joined((t, u), $dim)
        Base.$name(t::Tensor{T,1}, rest::AbstractVector{T}...) where {T} = joined((t, rest...), $dim)
        Base.$name(a::AbstractVector{T}, t::Tensor{T,1}, rest::AbstractVector{T}...) where {T} = joined((a, t, rest...), $dim)
        Base.$name(t::Tensor{T,1}, u::Tensor{T,1}, rest::AbstractVector{T}...) where {T} = joined((t, u, rest...), $dim)
        Base.$name(t::Union{Tensor{T,1},Tensor{T,2}}, rest::AbstractVecOrMat{T}...) where {T} = joined((t, rest...), $dim)
        Base.$name(a::AbstractVecOrMat{T}, t::Union{Tensor{T,1},Tensor{T,2}}, rest::AbstractVecOrMat{T}...) where {T} = joined((a, t, rest...), $dim)
        Base.$name(t::Union{Tensor{T,1},Tensor{T,2}}, u::Union{Tensor{T,1},Tensor{T,2}}, rest::AbstractVecOrMat{T}...) where {T} = joined((t, u, rest...), $dim)
        Base.reduce(::typeof(Base.$name), list::AbstractVector{<:Tensor}) = joined(Tuple(list), $dim)
        Base.reduce(::typeof(Base.$name), list::AbstractVector{<:VecOrMat_}) = joined(Tuple(list), $dim)
    end
end
Base.cat(t::Tensor, rest::Joinable...; dims) = joined((t, rest...), Int(dims))
Base.cat(a::Union{AbstractArray,Number}, t::Tensor, rest::Joinable...; dims) = joined((a, t, rest...), Int(dims))
Base.cat(t::Tensor, u::Tensor, rest::Joinable...; dims) = joined((t, u, rest...), Int(dims))

hvcat_of(rows, parts) = (ends = Base.cumsum(collect(rows));
    joined(Tuple(joined(parts[last-count+1:last], 2) for (last, count) in zip(ends, rows)), 1))
Base.hvcat(rows::Tuple{Vararg{Int}}, t::Union{Tensor{<:Any,0},Tensor{<:Any,1},Tensor{<:Any,2}}, parts::Union{AbstractVecOrMat,Number}...) = hvcat_of(rows, (t, parts...))
Base.hvcat(rows::Tuple{Vararg{Int}}, t::VecOrMat_, parts::AbstractVecOrMat...) = hvcat_of(rows, (t, parts...))
Base.hvcat(rows::Tuple{Vararg{Int}}, t::Union{Tensor{T,1},Tensor{T,2}}, parts::AbstractVecOrMat{T}...) where {T} = hvcat_of(rows, (t, parts...))

# ---- turning and reshaping ----

"The dimensions in reverse order: column-major order is row-major order of this."
reversed(t::Tensor) = ndims(t) < 2 ? t : permute(t, ndims(t):-1:1)

function LinearAlgebra.transpose(t::Tensor)
    ndims(t) <= 2 || refuse("transpose: a tensor of $(ndims(t)) dimensions; see permutedims, transpose(t, 1, 2)")
    return ndims(t) == 1 ? unsqueeze(t, 1) : reversed(t)
end
LinearAlgebra.adjoint(t::Tensor) = dtype(t) <: Complex ? conj(transpose(t)) : transpose(t)

Base.permutedims(t::Tensor{<:Any,1}) = clone(transpose(t))
Base.permutedims(t::Tensor{<:Any,2}) = clone(transpose(t))
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
Base.reshape(t::Tensor, sizes::Dims) = invoke(Base.reshape, Tuple{Tensor,Tuple{Vararg{Union{Int,Colon}}}}, t, sizes)
Base.reshape(t::Tensor, sizes::Union{Int,Colon}...) = Base.reshape(t, sizes)
Base.reshape(t::Tensor, sizes::Int...) = Base.reshape(t, sizes)
Base.reshape(t::Tensor{<:Any,1}, ::Colon) = t
Base.vec(t::Tensor{<:Any,1}) = t
Base.vec(t::Tensor) = Base.reshape(t, (:,))

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

Base.selectdim(t::Tensor, dim::Integer, i) = Base.view(t, ntuple(d -> d == dim ? i : Colon(), ndims(t))...)
Base.reverse(t::Tensor{<:Any,1}; dims=1) = flip(t, sort_dims(t, dims))
Base.reverse(t::Tensor; dims=1:ndims(t)) = flip(t, sort_dims(t, dims))

"So many copies in each dimension: `repeat(t, 2, 3)`. `VJP.repeat` and `VJP.tile` take missing numbers for the first ones."
function Base.repeat(t::Tensor, counts::Integer...)
    n = Base.max(ndims(t), length(counts))
    return tile(raised(t, n), Int[d <= length(counts) ? counts[d] : 1 for d in 1:n])
end

Base.circshift(t::Tensor, shift::Integer) = roll(t, [shift]; dims=[1])
Base.circshift(t::Tensor, shifts::Tuple{Vararg{Integer}}) = roll(t, collect(shifts); dims=collect(1:length(shifts)))
