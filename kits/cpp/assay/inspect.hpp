// `inspect`: does an operation hand over finished values of the caller's own?
#pragma once

#include <array>
#include <limits>

#include "appending.hpp"
#include "json.hpp"
#include "operations.hpp"

namespace assay {

constexpr std::size_t most_inspected = 200;
constexpr std::uint64_t rounds_before = 2;

/// Whether two outputs of one input are the same object. C++'s values cannot be, unless the library says so.
template <class A>
bool is_shared(const typename A::Record &one, const typename A::Record &other) {
    if constexpr (Shares<A>) return A::same(one, other);
    return false;
}

/// Whether two outputs are the same memory. Empty ones hold none.
template <OwnedBytes Output>
bool is_shared_memory(const Output &one, const Output &other) {
    return one.size() > 0 && one.data() == other.data();
}

template <class A>
std::string inspect(Encode<A>, Loaded<A> &loaded, std::uint64_t) {
    bool shared = false;
    for (std::size_t number = 0; number < std::min(loaded.records.size(), most_inspected); ++number) {
        const auto once = loaded.first().encode(loaded.records[number]);
        shared = shared || is_shared_memory(once, loaded.first().encode(loaded.records[number]));
    }
    return JsonObject().add_json("shared", shared ? "true" : "false").done();
}

/// An output is a part of the adapter's buffer, and no object.
template <class A>
std::string inspect(EncodeInto<A>, Loaded<A> &, std::uint64_t) {
    return JsonObject().add_json("shared", "false").done();
}

/// A number is no object that could be handed over twice.
template <class A>
std::string inspect(Access<A>, Loaded<A> &, std::uint64_t) {
    return JsonObject().add_json("shared", "false").done();
}

template <class A>
std::string inspect(Write<A>, Loaded<A> &loaded, std::uint64_t) {
    const auto once = Write<A>::apply(loaded.first(), loaded);
    const bool shared = is_shared_memory(once, Write<A>::apply(loaded.first(), loaded));
    return JsonObject().add_json("shared", shared ? "true" : "false").done();
}

/// The time to do the work, in nanoseconds.
template <class Work>
double time_of(Work &&work) {
    const std::uint64_t start = wall_clock();
    work();
    return static_cast<double>(wall_clock() - start);
}

/// The four times of `decode` and of `read`.
template <class A>
class DecodeRounds {
public:
    using Record = typename A::Record;

    explicit DecodeRounds(Loaded<A> &loaded)
        : loaded_(loaded), count_(std::min(loaded.records.size(), most_inspected)) {}

    /// `make`: puts the operation's outputs for the first records into the vector; `made`: for how many records it
    /// does the operation.
    template <class Make>
    std::string run(std::uint64_t rounds, bool shared, std::size_t made, Make make) {
        std::array<double, 4> minimum;
        minimum.fill(std::numeric_limits<double>::infinity());
        for (std::uint64_t number = 0; number < rounds_before + rounds; ++number) {
            const std::array<double, 4> times = round(made, make);
            if (number < rounds_before) continue;
            for (std::size_t step = 0; step < minimum.size(); ++step)
                minimum[step] = std::min(minimum[step], times[step]);
        }
        JsonObject reply;
        reply.add_json("shared", shared ? "true" : "false").add_real("operation_ns", minimum[0]);
        reply.add_real("first_read_ns", minimum[1]).add_real("second_read_ns", minimum[2]);
        return reply.add_real("loaded_read_ns", minimum[3]).done();
    }

    std::size_t count() const { return count_; }

private:
    template <class Make>
    std::array<double, 4> round(std::size_t made, Make make) {
        std::vector<Record> values;
        values.reserve(count_);
        const double operation = time_of([&] { make(values); });
        // The text is grown on other values than the decoded ones: their first reading must be the timed one.
        read_all(loaded_.records);
        const auto by_count = static_cast<double>(count_);
        return {operation / static_cast<double>(made), read_all(values) / by_count, read_all(values) / by_count,
                read_all(loaded_.records) / by_count};
    }

    double read_all(const std::vector<Record> &values) {
        return time_of([&] {
            for (std::size_t number = 0; number < count_; ++number) {
                text_.clear();
                loaded_.append_canonical(values[number], text_);
                keep(text_);
            }
        });
    }

    Loaded<A> &loaded_;
    std::size_t count_;
    std::string text_;
};

template <class A>
std::string inspect(Decode<A>, Loaded<A> &loaded, std::uint64_t rounds) {
    DecodeRounds<A> inspection(loaded);
    bool shared = false;
    for (std::size_t number = 0; number < inspection.count(); ++number) {
        const auto once = Decode<A>::apply(loaded.first(), loaded.encoded[number]);
        shared = shared || is_shared<A>(once, Decode<A>::apply(loaded.first(), loaded.encoded[number]));
    }
    return inspection.run(rounds, shared, inspection.count(), [&](auto &values) {
        for (std::size_t number = 0; number < inspection.count(); ++number) {
            values.push_back(Decode<A>::apply(loaded.first(), unknown(loaded.encoded[number])));
        }
    });
}

template <class A>
std::string inspect(Read<A>, Loaded<A> &loaded, std::uint64_t rounds) {
    DecodeRounds<A> inspection(loaded);
    const auto read = [&](auto &values) {
        Read<A>::with_reader(loaded.first(), loaded, [&](auto &reader) {
            for (std::size_t number = 0; number < loaded.records.size(); ++number) {
                auto record = Read<A>::next(reader);
                keep(record);
                if (number < inspection.count()) values.push_back(std::move(record));
            }
        });
    };
    std::vector<typename A::Record> once;
    std::vector<typename A::Record> twice;
    read(once);
    read(twice);
    bool shared = false;
    for (std::size_t number = 0; number < once.size(); ++number) {
        shared = shared || is_shared<A>(once[number], twice[number]);
    }
    return inspection.run(rounds, shared, loaded.records.size(), read);
}

} // namespace assay
