// The operations, one entry each: its name, what it takes and gives, which adapters have it, and how a pass runs.
//
// A pass gets the samples that fall into it and keeps those outputs. It runs in stretches between them, so that no
// record pays for a branch. An output is gone before the next is made, inside the clock, as in ordinary use.
#pragma once

#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "appending.hpp"
#include "digest.hpp"
#include "loaded.hpp"
#include "samples.hpp"
#include "sink.hpp"

namespace assay {

/// What an operation works on, and what its outputs are: of one record each, but for a container, which holds all.
enum class Takes { records, encoded, container };
enum class Gives { encoded, values, readings, container };

template <class Operation, class A>
using OutputOf = typename Operation::template Output<A>;

/// The inputs of an operation that works on one record at a time.
template <class Operation, class A>
const auto &inputs_of(const Loaded<A> &loaded) {
    if constexpr (Operation::takes == Takes::encoded) return loaded.encoded;
    else return loaded.records;
}

template <class Operation, class A, class In>
[[gnu::noinline]] void stretch(A &adapter, const In *from, const In *to) {
    for (; from != to; ++from) {
        const auto output = Operation::apply(adapter, unknown(*from));
        keep(output);
    }
}

inline std::string record_place(std::size_t number) { return "record " + std::to_string(number); }

/// What the operations that work on one record at a time have in common: `apply` does one.
template <class Operation>
struct ByRecord {
    template <class A, class Output>
    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        const auto &inputs = inputs_of<Operation>(loaded);
        const auto *const start = inputs.data();
        std::size_t done = 0;
        for (const Sample &sample : samples) {
            stretch<Operation>(adapter, start + done, start + sample.index);
            kept.push_back(Operation::apply(adapter, unknown(start[sample.index])));
            done = sample.index + 1;
        }
        stretch<Operation>(adapter, start + done, start + inputs.size());
    }

    /// Outside the clock: hands the outputs of the first records to the work, each before the next is made. Gives the
    /// number of records for which that did the operation.
    template <class A, class Work>
    static std::size_t first(Loaded<A> &loaded, std::size_t count, Work work) {
        const auto &inputs = inputs_of<Operation>(loaded);
        for (std::size_t number = 0; number < count; ++number) {
            at([&] { return record_place(number); },
               [&] { work(Operation::apply(loaded.first(), unknown(inputs[number]))); });
        }
        return count;
    }
};

struct Encode : ByRecord<Encode> {
    static constexpr const char *name = "encode";
    static constexpr auto takes = Takes::records;
    static constexpr auto gives = Gives::encoded;
    template <class A>
    static constexpr bool offered = Encodes<A>;
    template <class A>
    using Output = decltype(std::declval<A &>().encode(std::declval<const typename A::Record &>()));

    template <class A>
    [[gnu::always_inline]] static Output<A> apply(A &adapter, const typename A::Record &record) {
        return adapter.encode(record);
    }
};

struct EncodeInto {
    static constexpr const char *name = "encode-into";
    static constexpr auto takes = Takes::records;
    static constexpr auto gives = Gives::encoded;
    template <class A>
    static constexpr bool offered = Appends<A>;
    template <class A>
    using Output = std::string;

    template <class A>
    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples,
                     std::vector<std::string> &kept) {
        Appending<A> appending(adapter, kept);
        const auto *const start = loaded.records.data();
        std::size_t done = 0;
        for (const Sample &sample : samples) {
            appending.stretch(start + done, start + sample.index);
            appending.append_and_keep(start[sample.index]);
            done = sample.index + 1;
        }
        appending.stretch(start + done, start + loaded.records.size());
        appending.empty();
    }

    template <class A, class Work>
    static std::size_t first(Loaded<A> &loaded, std::size_t count, Work work) {
        std::vector<std::string> outputs;
        Appending<A> appending(loaded.first(), outputs);
        for (std::size_t number = 0; number < count; ++number) {
            at([&] { return record_place(number); }, [&] { appending.append_and_keep(loaded.records[number]); });
        }
        appending.empty();
        for (std::string &output : outputs) work(std::move(output));
        return count;
    }
};

struct Decode : ByRecord<Decode> {
    static constexpr const char *name = "decode";
    static constexpr auto takes = Takes::encoded;
    static constexpr auto gives = Gives::values;
    template <class A>
    static constexpr bool offered = Decodes<A>;
    template <class A>
    using Output = typename A::Record;

    template <class A>
    [[gnu::always_inline]] static Output<A> apply(A &adapter, const Bytes &bytes) {
        return adapter.decode(Input(bytes));
    }
};

struct Access : ByRecord<Access> {
    static constexpr const char *name = "access";
    static constexpr auto takes = Takes::encoded;
    static constexpr auto gives = Gives::readings;
    template <class A>
    static constexpr bool offered = Accesses<A>;
    template <class A>
    using Output = std::uint64_t;

    template <class A>
    [[gnu::always_inline]] static std::uint64_t apply(A &adapter, const Bytes &bytes) {
        return adapter.access(Input(bytes));
    }
};

struct Write {
    static constexpr const char *name = "write";
    static constexpr auto takes = Takes::records;
    static constexpr auto gives = Gives::container;
    template <class A>
    static constexpr bool offered = Writes<A>;
    template <class A>
    using Output = decltype(std::declval<A &>().write(std::declval<std::span<const typename A::Record>>()));

    template <class A>
    static Output<A> apply(A &adapter, const Loaded<A> &loaded) {
        return adapter.write(std::span<const typename A::Record>(unknown(loaded.records)));
    }

    template <class A, class Output>
    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples, std::vector<Output> &kept) {
        Output output = apply(adapter, loaded);
        keep(output);
        if (!samples.empty()) kept.push_back(std::move(output));
    }

    template <class A, class Work>
    static std::size_t first(Loaded<A> &loaded, std::size_t, Work work) {
        work(apply(loaded.first(), loaded));
        return loaded.records.size();
    }
};

struct Read {
    static constexpr const char *name = "read";
    static constexpr auto takes = Takes::container;
    static constexpr auto gives = Gives::values;
    template <class A>
    static constexpr bool offered = Reads<A>;
    template <class A>
    using Output = typename A::Record;

    template <class A>
    static void pass(A &adapter, const Loaded<A> &loaded, std::span<const Sample> samples,
                     std::vector<typename A::Record> &kept) {
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

    /// Reads the whole container.
    template <class A, class Work>
    static std::size_t first(Loaded<A> &loaded, std::size_t count, Work work) {
        with_reader(loaded.first(), loaded, [&](auto &reader) {
            for (std::size_t number = 0; number < loaded.records.size(); ++number) {
                at([&] { return record_place(number); },
                   [&] {
                       auto record = next(reader);
                       keep(record);
                       if (number < count) work(std::move(record));
                   });
            }
        });
        return loaded.records.size();
    }

private:
    /// Opens the container and gives the reader to the work; then the container must have come to its end.
    template <class A, class Work>
    static void with_reader(A &adapter, const Loaded<A> &loaded, Work &&work) {
        auto reader = adapter.read(Input(unknown(loaded.container)));
        work(reader);
        if (reader.next()) throw Error::failed("the container holds more records than it should");
    }

    template <class Reader>
    [[gnu::always_inline]] static auto next(Reader &reader) {
        auto record = reader.next();
        if (!record) [[unlikely]]
            throw Error::failed("the container holds fewer records than it should");
        return *std::move(record);
    }

    template <class Reader>
    [[gnu::noinline]] static void stretch(Reader &reader, std::size_t count) {
        for (; count > 0; --count) {
            const auto record = next(reader);
            keep(record);
        }
    }
};

/// All of them, in the order in which `hello` names those that the contestant has.
using Operations = std::tuple<Encode, EncodeInto, Decode, Access, Write, Read>;

/// An adapter that knows only when it runs which operations it has: it says so of each. Others have all those whose
/// functions they have.
template <class A>
concept Chooses = requires {
    { A::offers(Encode()) } -> std::same_as<bool>;
};

template <class Operation, class A>
bool has() {
    if constexpr (!Operation::template offered<A>) return false;
    else if constexpr (Chooses<A>) return A::offers(Operation());
    else return true;
}

template <class Output>
std::string_view view_of(const Output &bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// An output as the lab compares it: bytes, canonical text without a line end, or a reading's digits.
template <class Operation, class A>
std::string proof(Loaded<A> &loaded, const OutputOf<Operation, A> &output) {
    if constexpr (Operation::gives == Gives::values) {
        std::string text;
        loaded.append_canonical(output, text);
        return text;
    } else if constexpr (Operation::gives == Gives::readings) {
        return hex_digits(output);
    } else {
        return std::string(view_of(output));
    }
}

} // namespace assay
