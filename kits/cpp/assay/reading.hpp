// The reading of a record: 64 bits into which every field went, which is what `access` gives.
//
// The rule is the contract's. All contestants share this code, so that its cost is the same for each; it allocates
// nothing.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>

#include "adapter.hpp"
#include "fields.hpp"

namespace assay {

class Reading {
public:
    void null() { fold(0); }
    void boolean(bool value) { fold(value ? 2 : 1); }
    void integer(std::int64_t value) { fold(static_cast<std::uint64_t>(value)); }

    /// A whole number is folded in like an integer: some formats and languages do not distinguish the two.
    void real(double value) {
        if (value >= -most_whole && value <= most_whole) {
            const auto whole = static_cast<std::int64_t>(value);
            const bool negative_zero = whole == 0 && std::signbit(value);
            if (static_cast<double>(whole) == value && !negative_zero) return integer(whole);
        }
        fold(std::isnan(value) ? nan : std::bit_cast<std::uint64_t>(value));
    }

    void text(std::string_view text) {
        fold(text_kind + text.size());
        words(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    }

    void bytes(Input bytes) {
        begin_bytes(bytes.size());
        words(bytes.data(), bytes.size());
    }

    /// For bytes that come in pieces: their whole size, before the first of them.
    void begin_bytes(std::size_t size) { fold(bytes_kind + size); }

    /// Folds in bytes, eight at a time. Only the last piece may have a size that is not a multiple of eight.
    void words(const std::uint8_t *data, std::size_t size) {
        for (; size >= 8; data += 8, size -= 8) fold(load<std::uint64_t>(data));
        if (size > 0) fold(last_word(data, size));
    }

    /// After the items.
    void end_array(std::size_t count) { fold(array_kind + count); }

    /// `entries`: the sum of the entries' own readings, so that their order is of no account.
    void map(std::uint64_t entries, std::size_t count) {
        fold(entries);
        fold(map_kind + count);
    }

    std::uint64_t value() const { return state_; }

private:
    static_assert(std::endian::native == std::endian::little, "words are loaded least significant byte first");

    static constexpr std::uint64_t text_kind = std::uint64_t{1} << 56;
    static constexpr std::uint64_t bytes_kind = std::uint64_t{2} << 56;
    static constexpr std::uint64_t array_kind = std::uint64_t{3} << 56;
    static constexpr std::uint64_t map_kind = std::uint64_t{4} << 56;
    static constexpr std::uint64_t nan = 0x7FF8000000000000;
    static constexpr double most_whole = 9007199254740991; // 2^53 - 1

    [[gnu::always_inline]] void fold(std::uint64_t word) {
        state_ = (std::rotl(state_, 26) ^ word) * 0xD6E8FEB86659FD93;
    }

    template <class Word>
    static std::uint64_t load(const std::uint8_t *data) {
        Word word;
        std::memcpy(&word, data, sizeof word);
        return word;
    }

    /// Fewer than eight bytes, filled up with zeros.
    static std::uint64_t last_word(const std::uint8_t *data, std::size_t size) {
        std::uint64_t word = 0;
        unsigned shift = 0;
        if ((size & 4) != 0) word = load<std::uint32_t>(data), data += 4, shift = 32;
        if ((size & 2) != 0) word |= load<std::uint16_t>(data) << shift, data += 2, shift += 16;
        if ((size & 1) != 0) word |= load<std::uint8_t>(data) << shift;
        return word;
    }

    std::uint64_t state_ = 0x9E3779B97F4A7C15;
};

/// Folds in a value of a generated type.
template <class T>
void read(Reading &reading, const T &value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        reading.null();
    } else if constexpr (std::is_same_v<T, bool>) {
        reading.boolean(value);
    } else if constexpr (std::is_integral_v<T>) {
        reading.integer(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        reading.real(static_cast<double>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        reading.text(value);
    } else if constexpr (GeneratedEnum<T>) {
        reading.text(symbol_of(value));
    } else if constexpr (is_bytes<T>) {
        reading.bytes(value);
    } else if constexpr (is_vector<T>) {
        for (const auto &item : value) read<typename T::value_type>(reading, item);
        reading.end_array(value.size());
    } else if constexpr (is_map<T>) {
        std::uint64_t entries = 0;
        for (const auto &[key, inner] : value) {
            Reading entry;
            entry.text(key);
            read(entry, inner);
            entries += entry.value();
        }
        reading.map(entries, value.size());
    } else if constexpr (is_nullable<T>) {
        if (value) read(reading, *value);
        else reading.null();
    } else if constexpr (is_variant<T>) {
        std::visit([&](const auto &branch) { read(reading, branch); }, value);
    } else {
        std::apply([&](const auto &...field) { (read(reading, field), ...); }, value.fields());
    }
}

/// The reading of a record of a generated type: `access` of a library that decodes first.
template <class T>
std::uint64_t reading_of(const T &record) {
    Reading reading;
    read(reading, record);
    return reading.value();
}

} // namespace assay
