//! Recurrent layers.

use vjp::ops::{self, ZerosOptions};
use vjp::{Result, Tensor};

use crate::module::{Module, Training, Visitor};
use crate::packed::PackedSequence;
use crate::{init, invalid};

/// What an [`Rnn`] does to the sum of its two maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nonlinearity {
    #[default]
    Tanh,
    Relu,
}

/// How a recurrent layer is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RnnConfig {
    /// Layers above each other.
    pub num_layers: i64,
    pub bias: bool,
    /// Input and output are [batch, steps, features] and not [steps, batch, features].
    pub batch_first: bool,
    /// Between layers, in training.
    pub dropout: f64,
    /// A second direction, from the end, whose results stand beside the first one's.
    pub bidirectional: bool,
    /// Of [`Lstm`]: h is projected to this size; 0: it is not.
    pub proj_size: i64,
    /// Of [`Rnn`].
    pub nonlinearity: Nonlinearity,
}

impl Default for RnnConfig {
    fn default() -> Self {
        RnnConfig {
            num_layers: 1,
            bias: true,
            batch_first: false,
            dropout: 0.0,
            bidirectional: false,
            proj_size: 0,
            nonlinearity: Nonlinearity::Tanh,
        }
    }
}

/// What the three kinds share.
struct Recurrent {
    kind: &'static str,
    input: i64,
    hidden: i64,
    config: RnnConfig,
    names: Vec<String>,
    weights: Vec<Tensor>,
    training: Training,
}

impl Recurrent {
    fn new(kind: &'static str, gates: i64, input: i64, hidden: i64, config: RnnConfig) -> Result<Recurrent> {
        let RnnConfig { num_layers, bias, dropout, bidirectional, proj_size, .. } = config;
        if hidden <= 0 || num_layers <= 0 {
            let got = format!("hidden and num_layers are {hidden} and {num_layers}");
            return Err(invalid(format!("{kind}: {got}, expected positive numbers")));
        }
        if !(0.0..=1.0).contains(&dropout) {
            return Err(invalid(format!("{kind}: dropout is {dropout}, expected a probability between 0 and 1")));
        }
        if !(0..hidden).contains(&proj_size) || (proj_size > 0 && kind != "Lstm") {
            let wanted = format!("expected less than hidden, {hidden}; and it is for Lstm only");
            return Err(invalid(format!("{kind}: proj_size is {proj_size}, {wanted}")));
        }
        let (rows, state) = (gates * hidden, if proj_size > 0 { proj_size } else { hidden });
        let directions = if bidirectional { &["", "_reverse"][..] } else { &[""] };
        let (mut names, mut weights) = (Vec::new(), Vec::new());
        for layer in 0..num_layers {
            let columns = if layer == 0 { input } else { state * directions.len() as i64 };
            for direction in directions {
                let mut add = |part: &str, shape: &[i64]| -> Result<()> {
                    names.push(format!("{part}_l{layer}{direction}"));
                    weights.push(init::parameter(shape)?);
                    Ok(())
                };
                add("weight_ih", &[rows, columns])?;
                add("weight_hh", &[rows, state])?;
                if bias {
                    add("bias_ih", &[rows])?;
                    add("bias_hh", &[rows])?;
                }
                if proj_size > 0 {
                    add("weight_hr", &[proj_size, hidden])?;
                }
            }
        }
        let bound = 1.0 / (hidden as f64).sqrt();
        weights.iter().try_for_each(|weight| init::uniform_(weight, -bound, bound))?;
        Ok(Recurrent { kind, input, hidden, config, names, weights, training: Training::default() })
    }

    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        for (name, weight) in self.names.iter().zip(&self.weights) {
            visitor.parameter(name, weight);
        }
        visitor.training(&self.training);
    }

    /// The dimension of the batch.
    fn along(&self) -> i64 {
        i64::from(!self.config.batch_first)
    }

    /// The input with a batch, and whether it had none.
    fn batched(&self, input: &Tensor) -> Result<(Tensor, bool)> {
        let features = input.shape().last().copied();
        match input.ndim() {
            2 | 3 if features != Some(self.input) => {
                let (kind, wanted) = (self.kind, self.input);
                Err(invalid(format!("{kind}: the input has shape {:?}, expected {wanted} features", input.shape())))
            }
            2 => Ok((input.unsqueeze(self.along())?, true)),
            3 => Ok((input.clone(), false)),
            _ => {
                let wanted = "[steps, batch, features] or [steps, features] is wanted";
                Err(invalid(format!("{}: {wanted}, not shape {:?}", self.kind, input.shape())))
            }
        }
    }

    /// The rows of packed sequences, of as many features.
    fn rows<'a>(&self, input: &'a PackedSequence) -> Result<&'a Tensor> {
        let data = input.data();
        if data.ndim() != 2 || data.shape()[1] != self.input {
            let wanted = format!("rows of {} features are wanted, not shape {:?}", self.input, data.shape());
            return Err(invalid(format!("{}: {wanted}", self.kind)));
        }
        Ok(data)
    }

    /// The state that was given, in the order of the rows, or zeros.
    fn packed_state(&self, what: &str, given: Option<&Tensor>, input: &PackedSequence, size: i64) -> Result<Tensor> {
        let state = self.state(what, given, input.data(), input.batch(), false, size)?;
        if given.is_none() {
            return Ok(state);
        }
        input.sorted(&state)
    }

    fn batch(&self, input: &Tensor) -> i64 {
        input.shape()[self.along() as usize]
    }

    /// The state that was given, or zeros, as [layers * directions, batch, size].
    fn state(
        &self,
        what: &str,
        given: Option<&Tensor>,
        input: &Tensor,
        batch: i64,
        alone: bool,
        size: i64,
    ) -> Result<Tensor> {
        let places = self.config.num_layers * if self.config.bidirectional { 2 } else { 1 };
        let shape = [places, batch, size];
        let state = match given {
            None => {
                let zeros = || ops::zeros_with(&shape, ZerosOptions { dtype: Some(input.dtype()) });
                return input.device().with_default(zeros)?;
            }
            Some(state) if alone && state.ndim() == 2 => state.unsqueeze(1)?,
            Some(state) => state.clone(),
        };
        if state.shape() != shape {
            let wanted = if alone { vec![places, size] } else { shape.to_vec() };
            let got = given.map_or(&[][..], Tensor::shape);
            return Err(invalid(format!("{}: {what} has shape {got:?}, expected {wanted:?}", self.kind)));
        }
        Ok(state)
    }

    /// Results without the batch where the input had none.
    fn unbatched(&self, alone: bool, output: Tensor, state: Tensor) -> Result<(Tensor, Tensor)> {
        if alone {
            return Ok((output.squeeze_dim(&[self.along()])?, state.squeeze_dim(&[1])?));
        }
        Ok((output, state))
    }
}

macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident, $gates:literal, |$layer:ident| $function:expr, $packed:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(Recurrent);

        impl $name {
            pub fn new(input: i64, hidden: i64) -> Result<$name> {
                $name::with(input, hidden, RnnConfig::default())
            }

            pub fn with(input: i64, hidden: i64, config: RnnConfig) -> Result<$name> {
                Ok($name(Recurrent::new(stringify!($name), $gates, input, hidden, config)?))
            }

            /// Output of every step, and the last state, from a first one (zeros, where there is none).
            pub fn forward(&self, input: &Tensor, h_0: Option<&Tensor>) -> Result<(Tensor, Tensor)> {
                let $layer = &self.0;
                let (input, alone) = $layer.batched(input)?;
                let h = $layer.state("h_0", h_0, &input, $layer.batch(&input), alone, $layer.hidden)?;
                let RnnConfig { num_layers, bias, batch_first, dropout, bidirectional, .. } = $layer.config;
                let train = $layer.training.is_on();
                let (output, h) =
                    $function(&input, &h, &$layer.weights, bias, num_layers, dropout, train, bidirectional, batch_first)?;
                $layer.unbatched(alone, output, h)
            }

            /// The same of packed sequences: their outputs, and the state after the last step of each.
            pub fn forward_packed(
                &self,
                input: &PackedSequence,
                h_0: Option<&Tensor>,
            ) -> Result<(PackedSequence, Tensor)> {
                let $layer = &self.0;
                let data = $layer.rows(input)?;
                let h = $layer.packed_state("h_0", h_0, input, $layer.hidden)?;
                let RnnConfig { num_layers, bias, dropout, bidirectional, .. } = $layer.config;
                let (train, sizes) = ($layer.training.is_on(), input.sizes()?);
                let (output, h) =
                    $packed(data, &sizes, &h, &$layer.weights, bias, num_layers, dropout, train, bidirectional)?;
                Ok((input.with_data(output), input.unsorted(&h)?))
            }
        }

        impl Module for $name {
            fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
                self.0.visit(visitor);
            }
        }
    )*};
}

plain! {
    /// h = tanh(W_ih x + b_ih + W_hh h + b_hh) for each step of [steps, batch, features] or [steps, features].
    ///
    /// States are [layers * directions, batch, hidden]. Parameters weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0 and
    /// so on for each layer, with _reverse for the other direction, begin uniform within 1 / sqrt(hidden).
    ///
    /// ```
    /// let layer = vjp_nn::Rnn::new(3, 5)?;
    /// let (output, last) = layer.forward(&vjp::ops::randn(&[7, 2, 3])?, None)?;
    /// assert_eq!((output.shape(), last.shape()), (&[7, 2, 5][..], &[1, 2, 5][..]));
    /// # Ok::<(), vjp::Error>(())
    /// ```
    Rnn, 1, |layer| match layer.config.nonlinearity {
        Nonlinearity::Tanh => ops::rnn_tanh,
        Nonlinearity::Relu => ops::rnn_relu,
    }, match layer.config.nonlinearity {
        Nonlinearity::Tanh => ops::rnn_tanh_data,
        Nonlinearity::Relu => ops::rnn_relu_data,
    };
    /// Gated recurrent units (Cho and others, 2014), called as [`Rnn`]; gates in the order r, z, n.
    Gru, 3, |layer| ops::gru, ops::gru_data;
}

/// Long short-term memory (Hochreiter and Schmidhuber, 1997); gates in the order i, f, g, o. Parameters as of [`Rnn`],
/// and weight_hr_l0 and so on where h is projected.
pub struct Lstm(Recurrent);

impl Lstm {
    pub fn new(input: i64, hidden: i64) -> Result<Lstm> {
        Lstm::with(input, hidden, RnnConfig::default())
    }

    pub fn with(input: i64, hidden: i64, config: RnnConfig) -> Result<Lstm> {
        Ok(Lstm(Recurrent::new("Lstm", 4, input, hidden, config)?))
    }

    /// Output of every step, and the last h and c, from first ones (zeros, where there are none).
    pub fn forward(&self, input: &Tensor, start: Option<(&Tensor, &Tensor)>) -> Result<(Tensor, (Tensor, Tensor))> {
        let layer = &self.0;
        let (input, alone) = layer.batched(input)?;
        let RnnConfig { num_layers, bias, batch_first, dropout, bidirectional, proj_size, .. } = layer.config;
        let size = if proj_size > 0 { proj_size } else { layer.hidden };
        let batch = layer.batch(&input);
        let h = layer.state("h_0", start.map(|(h, _)| h), &input, batch, alone, size)?;
        let c = layer.state("c_0", start.map(|(_, c)| c), &input, batch, alone, layer.hidden)?;
        let train = layer.training.is_on();
        let (output, h, c) =
            ops::lstm(&input, &[h, c], &layer.weights, bias, num_layers, dropout, train, bidirectional, batch_first)?;
        let (output, h) = layer.unbatched(alone, output, h)?;
        Ok((output, (h, if alone { c.squeeze_dim(&[1])? } else { c })))
    }

    /// The same of packed sequences: their outputs, and h and c after the last step of each.
    pub fn forward_packed(
        &self,
        input: &PackedSequence,
        start: Option<(&Tensor, &Tensor)>,
    ) -> Result<(PackedSequence, (Tensor, Tensor))> {
        let layer = &self.0;
        let data = layer.rows(input)?;
        let RnnConfig { num_layers, bias, dropout, bidirectional, proj_size, .. } = layer.config;
        let size = if proj_size > 0 { proj_size } else { layer.hidden };
        let h = layer.packed_state("h_0", start.map(|(h, _)| h), input, size)?;
        let c = layer.packed_state("c_0", start.map(|(_, c)| c), input, layer.hidden)?;
        let (train, sizes) = (layer.training.is_on(), input.sizes()?);
        let (output, h, c) =
            ops::lstm_data(data, &sizes, &[h, c], &layer.weights, bias, num_layers, dropout, train, bidirectional)?;
        Ok((input.with_data(output), (input.unsorted(&h)?, input.unsorted(&c)?)))
    }
}

impl Module for Lstm {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        self.0.visit(visitor);
    }
}
