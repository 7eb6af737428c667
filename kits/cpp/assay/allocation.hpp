// How many heap bytes some work allocates.
#pragma once

#include <atomic>
#include <cstdint>

namespace assay {

extern std::atomic<bool> counting_allocations;
extern std::atomic<std::uint64_t> counted_bytes;

/// The heap bytes that the work asks for, in whatever thread and library. Nothing else may run meanwhile.
template <class Work>
std::uint64_t allocated_by(Work &&work) {
    struct Switch {
        Switch() { counting_allocations = true; }
        ~Switch() { counting_allocations = false; }
    };
    counted_bytes = 0;
    {
        const Switch on;
        work();
    }
    return counted_bytes;
}

} // namespace assay
