//! Makes the messages of the workload's schema.

fn main() {
    assay_prost_build::generate();
}
