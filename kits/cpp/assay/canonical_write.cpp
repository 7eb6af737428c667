#include "canonical.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>

#include "json.hpp"

namespace assay {

namespace {

void write(const Schema &schema, const Plain &plain, std::string &out);

[[noreturn]] void fail(const std::string &message) { throw Error::failed(message); }

void write_integer(std::int64_t number, std::string &out) {
    const bool is_safe = -safe <= number && number <= safe;
    if (!is_safe) out += '"';
    out += std::to_string(number);
    if (!is_safe) out += '"';
}

void write_float(double value, std::string &out) {
    const auto bits = std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(static_cast<float>(value));
    char text[11];
    std::snprintf(text, sizeof text, "\"%08x\"", bits);
    out += text;
}

void write_double(double value, std::string &out) {
    const auto bits = std::isnan(value) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value);
    char text[19];
    std::snprintf(text, sizeof text, "\"%016llx\"", static_cast<unsigned long long>(bits));
    out += text;
}

void write_bytes(const std::string &content, std::string &out) {
    static constexpr char digits[] = "0123456789abcdef";
    out += '"';
    for (const char byte : content) {
        out += digits[static_cast<unsigned char>(byte) >> 4];
        out += digits[static_cast<unsigned char>(byte) & 15];
    }
    out += '"';
}

void write_string(const std::string &content, std::string &out) {
    if (!is_utf8(content)) fail("the string is not UTF-8");
    append_json_string(out, content);
}

void write_enum(const Schema &schema, const Plain &plain, std::string &out) {
    const auto number = static_cast<std::size_t>(plain.number);
    if (number >= schema.names.size() || schema.names[number] != plain.text) {
        fail(plain.text + " is not symbol " + std::to_string(number) + " of the enum");
    }
    write_string(plain.text, out);
}

void write_array(const Schema &schema, const Plain &plain, std::string &out) {
    out += '[';
    for (std::size_t number = 0; number < plain.items.size(); ++number) {
        if (number > 0) out += ',';
        const auto place = [&] { return "[" + std::to_string(number) + "]"; };
        at(place, [&] { write(*schema.inner[0], plain.items[number], out); });
    }
    out += ']';
}

void write_map(const Schema &schema, const Plain &plain, std::string &out) {
    std::vector<std::size_t> order(plain.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return plain.names[a] < plain.names[b]; });
    out += '{';
    const std::string *before = nullptr;
    for (const std::size_t number : order) {
        const std::string &key = plain.names[number];
        if (before != nullptr && *before == key) fail("the map has the key " + key + " twice");
        if (before != nullptr) out += ',';
        before = &key;
        write_string(key, out);
        out += ':';
        at([&] { return "{" + key + "}"; }, [&] { write(*schema.inner[0], plain.items[number], out); });
    }
    out += '}';
}

void write_record(const Schema &schema, const Plain &plain, std::string &out) {
    if (plain.names != schema.names) fail("not the fields of the record");
    out += '{';
    for (std::size_t number = 0; number < schema.names.size(); ++number) {
        const std::string &name = schema.names[number];
        if (number > 0) out += ',';
        append_json_string(out, name);
        out += ':';
        at([&] { return "." + name; }, [&] { write(*schema.inner[number], plain.items[number], out); });
    }
    out += '}';
}

/// The integer that a real counts as where a union has both kinds and takes it.
std::optional<std::int64_t> whole(const Schema &schema, double value) {
    const bool negative_zero = value == 0 && std::signbit(value);
    if (negative_zero || std::trunc(value) != value || std::fabs(value) > static_cast<double>(safe))
        return std::nullopt;
    const auto number = static_cast<std::int64_t>(value);
    for (const std::size_t branch : schema.branches_of(Kind::integer)) {
        if (schema.inner[branch]->type == Type::int64 || number == static_cast<std::int32_t>(number)) return number;
    }
    return std::nullopt;
}

void write_union(const Schema &schema, const Plain &plain, std::string &out) {
    const auto number = static_cast<std::size_t>(plain.number);
    if (number >= schema.inner.size()) fail("the union has no branch " + std::to_string(number));
    const Schema &branch = *schema.inner[number];
    const Plain &inner = plain.items.at(0);
    Kind kind = branch.kind;
    std::optional<std::int64_t> as_whole;
    if (kind == Kind::real) {
        inner.as(branch.type);
        as_whole = whole(schema, inner.real);
        if (as_whole) kind = Kind::integer;
    }
    const bool marked = schema.marked && kind != Kind::null;
    if (marked) out += std::string("{\"") + name_of(kind) + "\":";
    if (as_whole) {
        write_integer(*as_whole, out);
    } else if (kind == Kind::real) {
        write_double(inner.real, out);
    } else {
        write(branch, inner, out);
    }
    if (marked) out += '}';
}

void write(const Schema &schema, const Plain &plain, std::string &out) {
    plain.as(schema.type);
    switch (schema.type) {
    case Type::null: out += "null"; break;
    case Type::boolean: out += plain.number != 0 ? "true" : "false"; break;
    case Type::int32:
    case Type::int64: write_integer(plain.number, out); break;
    case Type::float32: write_float(plain.real, out); break;
    case Type::float64: write_double(plain.real, out); break;
    case Type::bytes: write_bytes(plain.text, out); break;
    case Type::fixed:
        if (plain.text.size() != schema.size) fail("a fixed of another size");
        write_bytes(plain.text, out);
        break;
    case Type::string: write_string(plain.text, out); break;
    case Type::enumeration: write_enum(schema, plain, out); break;
    case Type::array: write_array(schema, plain, out); break;
    case Type::map: write_map(schema, plain, out); break;
    case Type::record: write_record(schema, plain, out); break;
    case Type::union_: write_union(schema, plain, out); break;
    }
}

} // namespace

void write_canonical(const Schema &schema, const Plain &plain, std::string &out) { write(schema, plain, out); }

} // namespace assay
