# Element types and numbers, as C writes them.

"The bits of a bfloat16, for which Julia has no type."
struct BFloat16Bits
    bits::UInt16
end

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
