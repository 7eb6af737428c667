// The clocks that a batch is read from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace assay {

inline std::uint64_t read_clock(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

/// Nanoseconds of the monotonic clock.
inline std::uint64_t wall_clock() { return read_clock(CLOCK_MONOTONIC); }

/// The span of a batch, or of one thread's part of it.
struct Span {
    std::uint64_t wall_start, wall_end, cpu_start, cpu_end;

    /// Does the work between the readings. The wall clock is read last before it and first after.
    template <class Work>
    static Span of(Work &&work) {
        const std::uint64_t cpu_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        const std::uint64_t wall_start = wall_clock();
        work();
        const std::uint64_t wall_end = wall_clock();
        return {wall_start, wall_end, cpu_start, read_clock(CLOCK_PROCESS_CPUTIME_ID)};
    }

    /// From the first start to the last end of both.
    Span joined(const Span &other) const {
        return {std::min(wall_start, other.wall_start), std::max(wall_end, other.wall_end),
                std::min(cpu_start, other.cpu_start), std::max(cpu_end, other.cpu_end)};
    }

    std::uint64_t wall_ns() const { return wall_end - wall_start; }
    /// Processor time of the whole process.
    std::uint64_t cpu_ns() const { return cpu_end - cpu_start; }
};

/// The cost of reading the wall clock in nanoseconds, at least 1: the smallest mean of several rounds.
inline std::uint64_t timer_ns() {
    constexpr int reads = 1000;
    std::uint64_t minimum = UINT64_MAX;
    for (int round = 0; round < 20; ++round) {
        const std::uint64_t start = wall_clock();
        for (int read = 0; read < reads; ++read) wall_clock();
        minimum = std::min(minimum, (wall_clock() - start) / reads);
    }
    return std::max<std::uint64_t>(minimum, 1);
}

} // namespace assay
