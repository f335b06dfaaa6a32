//! Devices by value: naming, counting and asking them, and which one is current or the default.

use std::ffi::{c_char, CStr};
use std::fmt;
use std::str::FromStr;

use vjp_sys as sys;

use crate::error::{c_string, check, text, Error, Result};
use crate::region::Region;
use crate::tensor::Tensor;

/// A type of devices: the CPU, those with a number of their own, or a plug-in's.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeviceKind(i32);

impl DeviceKind {
    pub const CPU: DeviceKind = DeviceKind(sys::VJP_DEVICE_CPU as i32);
    pub const CUDA: DeviceKind = DeviceKind(sys::VJP_DEVICE_CUDA as i32);
    /// The built-in simulator of asynchronous devices, see [`crate::sim`].
    pub const SIM: DeviceKind = DeviceKind(sys::VJP_DEVICE_SIM as i32);

    /// Loads a plug-in that adds a type of devices: the path of a library, with a slash in it, or the type's name.
    pub fn load(name_or_path: &str) -> Result<DeviceKind> {
        let name = c_string(name_or_path)?;
        let mut kind = 0;
        // SAFETY: the name is a C string, the place a local.
        check(unsafe { sys::vjp_backend_load(name.as_ptr(), &mut kind) })?;
        Ok(DeviceKind(kind))
    }

    /// How many devices of the type there are. Loads its backend; an error says why that cannot be.
    pub fn count(self) -> Result<usize> {
        let mut count = 0;
        // SAFETY: the place is a local.
        check(unsafe { sys::vjp_device_count(self.0, &mut count) })?;
        Ok(count as usize)
    }

    /// All devices of the type.
    pub fn devices(self) -> Result<impl Iterator<Item = Device>> {
        Ok((0..self.count()? as i32).map(move |index| Device { kind: self, index }))
    }

    /// The thread's current device of the type: index 0 until another was made current.
    pub fn current(self) -> Result<Device> {
        // SAFETY: the place is a local of `make`.
        Device::make(|out| unsafe { sys::vjp_device_current(self.0, out) })
    }

    pub(crate) fn raw(self) -> i32 {
        self.0
    }
}

/// Where a tensor lies and its operators run: a type and an index. Its text is "sim:1"; "sim" stands for "sim:0".
///
/// ```
/// use vjp::{Device, DeviceKind};
/// let device: Device = "sim:1".parse()?;
/// assert_eq!((device.kind, device.index), (DeviceKind::SIM, 1));
/// assert_eq!((device.to_string(), "sim".parse()), ("sim:1".to_owned(), Ok(Device::sim(0))));
/// assert!("sim:99".parse::<Device>().is_err());
/// # Ok::<(), vjp::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    pub kind: DeviceKind,
    /// Counts from 0.
    pub index: i32,
}

/// What a backend says about a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Of the hardware.
    pub name: String,
    /// In bytes; 0: not known.
    pub total_memory: u64,
    pub compute_units: i32,
}

impl Device {
    pub const CPU: Device = Device { kind: DeviceKind::CPU, index: 0 };

    /// `cuda:index`. Whether it is there shows when it is used.
    pub const fn cuda(index: i32) -> Device {
        Device { kind: DeviceKind::CUDA, index }
    }

    /// `sim:index`, a simulated device.
    pub const fn sim(index: i32) -> Device {
        Device { kind: DeviceKind::SIM, index }
    }

    pub(crate) fn make(call: impl FnOnce(*mut sys::vjp_device) -> sys::vjp_status) -> Result<Device> {
        let mut out = Device::CPU.raw();
        check(call(&mut out))?;
        Ok(Device::from_raw(out))
    }

    pub(crate) fn raw(self) -> sys::vjp_device {
        sys::vjp_device { kind: self.kind.0, index: self.index }
    }

    pub(crate) fn from_raw(raw: sys::vjp_device) -> Device {
        Device { kind: DeviceKind(raw.kind), index: raw.index }
    }

    pub fn is_cpu(self) -> bool {
        self.kind == DeviceKind::CPU
    }

    /// Whether this process uses the device already. Loads and creates nothing.
    pub fn is_active(self) -> bool {
        // SAFETY: by value.
        unsafe { sys::vjp_device_is_active(self.raw()) }
    }

    pub fn info(self) -> Result<DeviceInfo> {
        let mut info = sys::VJP_DEVICE_INFO_INIT;
        // SAFETY: the struct is a local with its size set; the name in it ends in a zero byte.
        unsafe {
            check(sys::vjp_device_get_info(self.raw(), &mut info))?;
            let name = text(info.name.as_ptr());
            Ok(DeviceInfo { name, total_memory: info.total_memory, compute_units: info.compute_units })
        }
    }

    /// Blocks until everything that was enqueued on the device is done. Nothing for the CPU and for a device not in use.
    pub fn synchronize(self) -> Result<()> {
        // SAFETY: by value.
        check(unsafe { sys::vjp_device_synchronize(self.raw()) })
    }

    /// Makes the device the thread's current one of its type.
    pub fn set_current(self) -> Result<()> {
        // SAFETY: by value.
        check(unsafe { sys::vjp_device_set_current(self.raw()) })
    }

    /// Runs `body` with the device as the current one of its type.
    pub fn with_current<R>(self, body: impl FnOnce() -> R) -> Result<R> {
        // SAFETY: `out` is a local of `begin`.
        let _region = Region::begin(|out| unsafe { sys::vjp_guard_device(self.raw(), out) })?;
        Ok(body())
    }

    /// Makes this the default device of the calling thread, and of threads that have not computed yet.
    pub fn set_default(self) -> Result<()> {
        // SAFETY: by value.
        check(unsafe { sys::vjp_set_default_device(self.raw()) })
    }

    /// Runs `body` with this as the thread's default device, to create tensors on it.
    ///
    /// ```
    /// use vjp::{ops, Device, Tensor};
    /// let device = Device::sim(0);
    /// let (x, y) = device.with_default(|| -> vjp::Result<_> {
    ///     Ok((ops::ones(&[2])?, Tensor::from_slice(&[1.0f32, 2.0], &[2])?))
    /// })??;
    /// assert_eq!((x.device(), y.device()), (device, device));
    /// assert_eq!((x + y).to_vec::<f32>()?, [2.0, 3.0]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn with_default<R>(self, body: impl FnOnce() -> R) -> Result<R> {
        // SAFETY: `out` is a local of `begin`.
        let _region = Region::begin(|out| unsafe { sys::vjp_guard_default_device(self.raw(), out) })?;
        Ok(body())
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = [0 as c_char; 64];
        // SAFETY: the buffer is as long as said, and what is written to it ends in a zero byte.
        let known = unsafe { sys::vjp_device_name(self.raw(), name.as_mut_ptr(), name.len()) };
        if known != sys::vjp_status::VJP_OK {
            return write!(f, "device {} of type {}", self.index, self.kind.0);
        }
        // SAFETY: as above.
        f.write_str(&unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy())
    }
}

impl FromStr for Device {
    type Err = Error;

    /// Loads the backend; an error says why there is no such device. Nothing is created on it.
    fn from_str(name: &str) -> Result<Device> {
        let name = c_string(name)?;
        // SAFETY: the name is a C string, the place a local of `make`.
        Device::make(|out| unsafe { sys::vjp_device_from_name(name.as_ptr(), out) })
    }
}

/// The thread's default device: where new tensors lie that are made of no other tensor. At first the CPU, or what the
/// environment variable `VJP_DEVICE` names. See [`Device::set_default`] and [`Device::with_default`].
pub fn default_device() -> Result<Device> {
    // SAFETY: the place is a local of `make`.
    Device::make(|out| unsafe { sys::vjp_get_default_device(out) })
}

/// Every backend, found or not, a line each: what it is, where it came from, its devices, what is wrong with it.
pub fn describe_backends() -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    crate::error::owned(|out| unsafe { sys::vjp_backends_describe(out) })
}

/// Whether every kernel has to give the same bits for the same inputs, whatever stream, order or number of threads; one
/// that cannot then fails and says so. Of the process; off at first.
pub fn set_deterministic(on: bool) {
    // SAFETY: by value.
    unsafe { sys::vjp_set_deterministic(on) }
}

pub fn is_deterministic() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_get_deterministic() }
}

/// Whether products and convolutions of float32 may round their operands to TF32 (10 bits of mantissa) on devices that
/// are faster that way. Of the process; off at first, unless the environment has `VJP_TF32=1`.
pub fn set_allow_tf32(on: bool) {
    // SAFETY: by value.
    unsafe { sys::vjp_set_allow_tf32(on) }
}

pub fn is_tf32_allowed() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_get_allow_tf32() }
}

/// What [`Tensor::to`] is to make of a tensor: another element type, a copy on another device, or both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Target {
    pub device: Option<Device>,
    pub dtype: Option<crate::DType>,
    /// Enqueue the copy and go on, where the host's memory is page-locked ([`Tensor::pin_memory`]).
    pub non_blocking: bool,
}

impl From<crate::DType> for Target {
    fn from(dtype: crate::DType) -> Target {
        Target { dtype: Some(dtype), ..Default::default() }
    }
}

impl From<Device> for Target {
    fn from(device: Device) -> Target {
        Target { device: Some(device), ..Default::default() }
    }
}

impl From<(Device, crate::DType)> for Target {
    fn from((device, dtype): (Device, crate::DType)) -> Target {
        Target { device: Some(device), dtype: Some(dtype), ..Default::default() }
    }
}

impl Tensor {
    /// Where the tensor lies.
    pub fn device(&self) -> Device {
        // SAFETY: the handle is alive.
        Device::from_raw(unsafe { sys::vjp_tensor_device(self.raw()) })
    }

    /// The tensor with its elements converted, or on another device, or both; itself if nothing changes.
    /// Differentiable: a gradient comes back in the element type and on the device of `self`.
    ///
    /// ```
    /// use vjp::{DType, Device, Tensor};
    /// let x = Tensor::from_slice(&[1.5f32], &[1])?;
    /// let there = x.to(Device::sim(0))?;
    /// assert_eq!(there.device().to_string(), "sim:0");
    /// assert_eq!(there.to((Device::CPU, DType::Int64))?.to_vec::<i64>()?, [1]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn to(&self, target: impl Into<Target>) -> Result<Tensor> {
        let Target { device, dtype, non_blocking } = target.into();
        match (device, dtype) {
            (None, None) => Ok(self.clone()),
            (None, dtype) => crate::ops::to_with(self, crate::ops::ToOptions { dtype }),
            _ => crate::ops::to_device_with(self, device, crate::ops::ToDeviceOptions { dtype, non_blocking }),
        }
    }
}
