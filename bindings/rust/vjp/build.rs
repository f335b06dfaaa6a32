//! Tests and examples find the library where it was linked: run paths are not inherited from vjp-sys.

fn main() {
    // Named so that cargo does not look at every file of a package that borrows this script; it knows itself when the
    // script or the library's place changes.
    println!("cargo:rerun-if-env-changed=VJP_LIB_DIR");
    match std::env::var("DEP_VJP_LIBDIR") {
        Ok(dir) if !dir.is_empty() => println!("cargo:rustc-link-arg=-Wl,-rpath,{dir}"),
        _ => {}
    }
}
