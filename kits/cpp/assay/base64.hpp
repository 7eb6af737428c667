// Base64 with padding (RFC 4648, section 4): bytes in JSON.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "error.hpp"
#include "fields.hpp"

namespace assay::base64 {

inline constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::uint32_t no_digit = 1u << 24;

/// What each character stands for; `no_digit` is beyond what four digits make.
inline constexpr auto digits = [] {
    std::array<std::uint32_t, 256> table{};
    table.fill(no_digit);
    for (std::size_t number = 0; number < alphabet.size(); ++number) {
        table[static_cast<unsigned char>(alphabet[number])] = static_cast<std::uint32_t>(number);
    }
    return table;
}();

/// Appends the text of bytes.
inline void append(std::string &out, const std::uint8_t *data, std::size_t size) {
    const std::size_t start = out.size();
    out.resize(start + (size + 2) / 3 * 4);
    char *to = out.data() + start;
    const auto put = [&to](std::uint32_t three, int count) {
        for (int shift = 18; count > 0; --count, shift -= 6) *to++ = alphabet[three >> shift & 63];
    };
    for (; size >= 3; data += 3, size -= 3) put(static_cast<std::uint32_t>(data[0] << 16 | data[1] << 8 | data[2]), 4);
    if (size == 2) put(static_cast<std::uint32_t>(data[0] << 16 | data[1] << 8), 3);
    if (size == 1) put(static_cast<std::uint32_t>(data[0] << 16), 2);
    while (to != out.data() + out.size()) *to++ = '=';
}

/// How many bytes a text stands for; `failed` where its length is not that of base64.
inline std::size_t size_of(std::string_view text) {
    if (text.size() % 4 != 0) throw Error::failed("not base64: a length that is not a multiple of four");
    std::size_t size = text.size() / 4 * 3;
    for (int end = 0; end < 2 && !text.empty() && text.back() == '='; ++end, --size) text.remove_suffix(1);
    return size;
}

/// Writes the bytes of a text, which are `size`; `failed` where it is not base64.
inline void read(std::string_view text, std::size_t size, std::uint8_t *to) {
    const auto digit = [text](std::size_t place) { return digits[static_cast<unsigned char>(text[place])]; };
    std::uint32_t wrong = 0;
    std::size_t place = 0;
    std::size_t done = 0;
    for (; done + 3 <= size; done += 3, place += 4) {
        const std::uint32_t three =
            digit(place) << 18 | digit(place + 1) << 12 | digit(place + 2) << 6 | digit(place + 3);
        wrong |= digit(place) | digit(place + 1) | digit(place + 2) | digit(place + 3);
        *to++ = static_cast<std::uint8_t>(three >> 16);
        *to++ = static_cast<std::uint8_t>(three >> 8);
        *to++ = static_cast<std::uint8_t>(three);
    }
    if (done < size) {
        const std::uint32_t third = size - done == 2 ? digit(place + 2) : 0;
        const std::uint32_t three = digit(place) << 18 | digit(place + 1) << 12 | third << 6;
        wrong |= digit(place) | digit(place + 1) | third;
        *to++ = static_cast<std::uint8_t>(three >> 16);
        if (size - done == 2) *to = static_cast<std::uint8_t>(three >> 8);
    }
    if ((wrong & no_digit) != 0) throw Error::failed("not base64: a character of another alphabet");
}

inline void read(std::string_view text, ByteVector &to) {
    to.resize(size_of(text));
    read(text, to.size(), to.data());
}

template <std::size_t size>
void read(std::string_view text, std::array<std::uint8_t, size> &to) {
    if (size_of(text) != size) throw Error::failed("a fixed of another size");
    read(text, size, to.data());
}

/// A text that stands for bytes, which lie nowhere yet.
struct Text {
    std::string_view text;

    std::size_t size() const { return size_of(text); }
};

/// Calls `work(bytes)` for one piece of the bytes after the other; all but the last have the same multiple of 24 bytes.
template <class Work>
void read_pieces(Text from, Work &&work) {
    constexpr std::size_t maximum = 768;
    std::array<std::uint8_t, maximum> piece;
    std::string_view text = from.text;
    for (std::size_t left = from.size(); left > 0;) {
        const std::size_t size = left < maximum ? left : maximum;
        read(text, size, piece.data());
        work(std::span<const std::uint8_t>(piece.data(), size));
        left -= size;
        if (left > 0) text.remove_prefix(maximum / 3 * 4);
    }
}

} // namespace assay::base64
