// Avro schemas, parsed, with names resolved.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "plain.hpp"

namespace assay {

/// Longs beyond ±(2⁵³ − 1) are strings in canonical JSON.
constexpr std::int64_t safe = (std::int64_t{1} << 53) - 1;

/// What a value is where it stands in a union.
enum class Kind { null, boolean, integer, real, string, bytes, array, map, record };

struct Schema {
    Type type = Type::null;
    std::vector<std::string> names;    // symbols of an enum, fields of a record
    std::vector<const Schema *> inner; // items, values, types of the fields, branches
    std::size_t size = 0;              // of a fixed
    bool marked = false;               // a union whose values carry their kind in canonical JSON
    std::int64_t whole_least = 1;      // of a union with integers and reals: the reals that count as integers,
    std::int64_t whole_most = 0;       // an empty range for all other unions

    /// Not for unions.
    Kind kind() const;
};

const char *name_of(Kind kind);

/// A schema, and all those within it. Moving it leaves them where they are.
class ParsedSchema {
public:
    /// Throws `bad_input` with the place in the schema.
    explicit ParsedSchema(std::string_view text);

    const Schema &root() const { return *root_; }

private:
    std::deque<Schema> all_;
    const Schema *root_;
};

} // namespace assay
