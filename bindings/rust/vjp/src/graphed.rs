//! Functions whose forward and backward are captured into graphs.

use std::ffi::{c_char, c_void, CString};
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::callback::{borrowed_list, drop_context, guarded, into_context};
use crate::device::Device;
use crate::error::{c_string, check, Result};
use crate::graph::{CaptureMode, MemoryPool};
use crate::handle::handle;
use crate::tensor::Tensor;

type Run = Box<dyn Fn(&[Tensor], bool) -> Result<Vec<Tensor>> + Send + Sync>;

/// A function to be captured by [`make_graphed`], with samples of what it will be called with.
pub struct GraphedFunction {
    run: Run,
    samples: Vec<Tensor>,
    parameters: Vec<(String, Tensor)>,
    training: bool,
}

impl GraphedFunction {
    /// `function` computes results from inputs as the samples are: tensors of one device, in shapes, element types and
    /// [`requires_grad`](Tensor::requires_grad). It does the same each time and does not wait for the device. The
    /// samples' memory becomes that of the graph's inputs: each call writes its inputs there. So functions have a sample
    /// each: what is written there between a call and its backward makes that backward an error
    /// ([`Status::Version`](crate::Status::Version)).
    pub fn new<F>(samples: &[&Tensor], function: F) -> Self
    where
        F: Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
    {
        GraphedFunction::with_training(samples, true, move |inputs, _| function(inputs))
    }

    /// A function that receives whether it runs in training. It is captured for `training`; in calls that say otherwise
    /// it runs itself, as if it had never been graphed.
    pub fn with_training<F>(samples: &[&Tensor], training: bool, function: F) -> Self
    where
        F: Fn(&[Tensor], bool) -> Result<Vec<Tensor>> + Send + Sync + 'static,
    {
        let samples = samples.iter().map(|&sample| sample.clone()).collect();
        GraphedFunction { run: Box::new(function), samples, parameters: Vec::new(), training }
    }

    /// The leaves that the function reads besides its inputs and that get gradients through it, with names for messages.
    /// They have no hooks yet, may be changed in place, and keep their memory.
    pub fn parameters(mut self, parameters: &[(&str, &Tensor)]) -> Self {
        self.parameters = parameters.iter().map(|&(name, tensor)| (name.to_owned(), tensor.clone())).collect();
        self
    }
}

/// How [`make_graphed`] captures.
#[derive(Clone, Copy)]
pub struct GraphedOptions<'a> {
    /// How often each function runs before it is captured; 3.
    pub num_warmup: i32,
    /// An input or parameter that no result depends on gets no gradient; otherwise it is an error.
    pub allow_unused: bool,
    /// What is computed on the CPU is left out of replays instead of being an error.
    pub elide_cpu_work: bool,
    pub mode: CaptureMode,
    /// For all graphs; None: a pool of their own.
    pub pool: Option<&'a MemoryPool>,
    /// The CPU: that of samples and parameters. For functions that have neither.
    pub device: Device,
}

impl Default for GraphedOptions<'_> {
    fn default() -> Self {
        GraphedOptions {
            num_warmup: 3,
            allow_unused: false,
            elide_cpu_work: false,
            mode: CaptureMode::Global,
            pool: None,
            device: Device::CPU,
        }
    }
}

handle! {
    /// The C side of [`Graphed`].
    Captured, vjp_graphed, vjp_graphed_release
}

/// A function that runs as two graphs: a call replays that of its forward, and records one node whose derivative replays
/// that of its backward. Made by [`make_graphed`].
///
/// Results, and the gradients that come out, lie in memory of the graphs: **they are overwritten by later calls** of it, and
/// of functions that were made before it at the same time. So a backward runs once for each call, and functions run
/// backward in the reverse order of their making. Gradients that are accumulated into leaves are copies. There is no
/// second derivative, and no forward mode. One thread at a time has it:
///
/// ```compile_fail,E0277
/// fn share<T: Sync>() {}
/// share::<vjp::Graphed>();
/// ```
pub struct Graphed {
    captured: Captured,
    training: bool,
}

impl Graphed {
    /// Copies the inputs to where the samples lay, except those that lie there, and replays the forward on the thread's
    /// current stream. Gives the results.
    ///
    /// An input that is not as its sample is a shape, type, device or argument error; a parameter that requires
    /// grad and did not, and a current stream that is being captured, a state error.
    pub fn call(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        self.call_with(self.training, inputs)
    }

    /// [`Graphed::call`] in training or not. Where that is not what was captured, the function itself runs, with inputs of
    /// any shape.
    pub fn call_with(&self, training: bool, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        let inputs = handles(inputs);
        // SAFETY: the handle is alive, and nobody else is in a call of it, for it is not Sync; the list lives meanwhile.
        list(|out| unsafe { sys::vjp_graphed_call(self.captured.raw(), inputs.as_ptr(), inputs.len(), training, out) })
    }
}

/// Makes functions graphed: runs each a few times with a backward on a stream of its own, then captures their forwards in
/// this order and their backwards in the reverse one, into one memory pool. A training step calls them in this order.
///
/// ```
/// use vjp::{make_graphed, ops, Device, GraphedFunction, GraphedOptions};
/// let device = Device::sim(0);
/// let (w, sample) = device.with_default(|| (ops::ones(&[3]), ops::ones(&[3])))?;
/// let (w, sample) = (w?.tracked()?, sample?);
/// let weight = w.clone();
/// let layer = GraphedFunction::new(&[&sample], move |inputs| Ok(vec![inputs[0].mul(&weight)?])).parameters(&[("w", &w)]);
/// let layer = make_graphed(vec![layer], GraphedOptions::default())?.remove(0);
/// for step in 1..=3 {
///     let x = device.with_default(|| ops::full(&[3], step as f64))??;
///     w.set_grad(None)?;
///     layer.call(&[&x])?[0].sum()?.backward()?; // replays both graphs
///     assert_eq!(w.grad()?.unwrap().to_vec::<f32>()?, [step as f32; 3]);
/// }
/// # Ok::<(), vjp::Error>(())
/// ```
///
/// Waits for the device, empties its cache, and draws random numbers in the first runs. Gradients of leaves stay what they
/// are. After a failure, which a panic of a function is too, nothing is left behind.
///
/// [`Status::Invalid`](crate::Status::Invalid) for parameters that have hooks or are no leaves, and inputs that no result
/// depends on; [`Status::Device`](crate::Status::Device) for samples and parameters of several devices, or of the CPU;
/// [`Status::State`](crate::Status::State) inside a capture or in inference mode, and for what cannot be captured.
pub fn make_graphed(functions: Vec<GraphedFunction>, options: GraphedOptions<'_>) -> Result<Vec<Graphed>> {
    struct Parts {
        samples: Vec<*mut sys::vjp_tensor>,
        parameters: Vec<*mut sys::vjp_tensor>,
        _names: Vec<CString>,
        names: Vec<*const c_char>,
    }
    let training: Vec<bool> = functions.iter().map(|function| function.training).collect();
    // Whatever can fail here does so before C has a context.
    let mut parts = Vec::with_capacity(functions.len());
    for function in &functions {
        let names: Vec<_> = function.parameters.iter().map(|(name, _)| c_string(name)).collect::<Result<_>>()?;
        parts.push(Parts {
            samples: handles(&function.samples),
            parameters: function.parameters.iter().map(|(_, tensor)| tensor.raw()).collect(),
            names: names.iter().map(|name| name.as_ptr()).collect(),
            _names: names,
        });
    }
    let (mut kept, mut raw) = (Vec::with_capacity(functions.len()), Vec::with_capacity(functions.len()));
    for (function, parts) in functions.into_iter().zip(&parts) {
        kept.push((function.samples, function.parameters)); // alive until C has its own references
        raw.push(sys::vjp_graphed_function {
            struct_size: std::mem::size_of::<sys::vjp_graphed_function>(),
            run: Some(run),
            context: into_context(function.run),
            drop: Some(drop_context::<Run>),
            inputs: parts.samples.as_ptr(),
            num_inputs: parts.samples.len(),
            parameters: parts.parameters.as_ptr(),
            num_parameters: parts.parameters.len(),
            parameter_names: parts.names.as_ptr(),
            training: function.training.into(),
        });
    }
    let pointers: Vec<*const sys::vjp_graphed_function> = raw.iter().map(|function| function as *const _).collect();
    let c_options = sys::vjp_graphed_options {
        struct_size: std::mem::size_of::<sys::vjp_graphed_options>(),
        device: options.device.raw(),
        num_warmup: options.num_warmup,
        allow_unused: options.allow_unused.into(),
        elide_cpu_work: options.elide_cpu_work.into(),
        mode: options.mode.raw(),
        pool: options.pool.map_or(null_mut(), MemoryPool::raw),
    };
    let mut out = vec![null_mut(); raw.len()];
    // SAFETY: structs, lists and names live during the call, lengths are theirs, C takes the contexts over whatever becomes
    // of the call, and `out` has a place a function.
    check(unsafe { sys::vjp_make_graphed(pointers.as_ptr(), pointers.len(), &c_options, out.as_mut_ptr()) })?;
    drop(kept);
    out.into_iter()
        .zip(training)
        .map(|(handle, training)| {
            let captured = Captured::make(|out| {
                // SAFETY: `out` is the local of `make`; the reference is ours.
                unsafe { *out = handle };
                sys::vjp_status::VJP_OK
            })?;
            Ok(Graphed { captured, training })
        })
        .collect()
}

unsafe extern "C" fn run(
    context: *mut c_void,
    training: bool,
    inputs: *const *mut sys::vjp_tensor,
    num_inputs: usize,
    results: *mut sys::vjp_tensor_list,
) -> sys::vjp_status {
    guarded(|| {
        let function = &*context.cast::<Run>();
        // None is null: samples are references.
        let inputs = borrowed_list(inputs, num_inputs);
        for result in function(&inputs, training)? {
            check(sys::vjp_tensor_list_append(results, result.raw()))?;
        }
        Ok(())
    })
}
