// `prove`: every output once, written to a file. Not timed.
#pragma once

#include <string>

#include "operations.hpp"

namespace assay {

/// Framed bytes, a line for each record, or a container file.
template <class Operation, class A>
void prove(Operation, Loaded<A> &loaded, OutputFile &file) {
    Operation::first(loaded, loaded.records.size(), [&](const auto &output) {
        const std::string made = proof<Operation>(loaded, output);
        if constexpr (Operation::gives == Gives::container) file.write(made);
        else if constexpr (Operation::gives == Gives::encoded) file.write_frame(made);
        else file.write(made + "\n");
    });
}

} // namespace assay
