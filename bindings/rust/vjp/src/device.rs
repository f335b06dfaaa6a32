//! Devices by value.

/// Where a tensor lies and its operators run: a type (`DEVICE_CPU` and its like in `vjp-sys`) and an index.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    pub kind: i32,
    pub index: i32,
}

impl Device {
    pub const CPU: Device = Device { kind: 0, index: 0 };
}
