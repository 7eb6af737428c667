// `inspect`: does an operation hand over finished values of the caller's own?
#pragma once

#include <array>
#include <limits>

#include "json.hpp"
#include "operations.hpp"

namespace assay {

constexpr std::size_t most_inspected = 200;
constexpr std::uint64_t rounds_before = 2;

/// Whether two outputs of one input are the same object. C++'s values cannot be, unless the library says so; bytes are
/// the same memory, of which empty ones hold none; a number is not an object.
template <class Operation, class A>
bool is_shared(const OutputOf<Operation, A> &one, const OutputOf<Operation, A> &other) {
    if constexpr (Operation::gives == Gives::values) {
        if constexpr (Shares<A>) return A::same(one, other);
        return false;
    } else if constexpr (Operation::gives == Gives::readings) {
        return false;
    } else {
        return one.size() > 0 && one.data() == other.data();
    }
}

/// The time to do the work, in nanoseconds.
template <class Work>
double time_of(Work &&work) {
    const std::uint64_t start = wall_clock();
    work();
    return static_cast<double>(wall_clock() - start);
}

/// The four times of operations that give values.
template <class A>
class ReadingTimes {
public:
    using Record = typename A::Record;

    /// `count`: how many values are read.
    ReadingTimes(Loaded<A> &loaded, std::size_t count) : loaded_(loaded), count_(count) {}

    /// `make`: puts the operation's outputs for the first records into a vector, and gives the number of records for
    /// which it did the operation.
    template <class Make>
    std::array<double, 4> of(std::uint64_t rounds, Make make) {
        std::array<double, 4> minimum;
        minimum.fill(std::numeric_limits<double>::infinity());
        for (std::uint64_t number = 0; number < rounds_before + rounds; ++number) {
            const std::array<double, 4> times = round(make);
            if (number < rounds_before) continue;
            for (std::size_t step = 0; step < minimum.size(); ++step)
                minimum[step] = std::min(minimum[step], times[step]);
        }
        return minimum;
    }

private:
    template <class Make>
    std::array<double, 4> round(Make make) {
        std::vector<Record> values;
        values.reserve(count_);
        std::size_t made = 0;
        const double operation = time_of([&] { made = make(values); });
        const auto by_count = static_cast<double>(count_);
        return {operation / static_cast<double>(made), read_all(values) / by_count, read_all(values) / by_count,
                read_all(loaded_.records) / by_count};
    }

    double read_all(const std::vector<Record> &values) {
        return time_of([&] {
            for (std::size_t number = 0; number < count_; ++number) {
                const std::uint64_t reading = loaded_.reading(values[number]);
                keep(reading);
            }
        });
    }

    Loaded<A> &loaded_;
    std::size_t count_;
};

template <class Operation, class A>
std::string inspect(Operation, Loaded<A> &loaded, std::uint64_t rounds) {
    const std::size_t count = std::min(loaded.records.size(), most_inspected);
    const auto make = [&](auto &outputs) {
        return Operation::first(loaded, count, [&](auto output) { outputs.push_back(std::move(output)); });
    };
    std::vector<OutputOf<Operation, A>> once;
    std::vector<OutputOf<Operation, A>> twice;
    make(once);
    make(twice);
    bool shared = false;
    for (std::size_t number = 0; number < once.size(); ++number) {
        shared = shared || is_shared<Operation, A>(once[number], twice[number]);
    }
    const std::pair<std::string_view, std::string> first{"shared", shared ? "true" : "false"};
    if constexpr (Operation::gives != Gives::values) return json_object({first});
    else {
        const auto [operation, first_read, second_read, loaded_read] = ReadingTimes<A>(loaded, count).of(rounds, make);
        return json_object({first,
                            {"operation_ns", std::to_string(operation)},
                            {"first_read_ns", std::to_string(first_read)},
                            {"second_read_ns", std::to_string(second_read)},
                            {"loaded_read_ns", std::to_string(loaded_read)}});
    }
}

} // namespace assay
