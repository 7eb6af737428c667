//! Tells the linker what a module of Node.js is.

fn main() {
    napi_build::setup();
}
