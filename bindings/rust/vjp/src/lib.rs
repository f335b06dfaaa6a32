//! Tensors and automatic differentiation: safe wrappers of libvjp.
//!
//! ```
//! use vjp::Tensor;
//!
//! let x = Tensor::from_slice(&[1.0f32, 2.0, 3.0], &[3])?.tracked()?;
//! let y = (x.tanh()? * 2.0 + &x).sum()?;
//! y.backward()?;
//! println!("{}", x.grad()?.unwrap());
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! [`Tensor`] is a counted handle. Operators are methods of it and functions of [`ops`]; what the C library finds
//! wrong is an [`Error`] with its message. An operator with optional arguments has a second form, `name_with`, that
//! takes them in a struct with defaults:
//!
//! ```
//! # let x = vjp::Tensor::from_slice(&[1.0f32, 2.0], &[1, 2])?;
//! use vjp::ops::SumOptions;
//! let rows = x.sum_with(SumOptions { dim: Some(&[1]), ..Default::default() })?;
//! # assert_eq!((rows.shape(), x.sum()?.item()?), (&[1][..], 3.0));
//! # Ok::<(), vjp::Error>(())
//! ```

mod amp;
mod arithmetic;
#[cfg(feature = "ndarray")]
mod arrays;
mod autograd;
mod by_name;
#[cfg(any(feature = "serde", feature = "safetensors"))]
mod bytes;
mod call;
mod callback;
mod checkpoint;
pub mod compile;
mod compiled;
mod device;
mod dlpack;
mod dtype;
mod error;
mod forward;
mod function;
pub mod functional;
pub mod gradcheck;
mod graph;
mod graphed;
mod handle;
mod hook;
mod index;
mod intercept;
pub mod memory;
pub mod memory_report;
mod node;
pub mod observe;
pub mod optim;
mod pending;
#[rustfmt::skip]
#[path = "ops_generated.rs"]
pub mod ops;
mod picture;
pub mod profiler;
pub mod race;
mod random;
mod region;
pub mod safetensors;
mod scalar;
#[cfg(feature = "serde")]
mod serialize;
pub mod sim;
mod sparse;
pub mod sparsity;
mod stream;
mod tensor;
mod vmap;
mod warning;
mod weak;

pub use amp::{autocast, autocast_dtype, AutocastOptions, GradScaler, GradScalerOptions, GradScalerState};
pub use arithmetic::Right;
pub use autograd::{
    at_end_of_backward, backward_id, enable_grad, grad, grad_with, in_backward, is_fork_without_workers,
    is_grad_enabled, no_grad, GradCall, GradModeGuard, GradOptions,
};
pub use checkpoint::{
    checkpoint, checkpoint_debug, checkpoint_keeping, checkpoint_sequential, checkpoint_with, early_stop,
    CheckpointOptions, CheckpointPolicy, OperatorCall,
};
pub use device::{
    default_device, describe_backends, is_deterministic, is_tf32_allowed, set_allow_tf32, set_deterministic, Device,
    DeviceInfo, DeviceKind, Target,
};
pub use dlpack::Dlpack;
pub use dtype::{Bf16Bits, Complex, DType, Element, F16Bits, MemoryFormat};
pub use error::{Error, Result, Status};
pub use forward::{forward_mode, Level};
pub use function::{custom, record, Backward, Call, Function, Jvp};
pub use graph::{
    set_stale_streams, stale_streams, CaptureMode, CaptureOptions, DeviceGraph, EventWatch, MemoryPool, StaleStreams,
};
pub use graphed::{make_graphed, Graphed, GraphedFunction, GraphedOptions};
pub use hook::{add_any_grad_hook, add_multi_grad_hook, Hook};
pub use index::{Index, Indices};
pub use intercept::{intercept, InterceptedCall, Place, Value, Variant};
pub use node::Node;
pub use pending::{Gradients, Pending};
pub use random::{manual_seed, Generator};
pub use region::{
    allow_saved_tensor_mutation, inference, location, multithreading, save_on_cpu, with_saved_tensor_hooks,
    without_saved_tensor_hooks,
};
pub use scalar::{Operand, Scalar};
pub use sparse::Layout;
pub use stream::{stream_statistics, CaptureState, Event, Stream, StreamGuard, StreamStatistics};
pub use tensor::Tensor;
pub use vmap::{function_vmap, vmap, vmap_loops, vmap_with, Batch, BatchLevel, Randomness, VmapOptions};
pub use warning::{discard_warnings, print_warnings, set_warning_filter, set_warning_handler, warn};
pub use weak::{WeakNode, WeakTensor};

/// The C library's version.
pub fn version() -> String {
    // SAFETY: the string is static.
    unsafe { error::text(vjp_sys::vjp_version()) }
}

/// How many threads a single operator may use, the calling one included. Results do not depend on it.
pub fn set_num_threads(threads: i32) -> Result<()> {
    // SAFETY: a number; the call checks it.
    error::check(unsafe { vjp_sys::vjp_set_num_threads(threads) })
}

pub fn num_threads() -> i32 {
    // SAFETY: no argument.
    unsafe { vjp_sys::vjp_get_num_threads() }
}

/// Threads of the program that operators share their work among.
pub trait ThreadPool: Sync {
    /// Calls `task(i)` once for each `i` below `count`, in any order, on any threads, the calling one included, and
    /// returns when all of them have returned. It may be called from several threads at a time. If it panics the work is
    /// done all the same, on the calling thread, and the panic goes on out of the operator.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync));
}

/// From now on operators work on the threads of `pool`. Results do not depend on it.
///
/// ```
/// struct Spawn;
/// impl vjp::ThreadPool for Spawn {
///     fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
///         std::thread::scope(|s| (0..count).for_each(|i| drop(s.spawn(move || task(i)))));
///     }
/// }
/// vjp::set_thread_pool(&Spawn)?;
/// assert_eq!(vjp::ops::ones(&[300, 300])?.sum()?.item()?, 90000.0);
/// vjp::reset_thread_pool()?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_thread_pool<P: ThreadPool>(pool: &'static P) -> Result<()> {
    use std::os::raw::c_void;
    struct Task(unsafe extern "C" fn(*mut c_void, usize), *mut c_void);
    // SAFETY: the library's tasks may run on any threads at once.
    unsafe impl Sync for Task {}
    impl Task {
        fn call(&self, index: usize) {
            // SAFETY: the context is valid until `run` returns.
            unsafe { (self.0)(self.1, index) }
        }
    }
    unsafe extern "C" fn run<P: ThreadPool>(
        context: *mut c_void,
        count: usize,
        task: Option<unsafe extern "C" fn(*mut c_void, usize)>,
        task_context: *mut c_void,
    ) {
        if let Some(task) = task {
            let task = Task(task, task_context);
            // A panic is raised, which the operator fails with: there is no status.
            callback::guarded(|| {
                (*context.cast::<P>()).run(count, &|index| task.call(index));
                Ok(())
            });
        }
    }
    let raw = vjp_sys::vjp_thread_pool {
        struct_size: std::mem::size_of::<vjp_sys::vjp_thread_pool>(),
        run: Some(run::<P>),
        context: (pool as *const P).cast_mut().cast(),
    };
    // SAFETY: the struct is copied; the pool lives for ever and may be used from several threads.
    error::check(unsafe { vjp_sys::vjp_set_thread_pool(&raw) })
}

/// From now on operators work on the library's own threads again.
pub fn reset_thread_pool() -> Result<()> {
    // SAFETY: NULL is allowed.
    error::check(unsafe { vjp_sys::vjp_set_thread_pool(std::ptr::null()) })
}

/// One line about compiler, BLAS and the vector instructions in use on this machine.
pub fn build_info() -> String {
    // SAFETY: the string is static.
    unsafe { error::text(vjp_sys::vjp_build_info()) }
}

/// Joins the library's threads and frees its caches. It may be used again afterwards.
pub fn shutdown() {
    // SAFETY: no argument.
    unsafe { vjp_sys::vjp_shutdown() }
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
