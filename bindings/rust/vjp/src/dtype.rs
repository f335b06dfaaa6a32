//! Element types, and the Rust types that are stored as they are.

use std::fmt;

use vjp_sys as sys;

/// The type of a tensor's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum DType {
    Bool = 1,
    Uint8 = 2,
    Int8 = 3,
    Int16 = 4,
    Int32 = 5,
    Int64 = 6,
    Float16 = 7,
    BFloat16 = 8,
    Float32 = 9,
    Float64 = 10,
    Complex64 = 11,
    Complex128 = 12,
}

/// The order in which the dimensions of a tensor lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum MemoryFormat {
    /// Row-major.
    Contiguous = 0,
    /// Of `[N, C, H, W]`: the channels of a pixel lie side by side.
    ChannelsLast = 1,
    /// Of `[N, C, D, H, W]`: likewise.
    ChannelsLast3d = 2,
    /// That of the input where its elements lie without gaps, else row-major.
    Preserve = 3,
}

impl DType {
    const ALL: [DType; 12] = [
        DType::Bool,
        DType::Uint8,
        DType::Int8,
        DType::Int16,
        DType::Int32,
        DType::Int64,
        DType::Float16,
        DType::BFloat16,
        DType::Float32,
        DType::Float64,
        DType::Complex64,
        DType::Complex128,
    ];

    pub(crate) fn raw(self) -> sys::vjp_dtype {
        sys::vjp_dtype(self as u32)
    }

    pub(crate) fn from_raw(raw: sys::vjp_dtype) -> Self {
        let known = DType::ALL.into_iter().find(|dtype| dtype.raw() == raw);
        known.expect("libvjp has an element type that this version of the crate does not know")
    }

    /// The type of a name, as `Display` writes it: `"float32"`.
    ///
    /// ```
    /// assert_eq!(vjp::DType::from_name("bfloat16"), Some(vjp::DType::BFloat16));
    /// ```
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.to_string() == name)
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        // SAFETY: a number in, a number out.
        unsafe { sys::vjp_dtype_size(self.raw()) }
    }

    pub fn is_floating(self) -> bool {
        // SAFETY: a number in, a number out.
        unsafe { sys::vjp_dtype_is_floating(self.raw()) }
    }

    pub fn is_complex(self) -> bool {
        // SAFETY: a number in, a number out.
        unsafe { sys::vjp_dtype_is_complex(self.raw()) }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the name is a static string.
        f.write_str(&unsafe { crate::error::text(sys::vjp_dtype_name(self.raw())) })
    }
}

/// A complex number, laid out as C does.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

/// The bits of a float16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct F16Bits(pub u16);

/// The bits of a bfloat16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Bf16Bits(pub u16);

/// A Rust type whose values are a tensor's elements, bit for bit.
///
/// # Safety
/// The type has the size, alignment and representation of the elements of `DTYPE`.
pub unsafe trait Element: Copy + Send + 'static {
    const DTYPE: DType;
}

macro_rules! elements {
    ($($type:ty => $dtype:ident),* $(,)?) => {
        // SAFETY: each pair has one representation (include/vjp/dtype.h).
        $(unsafe impl Element for $type { const DTYPE: DType = DType::$dtype; })*
    };
}

elements! {
    bool => Bool, u8 => Uint8, i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64,
    F16Bits => Float16, Bf16Bits => BFloat16, f32 => Float32, f64 => Float64,
    Complex<f32> => Complex64, Complex<f64> => Complex128,
}

#[cfg(feature = "half")]
elements! { half::f16 => Float16, half::bf16 => BFloat16 }
