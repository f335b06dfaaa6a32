//! Tests and examples find the library where it was linked: run paths are not inherited from vjp-sys.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match std::env::var("DEP_VJP_LIBDIR") {
        Ok(dir) if !dir.is_empty() => println!("cargo:rustc-link-arg=-Wl,-rpath,{dir}"),
        _ => {}
    }
}
