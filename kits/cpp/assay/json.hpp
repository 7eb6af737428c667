// JSON: a parser for requests, schemas and canonical lines, and what it takes to write replies.
//
// Why not a library's: numbers are kept as they are written, so no integer loses digits; keys may hold U+0000; and the
// process of a contestant that measures a JSON library holds no second one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// The text of an object, made key by key.
class JsonObject {
public:
    JsonObject &add(std::string_view key, std::string_view text);
    JsonObject &add_number(std::string_view key, std::uint64_t number);
    JsonObject &add_real(std::string_view key, double number);
    /// The value is JSON already.
    JsonObject &add_json(std::string_view key, std::string_view json);
    std::string done() const { return text_ + "}"; }

private:
    void add_key(std::string_view key);

    std::string text_ = "{";
};

} // namespace assay
