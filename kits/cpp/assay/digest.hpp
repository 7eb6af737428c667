// Digests of sampled outputs: FNV-1a, 64 bit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

inline std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return hash;
}

/// 16 lower-case hexadecimal digits.
inline std::string hex_digits(std::uint64_t number) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
    return digits;
}

/// The digest of digests, each as eight bytes, most significant first.
inline std::uint64_t combine(const std::vector<std::uint64_t> &digests) {
    std::string bytes;
    for (const std::uint64_t digest : digests) {
        for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(digest >> shift);
    }
    return fnv1a(bytes);
}

} // namespace assay
