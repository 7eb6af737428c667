// What an adapter is.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plain.hpp"
#include "schema.hpp"

namespace assay {

/// How an object container file is to be written.
struct ContainerSettings {
    std::string compression; // "null", "deflate", "snappy", "zstandard"
    std::optional<int> level;
    std::size_t block_bytes; // of uncompressed data, at which the next block begins
};

/// What an adapter is made of. It outlives the adapter.
struct Setup {
    std::string schema;                         // the Avro schema, JSON text
    const Schema &resolved;                     // the same, for `records::to_plain`
    std::optional<ContainerSettings> container; // nothing where no container is asked for
};

using Input = std::span<const std::uint8_t>;

/// Output of `encode` and `write`: bytes that the object owns (std::string, std::vector, a type of the library).
template <class T>
concept OwnedBytes = std::movable<T> && requires(const T &bytes) {
    { bytes.data() };
    { bytes.size() } -> std::convertible_to<std::size_t>;
};

/// A class that calls a library. `Record` is the domain value.
template <class A>
concept Adapter = std::movable<typename A::Record> && std::constructible_from<A, const Setup &> &&
                  requires(A &adapter, const Plain &plain, const typename A::Record &record) {
                      { A::library } -> std::convertible_to<std::string_view>;
                      { A::version() } -> std::convertible_to<std::string>;
                      { adapter.from_plain(plain) } -> std::same_as<typename A::Record>;
                      { adapter.to_plain(record) } -> std::same_as<Plain>;
                  };

template <class A>
concept Encodes = requires(A &adapter, const typename A::Record &record) {
    { adapter.encode(record) } -> OwnedBytes;
};

/// `encode_into` appends to the buffer that `buffer` gives, of whatever kind the library appends to (std::string, a
/// type of the library). It is the same one for as long as the adapter lasts; the kit empties it.
template <class A>
concept Appends = requires(A &adapter, const typename A::Record &record) {
    adapter.encode_into(record);
    { adapter.buffer().data() };
    { adapter.buffer().size() } -> std::convertible_to<std::size_t>;
    adapter.buffer().clear();
};

template <class A>
concept Decodes = requires(A &adapter, Input bytes) {
    { adapter.decode(bytes) } -> std::same_as<typename A::Record>;
};

/// `access` gives the reading of a record (`reading.hpp`), by whatever the library lets one read it.
template <class A>
concept Accesses = requires(A &adapter, Input bytes) {
    { adapter.access(bytes) } -> std::same_as<std::uint64_t>;
};

/// An adapter that reads every field of a domain value of a library's own type, as a user would, and gives the reading.
/// Generated types are read by the kit itself.
template <class A>
concept ReadsFields = requires(A &adapter, const typename A::Record &record) {
    { adapter.reading(record) } -> std::same_as<std::uint64_t>;
};

template <class A>
concept Writes = requires(A &adapter, std::span<const typename A::Record> records) {
    { adapter.write(records) } -> OwnedBytes;
};

/// `read` opens a container; the reader gives one record after the other, then nothing.
template <class A>
concept Reads = requires(A &adapter, Input container) {
    { adapter.read(container).next() } -> std::same_as<std::optional<typename A::Record>>;
};

/// An adapter whose library writes a record's bytes in another order from time to time, as hash maps do:
/// `static constexpr bool varies = true`. The lab then gets the sampled outputs themselves.
template <class A>
concept Varies = requires { requires A::varies; };

/// An adapter whose domain values can take new content where they stand. Others are assigned to.
template <class A>
concept Refills =
    requires(A &adapter, typename A::Record &record, const Plain &plain) { adapter.refill(record, plain); };

/// An adapter whose library can hand over one object twice (reference counts), so that it has to be asked.
template <class A>
concept Shares = requires(const typename A::Record &one, const typename A::Record &other) {
    { A::same(one, other) } -> std::same_as<bool>;
};

} // namespace assay
