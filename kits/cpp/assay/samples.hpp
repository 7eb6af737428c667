// Which outputs of a batch are kept: drawn by a seed that the adapter cannot know.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

/// One output of a batch: its pass and its record.
struct Sample {
    std::uint64_t pass;
    std::size_t index;

    auto operator<=>(const Sample &) const = default;
};

/// The generator splitmix64.
class Generator {
public:
    explicit Generator(std::uint64_t seed) : state_(seed) {}

    std::uint64_t draw() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// The samples of the next batch: sorted by pass, then index, without repeats. `count` is not 0.
    std::vector<Sample> samples(std::uint64_t wanted, std::uint64_t passes, std::size_t count) {
        std::vector<Sample> drawn;
        drawn.reserve(wanted);
        for (std::uint64_t number = 0; number < wanted; ++number) {
            const std::uint64_t pass = draw() % passes;
            drawn.push_back({pass, static_cast<std::size_t>(draw() % count)});
        }
        std::sort(drawn.begin(), drawn.end());
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
        return drawn;
    }

private:
    std::uint64_t state_;
};

} // namespace assay
