//! Finds libvjp: in `VJP_LIB_DIR` if that is set (a build tree, say), through pkg-config otherwise.
//!
//! pkg-config is called by hand, so that the crates have no dependency at all and build without a registry.

use std::env;
use std::process::Command;

fn library_dirs() -> Result<Vec<String>, String> {
    if let Some(dir) = env::var_os("VJP_LIB_DIR") {
        let dir = dir.into_string().map_err(|_| "VJP_LIB_DIR is not UTF-8")?;
        return Ok(vec![dir]);
    }
    let tool = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = Command::new(&tool)
        .args(["--libs-only-L", "--keep-system-libs", "vjp >= 0.1"])
        .output()
        .map_err(|error| format!("cannot run {}: {error}", tool.to_string_lossy()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let flags = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(flags.split_whitespace().filter_map(|flag| flag.strip_prefix("-L")).map(str::to_owned).collect())
}

fn main() {
    for variable in ["VJP_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let dirs = library_dirs().unwrap_or_else(|reason| {
        panic!("libvjp was not found: {reason}\nInstall it, set PKG_CONFIG_PATH to where vjp.pc is, or VJP_LIB_DIR to where libvjp.so is.")
    });
    for dir in &dirs {
        println!("cargo:rustc-link-search=native={dir}");
    }
    println!("cargo:rustc-link-lib=dylib=vjp");
    // Dependants read it as DEP_VJP_LIBDIR, to set a run path.
    println!("cargo:libdir={}", dirs.first().map_or("", String::as_str));
}
