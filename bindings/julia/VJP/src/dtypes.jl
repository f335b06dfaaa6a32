# Element types and numbers, as C writes them.

"A bfloat16, for which Julia has no type: as its bits. One converts it and counts on; there is no arithmetic."
struct BFloat16Bits <: Real
    bits::UInt16
    BFloat16Bits(bits::UInt16) = new(bits)
end
BFloat16Bits(x::Union{Bool,Int}) = BFloat16Bits(Float32(x))
Base.Float32(x::BFloat16Bits) = reinterpret(Float32, UInt32(x.bits) << 16)
Base.Float64(x::BFloat16Bits) = Float64(Float32(x))
# Rounds to the nearest, of two to the even one.
function BFloat16Bits(x::AbstractFloat)
    isnan(x) && return BFloat16Bits(0x7fc0)
    bits = reinterpret(UInt32, Float32(x))
    return BFloat16Bits(((bits + 0x7fff + ((bits >> 16) & 1)) >> 16) % UInt16)
end
Base.promote_rule(::Type{BFloat16Bits}, ::Type{T}) where {T<:Union{Integer,Float16,Float32}} = Float32
Base.promote_rule(::Type{BFloat16Bits}, ::Type{Float64}) = Float64
Base.:(==)(a::BFloat16Bits, b::BFloat16Bits) = Float32(a) == Float32(b)
Base.isless(a::BFloat16Bits, b::BFloat16Bits) = isless(Float32(a), Float32(b))
Base.zero(::Type{BFloat16Bits}) = BFloat16Bits(0x0000)
Base.one(::Type{BFloat16Bits}) = BFloat16Bits(0x3f80)
Base.show(io::IO, x::BFloat16Bits) = print(io, "bfloat16(", Float32(x), ")")

const DTYPES = [
    1 => Bool, 2 => UInt8, 3 => Int8, 4 => Int16, 5 => Int32, 6 => Int64, 7 => Float16, 8 => BFloat16Bits, 9 => Float32,
    10 => Float64, 11 => Complex{Float32}, 12 => Complex{Float64},
]

for (code, type) in DTYPES
    @eval dtype_code(::Type{$type}) = Cuint($code)
end
dtype_code(::Nothing) = Cuint(0)
dtype_code(T::Type) = throw(DtypeError("there is no tensor of $T; there are $(join(last.(DTYPES), ", "))"))

function dtype_of(code::Cuint)
    1 <= code <= length(DTYPES) || throw(DtypeError("dtype $code is not known to this package"))
    return last(DTYPES[code])
end

"vjp_scalar: the union is its two words."
struct CScalar
    kind::Int32
    reserved::UInt32
    first::UInt64
    second::UInt64
end
CScalar(x::Bool) = CScalar(1, 0, x, 0)
CScalar(x::Integer) = CScalar(2, 0, reinterpret(UInt64, Int64(x)), 0)
CScalar(x::Real) = CScalar(3, 0, reinterpret(UInt64, Float64(x)), 0)
CScalar(x::Complex) = CScalar(4, 0, reinterpret(UInt64, Float64(real(x))), reinterpret(UInt64, Float64(imag(x))))

function number(x::CScalar)
    x.kind == 1 && return x.first != 0
    x.kind == 2 && return reinterpret(Int64, x.first)
    x.kind == 3 && return reinterpret(Float64, x.first)
    return Complex(reinterpret(Float64, x.first), reinterpret(Float64, x.second))
end
