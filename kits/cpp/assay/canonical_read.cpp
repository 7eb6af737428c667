#include "canonical.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

#include "json.hpp"

namespace assay {

namespace {

Plain read(const Schema &schema, const Json &json);

[[noreturn]] void fail(const std::string &message) { throw Error::bad_input(message); }

const std::string &text_of(const Schema &schema, const Json &json) {
    if (!json.is(Json::Type::string)) fail(std::string("no ") + name_of(schema.type));
    return json.text;
}

/// An integer as canonical JSON has it: a number, or a string of the same digits.
std::optional<std::int64_t> integer(const Json &json) {
    return json.is(Json::Type::string) ? parse_integer(json.text) : json.integer();
}

bool fits_int(std::int64_t number) {
    return number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max();
}

std::uint64_t bits(const std::string &text, std::size_t digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != digits || error != std::errc() || end != text.data() + text.size()) {
        fail("not " + std::to_string(digits) + " hexadecimal digits");
    }
    return value;
}

double read_double(const std::string &text) { return std::bit_cast<double>(bits(text, 16)); }

std::string read_bytes(const std::string &text) {
    std::string content;
    content.reserve(text.size() / 2);
    for (std::size_t at = 0; at < text.size(); at += 2) content += static_cast<char>(bits(text.substr(at, 2), 2));
    return content;
}

std::optional<std::size_t> symbol(const Schema &schema, const std::string &text) {
    const auto found = std::find(schema.names.begin(), schema.names.end(), text);
    if (found == schema.names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - schema.names.begin());
}

Plain read_record(const Schema &schema, const Json &json) {
    if (!json.is(Json::Type::object) || json.keys.size() != schema.names.size()) fail("not the fields of the record");
    Plain plain = Plain::record();
    for (std::size_t number = 0; number < schema.names.size(); ++number) {
        const std::string &name = schema.names[number];
        // The lab writes fields in the schema's order; any other order is taken, too.
        const Json *value = json.keys[number] == name ? &json.items[number] : json.find(name);
        if (value == nullptr) fail("." + name + " is missing");
        plain.add(name, at([&] { return "." + name; }, [&] { return read(*schema.inner[number], *value); }));
    }
    return plain;
}

bool has_fields(const Schema &record, const Json &json) {
    return json.is(Json::Type::object) && json.keys.size() == record.names.size() &&
           std::all_of(record.names.begin(), record.names.end(), [&](auto &name) { return json.find(name); });
}

/// Whether a value of the branch's kind fits the branch.
bool fits(const Schema &branch, const Json &json) {
    switch (branch.type) {
    case Type::int32: {
        const auto number = integer(json);
        return number && fits_int(*number);
    }
    case Type::enumeration: return symbol(branch, json.text).has_value();
    case Type::fixed: return json.text.size() == 2 * branch.size;
    case Type::record: return has_fields(branch, json);
    default: return true;
    }
}

/// The kind of the value that stands in unmarked text.
Kind kind_of(const Schema &schema, const Json &json) {
    switch (json.type) {
    case Json::Type::null: return Kind::null;
    case Json::Type::boolean: return Kind::boolean;
    case Json::Type::number: return Kind::integer;
    case Json::Type::array: return Kind::array;
    case Json::Type::object: return Kind::record;
    case Json::Type::string: break;
    }
    // Unmarked unions have one kind at most whose text can be a JSON string.
    for (const Kind kind : {Kind::integer, Kind::real, Kind::bytes}) {
        if (schema.by_kind.contains(kind)) return kind;
    }
    return Kind::string;
}

/// The value in the first branch of the kind that it fits.
std::optional<Plain> read_branch(const Schema &schema, Kind kind, const Json &json) {
    for (const std::size_t number : schema.branches_of(kind)) {
        const Schema &branch = *schema.inner[number];
        if (!fits(branch, json)) continue;
        // In a union every real is written as a double.
        if (branch.type == Type::float32) {
            return Plain::union_(number, Plain::float32(static_cast<float>(read_double(text_of(branch, json)))));
        }
        return Plain::union_(number, read(branch, json));
    }
    return std::nullopt;
}

Plain read_union(const Schema &schema, const Json &json) {
    if (schema.marked && json.is(Json::Type::object)) {
        if (json.keys.size() != 1) fail("a union without its mark");
        for (const auto &[kind, branches] : schema.by_kind) {
            if (json.keys[0] != name_of(kind)) continue;
            if (auto plain = read_branch(schema, kind, json.items[0])) return *std::move(plain);
        }
    } else {
        const Kind kind = kind_of(schema, json);
        if (auto plain = read_branch(schema, kind, json)) return *std::move(plain);
        // The text of a record and of a map is distinguished by the fields only.
        if (kind == Kind::record) {
            if (auto plain = read_branch(schema, Kind::map, json)) return *std::move(plain);
        }
    }
    fail("fits no branch of the union");
}

Plain read(const Schema &schema, const Json &json) {
    switch (schema.type) {
    case Type::null:
        if (!json.is(Json::Type::null)) fail("no null");
        return Plain::null();
    case Type::boolean:
        if (!json.is(Json::Type::boolean)) fail("no boolean");
        return Plain::boolean(json.boolean);
    case Type::int32: {
        const auto number = json.integer();
        if (!number || !fits_int(*number)) fail("no int");
        return Plain::int32(static_cast<std::int32_t>(*number));
    }
    case Type::int64: {
        const auto number = integer(json);
        if (!number) fail("no long");
        return Plain::int64(*number);
    }
    case Type::float32:
        return Plain::float32(std::bit_cast<float>(static_cast<std::uint32_t>(bits(text_of(schema, json), 8))));
    case Type::float64: return Plain::float64(read_double(text_of(schema, json)));
    case Type::bytes: return Plain::bytes(read_bytes(text_of(schema, json)));
    case Type::fixed: {
        std::string content = read_bytes(text_of(schema, json));
        if (content.size() != schema.size) fail("a fixed of another size");
        return Plain::fixed(std::move(content));
    }
    case Type::string: return Plain::string(text_of(schema, json));
    case Type::enumeration: {
        const auto number = symbol(schema, text_of(schema, json));
        if (!number) fail("no symbol of the enum");
        return Plain::enumeration(*number, json.text);
    }
    case Type::array: {
        if (!json.is(Json::Type::array)) fail("no array");
        Plain plain = Plain::array();
        for (std::size_t number = 0; number < json.items.size(); ++number) {
            const auto place = [&] { return "[" + std::to_string(number) + "]"; };
            plain.items.push_back(at(place, [&] { return read(*schema.inner[0], json.items[number]); }));
        }
        return plain;
    }
    case Type::map: {
        if (!json.is(Json::Type::object)) fail("no map");
        Plain plain = Plain::map();
        for (std::size_t number = 0; number < json.items.size(); ++number) {
            const std::string &key = json.keys[number];
            plain.add(key,
                      at([&] { return "{" + key + "}"; }, [&] { return read(*schema.inner[0], json.items[number]); }));
        }
        return plain;
    }
    case Type::record: return read_record(schema, json);
    case Type::union_: break;
    }
    return read_union(schema, json);
}

} // namespace

Plain read_canonical(const Schema &schema, std::string_view line) { return read(schema, parse_json(line)); }

} // namespace assay
