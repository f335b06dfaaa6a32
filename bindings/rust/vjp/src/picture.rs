//! Pictures of graphs: DOT, SVG, and pages that can be moved, scaled and searched.

use std::path::Path;
use std::ptr::null;

use vjp_sys as sys;

use crate::error::{c_string, check, owned, Result};
use crate::observe::Graph;
use crate::profiler::Profiler;
use crate::tensor::Tensor;

/// The language of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text for Graphviz's `dot`.
    Dot,
    Svg,
    /// A page of its own: boxes open by a click, and it needs nothing but itself.
    Html,
}

/// What a picture shows.
#[derive(Debug, Clone)]
pub struct PictureOptions<'a> {
    /// Of a grad call: what it would not execute is pale. None: a call that goes to every leaf.
    pub inputs: &'a [&'a Tensor],
    /// What comes several times in a row is one box.
    pub fold: bool,
    /// So many levels of boxes show what they hold, in DOT and SVG; -1: all of them.
    pub open: i32,
    /// Of a level, leaves not counted; what is more is left out. 0 means 250.
    pub max_boxes: usize,
    pub title: Option<&'a str>,
}

impl Default for PictureOptions<'_> {
    fn default() -> Self {
        PictureOptions { inputs: &[], fold: true, open: 0, max_boxes: 0, title: None }
    }
}

impl Graph {
    /// Gives a tensor that requires grad a name in pictures.
    pub fn set_name(&self, tensor: &Tensor, name: &str) -> Result<()> {
        let name = c_string(name)?;
        // SAFETY: all handles are alive, and the name is copied.
        check(unsafe { sys::vjp_graph_set_name(self.raw(), tensor.raw(), name.as_ptr()) })
    }

    /// Says what a node, numbered as in [`Graph::nodes`], belongs to: neighbours of one group are one box. A slash
    /// stands before a group inside a group.
    pub fn set_group(&self, node: usize, path: &str) -> Result<()> {
        let path = c_string(path)?;
        // SAFETY: the handle is alive, and the path is copied.
        check(unsafe { sys::vjp_graph_set_group(self.raw(), node, path.as_ptr()) })
    }

    /// The ranges in which nodes were recorded under a profiler, which has stopped, are their groups. How many have got
    /// one.
    pub fn add_groups(&self, profiler: &Profiler) -> Result<usize> {
        let mut found = 0;
        // SAFETY: both handles are alive, the place is a local.
        check(unsafe { sys::vjp_graph_add_groups(self.raw(), profiler.raw(), &mut found) })?;
        Ok(found)
    }

    /// The picture as text.
    ///
    /// ```
    /// use vjp::observe::{Format, Graph, PictureOptions};
    /// let w = vjp::Tensor::from_slice(&[1.0f32, 2.0], &[2])?.tracked()?;
    /// let graph = Graph::behind(&[&w.tanh()?.sum()?])?;
    /// graph.set_name(&w, "w")?;
    /// assert!(graph.picture(Format::Svg, &PictureOptions::default())?.starts_with("<svg"));
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn picture(&self, format: Format, options: &PictureOptions) -> Result<String> {
        let inputs: Vec<_> = options.inputs.iter().map(|tensor| tensor.raw()).collect();
        let title = options.title.map(c_string).transpose()?;
        let raw = sys::vjp_graph_picture_options {
            inputs: inputs.as_ptr(),
            num_inputs: inputs.len(),
            fold: options.fold.into(),
            open: options.open,
            max_boxes: options.max_boxes,
            title: title.as_ref().map_or(null(), |title| title.as_ptr()),
            ..sys::VJP_GRAPH_PICTURE_OPTIONS_INIT
        };
        let format = match format {
            Format::Dot => sys::VJP_PICTURE_DOT,
            Format::Svg => sys::VJP_PICTURE_SVG,
            Format::Html => sys::VJP_PICTURE_HTML,
        };
        // SAFETY: the handle, the list and the title live during the call; `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_graph_picture(self.raw(), format, &raw, out) })
    }

    /// Writes the picture; the suffix says as what: `.svg`, `.html`, otherwise text for Graphviz.
    pub fn save(&self, path: impl AsRef<Path>, options: &PictureOptions) -> std::io::Result<()> {
        let suffix = path.as_ref().extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
        let format = match suffix.to_ascii_lowercase().as_str() {
            "svg" => Format::Svg,
            "html" | "htm" => Format::Html,
            _ => Format::Dot,
        };
        let text = self.picture(format, options).map_err(|e| std::io::Error::new(std::io::ErrorKind::Other, e))?;
        std::fs::write(path, text)
    }
}
