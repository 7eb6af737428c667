// The reading of a plain value: for a record that the kit cannot look into otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reading.hpp"

namespace assay {

/// Folds in a value.
inline void read_plain(Reading &reading, const Plain &plain) {
    switch (plain.type) {
    case Type::null: return reading.null();
    case Type::boolean: return reading.boolean(plain.number != 0);
    case Type::int32:
    case Type::int64: return reading.integer(plain.number);
    case Type::float32:
    case Type::float64: return reading.real(plain.real);
    case Type::bytes:
    case Type::fixed:
        return reading.bytes({reinterpret_cast<const std::uint8_t *>(plain.text.data()), plain.text.size()});
    case Type::string:
    case Type::enumeration: return reading.text(plain.text);
    case Type::array:
        for (const Plain &item : plain.items) read_plain(reading, item);
        return reading.end_array(plain.items.size());
    case Type::map: {
        std::uint64_t entries = 0;
        for (std::size_t number = 0; number < plain.items.size(); ++number) {
            Reading entry;
            entry.text(plain.names[number]);
            read_plain(entry, plain.items[number]);
            entries += entry.value();
        }
        return reading.map(entries, plain.items.size());
    }
    case Type::record:
    case Type::union_:
        for (const Plain &item : plain.items) read_plain(reading, item);
    }
}

inline std::uint64_t reading_of_plain(const Plain &plain) {
    Reading reading;
    read_plain(reading, plain);
    return reading.value();
}

} // namespace assay
