// JSON: a parser for requests, schemas and canonical lines, and what it takes to write replies.
//
// Why not a library's: every contestant in C and C++, of which some need nothing but a compiler, would need its
// package; and in a contestant that measures a JSON library, kit and adapter would share one copy of its templates, so
// that the measured code would no longer be compiled for the adapter alone. So this is what the protocol takes, and no
// more: numbers are kept as they are written, and objects as lists.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

struct Json {
    enum class Type { null, boolean, number, string, array, object };

    Type type = Type::null;
    bool boolean = false;
    std::string text;              // of a string; of a number, as it was written
    std::vector<std::string> keys; // of an object, beside `items`
    std::vector<Json> items;

    bool is(Type wanted) const { return type == wanted; }

    /// The value of a key of an object, or null where it has none.
    const Json *find(std::string_view key) const;

    /// The value of a number without fraction and exponent that 64 bits hold.
    std::optional<std::int64_t> integer() const;
};

/// Throws `bad_input` where the text is not one JSON value in UTF-8.
Json parse_json(std::string_view text);

/// Digits as 64 bits, where that is all that the text holds.
std::optional<std::int64_t> parse_integer(std::string_view text);

bool is_utf8(std::string_view text);

/// Appends a JSON string: `"`, `\` and characters below U+0020 escaped, everything else as itself.
void append_json_string(std::string &out, std::string_view text);

std::string json_string(std::string_view text);

/// The text of an array and of an object, of which the items are JSON already.
std::string json_array(const std::vector<std::string> &items);
std::string json_object(std::initializer_list<std::pair<std::string_view, std::string>> items);

} // namespace assay
