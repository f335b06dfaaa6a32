//! Finds libvjp: in `VJP_LIB_DIR` if that is set (a build tree, say), through pkg-config otherwise; with the feature `vendored`
//! it is built here, of the sources in `vendor`.
//!
//! pkg-config and CMake are called by hand, so that the crates have no dependency at all and build without a registry.

use std::env;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};
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

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} ended with {status}; what it printed is above")),
        Err(error) => Err(format!("cannot run {program}: {error}")),
    }
}

/// Builds the archive, and says where it lies. `VJP_BUILD_DIR` names a folder that outlives `cargo clean`.
fn build() -> Result<Found, String> {
    let place = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let vendor = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("vendor");
    // The real folders: in a checkout `vendor` is links, and a compiler cache knows files by their place.
    let lists =
        canonicalize(vendor.join("CMakeLists.txt")).map_err(|error| format!("{}: {error}", vendor.display()))?;
    let highway = place("VJP_HIGHWAY_ROOT").unwrap_or_else(|| vendor.join("highway"));
    let highway = canonicalize(&highway).map_err(|error| {
        format!(
            "{}: {error}; a checkout has Highway's sources after scripts/setup, or name them in VJP_HIGHWAY_ROOT",
            highway.display()
        )
    })?;
    let folder =
        place("VJP_BUILD_DIR").or_else(|| place("OUT_DIR").map(|out| out.join("libvjp"))).expect("cargo sets it");
    let with = |variable: &str, value: &Path| format!("-D{variable}={}", value.display());
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(lists.parent().expect("a file lies in a folder")).arg("-B").arg(&folder);
    configure.args([
        "-DCMAKE_BUILD_TYPE=Release",
        "-DVJP_TESTS=OFF",
        "-DVJP_INSTALL=OFF",
        "-DVJP_MAN=OFF",
        "-DVJP_CUDA=OFF",
    ]);
    configure.arg(with("VJP_HIGHWAY_ROOT", &highway));
    // Empty: the system's, through pkg-config.
    configure.arg(with("VJP_OPENBLAS_ROOT", &place("VJP_OPENBLAS_ROOT").unwrap_or_default()));
    run(&mut configure)?;
    let jobs = env::var("NUM_JOBS").unwrap_or_else(|_| "1".to_owned());
    run(Command::new("cmake").arg("--build").arg(&folder).args(["--target", "vjp_static", "--parallel", &jobs]))?;
    for watched in ["CMakeLists.txt", "cmake", "src", "include"] {
        println!("cargo:rerun-if-changed={}", vendor.join(watched).display());
    }
    let lib = folder.join("lib").into_os_string().into_string().map_err(|_| "the build folder is not UTF-8")?;
    Ok(Found { dirs: vec![lib], libraries: WITH_ARCHIVE.map(str::to_owned).to_vec() })
}

fn main() {
    for variable in [
        "VJP_LIB_DIR",
        "PKG_CONFIG",
        "PKG_CONFIG_PATH",
        "DOCS_RS",
        "VJP_BUILD_DIR",
        "VJP_HIGHWAY_ROOT",
        "VJP_OPENBLAS_ROOT",
    ] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("DOCS_RS").is_some() {
        return; // the documentation of declarations: nothing is linked
    }
    let vendored = env::var_os("CARGO_FEATURE_VENDORED").is_some();
    let archive = vendored || env::var_os("CARGO_FEATURE_STATIC").is_some();
    let found = if vendored {
        build().unwrap_or_else(|reason| panic!("libvjp was not built: {reason}\nCMake 3.25, a C++20 compiler and OpenBLAS's headers (pkg-config's openblas, or VJP_OPENBLAS_ROOT) are wanted."))
    } else {
        find(archive).unwrap_or_else(|reason| {
            panic!("libvjp was not found: {reason}\nInstall it, set PKG_CONFIG_PATH to where vjp.pc is, or VJP_LIB_DIR to where libvjp.so is.")
        })
    };
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
