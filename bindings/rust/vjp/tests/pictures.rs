//! Pictures of graphs.

use vjp::observe::{record_cuts, to_dot, Format, Graph, PictureOptions};
use vjp::profiler::{range, Options, Profiler};
use vjp::{Result, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

/// DRAW-1, DRAW-2, DRAW-7
#[test]
fn pictures_show_names_and_what_a_grad_call_executes() -> Result<()> {
    let (a, b) = (leaf(&[1.0, 2.0])?, leaf(&[3.0, 4.0])?);
    let graph = Graph::behind(&[&a.sin()?.mul(&b.cos()?)?])?;
    graph.set_name(&a, "the <weights>")?;
    assert!(graph.set_name(&a, "a\0b").is_err());
    let svg = graph.picture(Format::Svg, &PictureOptions { title: Some("a title"), ..Default::default() })?;
    assert!(svg.starts_with("<svg") && svg.contains("the &lt;weights&gt;") && svg.contains("a title"), "{svg}");
    assert!(!svg.contains("the grad call executes"));
    let part = PictureOptions { inputs: &[&a], ..Default::default() };
    let dot = graph.picture(Format::Dot, &part)?;
    assert!(dot.starts_with("digraph") && dot.contains("the grad call executes 2 of 3"), "{dot}");
    let silent = Tensor::from_slice(&[1.0], &[1])?;
    let wrong = PictureOptions { inputs: &[&silent], ..Default::default() };
    assert!(graph.picture(Format::Html, &wrong).is_err());
    assert!(to_dot(&[&a.sin()?], &[("angle", &a)])?.contains("angle\\nfloat64[2]"));
    Ok(())
}

/// DRAW-3, DRAW-4, DRAW-6
#[test]
fn repeats_fold_ranges_are_groups_and_cuts_are_boxes() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    let mut y = x.clone();
    for _ in 0..20 {
        y = y.sin()?;
    }
    let graph = Graph::behind(&[&y])?;
    assert!(graph.picture(Format::Svg, &PictureOptions::default())?.contains("Sin \u{d7}20"));
    let whole = PictureOptions { fold: false, ..Default::default() };
    assert!(!graph.picture(Format::Svg, &whole)?.contains('\u{d7}'));
    let few = PictureOptions { fold: false, max_boxes: 5, ..Default::default() };
    assert!(graph.picture(Format::Svg, &few)?.contains("15 operators left out"));
    graph.set_group(0, "some")?;
    graph.set_group(1, "some")?;
    assert!(graph.set_group(100, "some").is_err());
    assert!(graph.picture(Format::Dot, &whole)?.contains("label=\"some\\n2 operators"));

    let profiler = Profiler::new(&Options::default())?;
    profiler.start()?;
    let z = range("a range", || x.cos()?.tanh())??;
    profiler.stop()?;
    let graph = Graph::behind(&[&z.mul(&x)?])?;
    assert_eq!(graph.add_groups(&profiler)?, 2);
    assert!(graph.picture(Format::Svg, &PictureOptions::default())?.contains("a range"));

    let cut = record_cuts(|| x.detach()?.mul(&x))??;
    assert!(Graph::behind(&[&cut])?.picture(Format::Svg, &PictureOptions::default())?.contains("cut by detach"));
    Ok(())
}

/// DRAW-8
#[test]
fn the_suffix_says_the_language() -> Result<()> {
    let graph = Graph::behind(&[&leaf(&[1.0])?.sin()?])?;
    let folder = std::env::temp_dir().join(format!("vjp-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, start) in [("g.svg", "<svg"), ("g.html", "<!DOCTYPE html>"), ("g.dot", "digraph")] {
        let path = folder.join(name);
        graph.save(&path, &PictureOptions::default()).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(start));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    Ok(())
}
