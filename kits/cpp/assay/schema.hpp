// The schema of a workload as the lab has resolved it: no names, references or branches are worked out here.
#pragma once

#include <cstddef>
#include <map>
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
    Kind kind = Kind::null;                           // not of a union
    std::vector<std::string> names;                   // symbols of an enum, fields of a record
    std::vector<const Schema *> inner;                // items, values, types of the fields, branches
    std::size_t size = 0;                             // of a fixed
    std::map<Kind, std::vector<std::size_t>> by_kind; // of a union: for each kind that it has, the branches to try
    bool marked = false;                              // a union whose values carry their kind in canonical JSON

    /// The numbers of a union's branches of this kind; none where it has no such kind.
    const std::vector<std::size_t> &branches_of(Kind wanted) const;
};

const char *name_of(Kind kind);

/// A schema, and all those within it. Moving it leaves them where they are.
class ResolvedSchema {
public:
    /// Reads the table of the contract's "Resolved schema". Throws `bad_input` where the text is none.
    explicit ResolvedSchema(std::string_view text);

    const Schema &root() const { return *root_; }

private:
    std::vector<Schema> types_;
    const Schema *root_;
};

} // namespace assay
