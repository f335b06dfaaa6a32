//! The state of a module: walking over it, loading, saving.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use vjp::{no_grad, safetensors, Error, Result, Status, Tensor};

use crate::module::{Entry, Kind, Module, Training, Visitor};

/// Names that did not meet, of [`Module::load_what_fits`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// What the module has, and the state has not.
    pub missing: Vec<String>,
    /// What the state has, and the module has not.
    pub unexpected: Vec<String>,
}

pub(crate) fn walk<M: Module + ?Sized>(module: &M) -> Vec<Entry<'_>> {
    let mut visitor = Visitor { prefix: String::new(), found: Vec::new() };
    module.visit(&mut visitor);
    visitor.found
}

pub(crate) fn set_training<M: Module + ?Sized>(module: &M, on: bool) {
    for entry in walk(module) {
        if let Kind::Training(training) = entry.kind {
            Training::set(training, on);
        }
    }
}

/// Copies what has the same names; under `strict` names that did not meet are an error. Nothing is copied unless all shapes fit.
pub(crate) fn load<M: Module + ?Sized>(module: &M, state: &[(String, Tensor)], strict: bool) -> Result<Unmatched> {
    let own = module.state_dict();
    let given: HashMap<&str, &Tensor> = state.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    let known: HashSet<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
    let missing = own.iter().map(|(name, _)| name).filter(|name| !given.contains_key(name.as_str()));
    let unexpected = state.iter().map(|(name, _)| name).filter(|name| !known.contains(name.as_str()));
    let unmatched = Unmatched { missing: missing.cloned().collect(), unexpected: unexpected.cloned().collect() };
    let mut problems = Vec::new();
    if strict {
        for (what, names) in [("missing", &unmatched.missing), ("unexpected", &unmatched.unexpected)] {
            problems.extend((!names.is_empty()).then(|| format!("{what} {}", names.join(", "))));
        }
    }
    let pairs: Vec<_> = own.iter().filter_map(|(name, to)| Some((name, to, *given.get(name.as_str())?))).collect();
    for (name, to, from) in pairs.iter().filter(|(_, to, from)| to.shape() != from.shape()) {
        problems.push(format!("{name} has shape {:?}, expected {:?}", from.shape(), to.shape()));
    }
    if !problems.is_empty() {
        return Err(Error::new(Status::Invalid, format!("load_state_dict: {}", problems.join("; "))));
    }
    no_grad(|| pairs.into_iter().try_for_each(|(_, to, from)| to.copy_(from)))?;
    Ok(unmatched)
}

pub(crate) fn save<M: Module + ?Sized>(module: &M, path: &Path) -> Result<()> {
    let state = module.state_dict();
    let named: Vec<_> = state.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    safetensors::save(path, &named, &[("format", "pt")]) // which some readers of PyTorch's files ask for
}

pub(crate) fn read<M: Module + ?Sized>(module: &M, path: &Path) -> Result<()> {
    let file = safetensors::File::open(path)?;
    let names = file.names();
    let state = names.into_iter().map(|name| Ok((name.clone(), file.get(&name)?))).collect::<Result<Vec<_>>>()?;
    load(module, &state, true).map_err(|e| Error::new(e.status, format!("{}: {}", path.display(), e.message)))?;
    Ok(())
}
