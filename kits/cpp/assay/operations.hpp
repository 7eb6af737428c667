// The operations, but for `encode-into`: how a pass of each runs, and what is compared of its outputs.
//
// A pass gets the samples that fall into it and keeps those outputs. It runs in stretches between them, so that no
// record pays for a branch. An output is gone before the next is made, inside the clock, as in ordinary use.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "digest.hpp"
#include "loaded.hpp"
#include "samples.hpp"
#include "sink.hpp"

namespace assay {

template <class Output>
std::string_view view_of(const Output &bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

template <class Operation, class A, class In>
[[gnu::noinline]] void stretch(A &adapter, const In *from, const In *to) {
    for (; from != to; ++from) {
        const auto output = Operation::apply(adapter, unknown(*from));
        keep(output);
    }
}

/// A pass of an operation that works on one record at a time.
template <class Operation, class A, class In>
void pass_by_record(A &adapter, const std::vector<In> &inputs, std::span<const Sample> samples,
                    std::vector<typename Operation::Output> &kept) {
    const In *const start = inputs.data();
    std::size_t done = 0;
    for (const Sample &sample : samples) {
        stretch<Operation>(adapter, start + done, start + sample.index);
        kept.push_back(Operation::apply(adapter, unknown(start[sample.index])));
        done = sample.index + 1;
    }
    stretch<Operation>(adapter, start + done, start + inputs.size());
}

template <class A>
struct Encode {
    static constexpr const char *name = "encode";
    using Record = typename A::Record;
    using Output = decltype(std::declval<A &>().encode(std::declval<const Record &>()));

    [[gnu::always_inline]] static Output apply(A &adapter, const Record &record) { return adapter.encode(record); }

    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        pass_by_record<Encode>(adapter, loaded.records, samples, kept);
    }

    static std::string proof(Loaded<A> &, const Output &output) { return std::string(view_of(output)); }
};

template <class A>
struct Decode {
    static constexpr const char *name = "decode";
    using Output = typename A::Record;

    [[gnu::always_inline]] static Output apply(A &adapter, const Bytes &bytes) { return adapter.decode(Input(bytes)); }

    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        pass_by_record<Decode>(adapter, loaded.encoded, samples, kept);
    }

    static std::string proof(Loaded<A> &loaded, const Output &record) {
        std::string text;
        loaded.append_canonical(record, text);
        return text;
    }
};

template <class A>
struct Access {
    static constexpr const char *name = "access";
    using Output = std::uint64_t;

    [[gnu::always_inline]] static Output apply(A &adapter, const Bytes &bytes) { return adapter.access(Input(bytes)); }

    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        pass_by_record<Access>(adapter, loaded.encoded, samples, kept);
    }

    static std::string proof(Loaded<A> &, Output reading) { return hex_digits(reading); }
};

template <class A>
struct Write {
    static constexpr const char *name = "write";
    using Record = typename A::Record;
    using Output = decltype(std::declval<A &>().write(std::declval<std::span<const Record>>()));

    static Output apply(A &adapter, const Loaded<A> &loaded) {
        return adapter.write(std::span<const Record>(unknown(loaded.records)));
    }

    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        Output output = apply(adapter, loaded);
        keep(output);
        if (!samples.empty()) kept.push_back(std::move(output));
    }
};

template <class A>
struct Read {
    static constexpr const char *name = "read";
    using Output = typename A::Record;

    /// Opens the container and gives the reader to the work; then the container must have come to its end.
    template <class Work>
    static void with_reader(A &adapter, const Loaded<A> &loaded, Work &&work) {
        auto reader = adapter.read(Input(unknown(loaded.container)));
        work(reader);
        if (reader.next()) throw Error::failed("the container holds more records than it should");
    }

    template <class Reader>
    [[gnu::always_inline]] static Output next(Reader &reader) {
        std::optional<Output> record = reader.next();
        if (!record) [[unlikely]]
            throw Error::failed("the container holds fewer records than it should");
        return *std::move(record);
    }

    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        with_reader(adapter, loaded, [&](auto &reader) {
            std::size_t done = 0;
            for (const Sample &sample : samples) {
                stretch(reader, sample.index - done);
                kept.push_back(next(reader));
                done = sample.index + 1;
            }
            stretch(reader, loaded.records.size() - done);
        });
    }

    static std::string proof(Loaded<A> &loaded, const Output &record) { return Decode<A>::proof(loaded, record); }

private:
    template <class Reader>
    [[gnu::noinline]] static void stretch(Reader &reader, std::size_t count) {
        for (; count > 0; --count) {
            const Output record = next(reader);
            keep(record);
        }
    }
};

} // namespace assay
