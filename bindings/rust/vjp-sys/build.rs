//! Finds libvjp: in `VJP_LIB_DIR` if that is set (a build tree, say), through pkg-config otherwise.
//!
//! pkg-config is called by hand, so that the crates have no dependency at all and build without a registry.

use std::env;
use std::process::Command;

/// What libvjp.a wants beside it where no vjp.pc says so: the run time of C++ and the C library's parts.
const WITH_ARCHIVE: [&str; 4] = ["stdc++", "m", "dl", "pthread"];

/// Where the library lies, and what else is linked.
struct Found {
    dirs: Vec<String>,
    libraries: Vec<String>,
}

fn find(archive: bool) -> Result<Found, String> {
    if let Some(dir) = env::var_os("VJP_LIB_DIR") {
        let dir = dir.into_string().map_err(|_| "VJP_LIB_DIR is not UTF-8")?;
        return Ok(Found { dirs: vec![dir], libraries: WITH_ARCHIVE.map(str::to_owned).to_vec() });
    }
    let tool = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let mut command = Command::new(&tool);
    command.args(["--libs", "--keep-system-libs", "vjp >= 0.1"]);
    if archive {
        command.arg("--static");
    }
    let output = command.output().map_err(|error| format!("cannot run {}: {error}", tool.to_string_lossy()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let flags = String::from_utf8_lossy(&output.stdout).into_owned();
    let those = |prefix| flags.split_whitespace().filter_map(move |flag| flag.strip_prefix(prefix)).map(str::to_owned);
    Ok(Found { dirs: those("-L").collect(), libraries: those("-l").filter(|name| name != "vjp").collect() })
}

fn main() {
    for variable in ["VJP_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH", "DOCS_RS"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("DOCS_RS").is_some() {
        return; // the documentation of declarations: nothing is linked
    }
    let archive = env::var_os("CARGO_FEATURE_STATIC").is_some();
    let found = find(archive).unwrap_or_else(|reason| {
        panic!("libvjp was not found: {reason}\nInstall it, set PKG_CONFIG_PATH to where vjp.pc is, or VJP_LIB_DIR to where libvjp.so is.")
    });
    for dir in &found.dirs {
        println!("cargo:rustc-link-search=native={dir}");
    }
    if archive {
        println!("cargo:rustc-link-lib=static=vjp");
        for library in &found.libraries {
            println!("cargo:rustc-link-lib=dylib={library}");
        }
        return;
    }
    println!("cargo:rustc-link-lib=dylib=vjp");
    // Dependants read it as DEP_VJP_LIBDIR, to set a run path.
    println!("cargo:libdir={}", found.dirs.first().map_or("", String::as_str));
}
