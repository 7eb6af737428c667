// RapidJSON's values to generated types.
#pragma once

#include <assay/base64.hpp>
#include <assay/branches.hpp>

#include <rapidjson/document.h>

using rapidjson::Value;

inline void need(bool is_so, const char *expected) {
    if (!is_so) throw assay::Error::failed(std::string("expected ") + expected);
}

inline std::string_view text_of(const Value &value) {
    need(value.IsString(), "a string");
    return {value.GetString(), value.GetStringLength()};
}

/// A value of a union.
struct Shaped {
    const Value &value;

    assay::Shape shape() const {
        switch (value.GetType()) {
        case rapidjson::kNullType: return assay::Shape::null;
        case rapidjson::kFalseType:
        case rapidjson::kTrueType: return assay::Shape::boolean;
        case rapidjson::kObjectType: return assay::Shape::object;
        case rapidjson::kArrayType: return assay::Shape::array;
        case rapidjson::kStringType: return assay::Shape::string;
        case rapidjson::kNumberType: break;
        }
        return value.IsInt64() ? assay::Shape::integer : assay::Shape::real;
    }

    std::int64_t integer() const { return value.GetInt64(); }
    std::string_view text() const { return text_of(value); }

    std::optional<std::size_t> bytes_size(bool marked) const {
        if (!marked) return value.IsString() ? std::optional(assay::base64::size_of(text())) : std::nullopt;
        if (!value.IsObject() || !has_keys({&assay::bytes_mark, 1})) return std::nullopt;
        return Shaped{value.MemberBegin()->value}.bytes_size(false);
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const auto has = [this](std::string_view name) { return value.HasMember(Value(name.data(), size_of(name))); };
        return value.MemberCount() == names.size() && std::all_of(names.begin(), names.end(), has);
    }

    static rapidjson::SizeType size_of(std::string_view text) { return static_cast<rapidjson::SizeType>(text.size()); }
};

template <class T>
void get(const Value &value, T &to);

/// Fields are expected in the schema's order; one that is elsewhere is looked for.
template <class T>
void get_record(const Value &value, T &to) {
    need(value.IsObject(), "an object");
    auto next = value.MemberBegin();
    assay::for_each_field(to, [&](std::string_view name, auto &field) {
        if (next == value.MemberEnd() || text_of(next->name) != name) {
            next = value.FindMember(Value(name.data(), Shaped::size_of(name)));
            if (next == value.MemberEnd()) throw assay::Error::failed("no field " + std::string(name));
        }
        get((next++)->value, field);
    });
}

template <class Variant>
void get_branch(const Value &value, Variant &to) {
    assay::read_branch<Variant>(Shaped{value}, [&]<std::size_t number>() {
        using T = std::variant_alternative_t<number, Variant>;
        constexpr bool marked = assay::is_bytes<T> && assay::marks_bytes<Variant>;
        if constexpr (marked) get(value.MemberBegin()->value, to.template emplace<number>());
        else get(value, to.template emplace<number>());
    });
}

template <class T>
void get(const Value &value, T &to) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        need(value.IsNull(), "null");
    } else if constexpr (std::is_same_v<T, bool>) {
        need(value.IsBool(), "a boolean");
        to = value.GetBool();
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        need(value.IsInt(), "an int");
        to = value.GetInt();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        need(value.IsInt64(), "a long");
        to = value.GetInt64();
    } else if constexpr (std::is_floating_point_v<T>) {
        need(value.IsNumber(), "a number");
        to = static_cast<T>(value.GetDouble());
    } else if constexpr (std::is_same_v<T, std::string>) {
        to = text_of(value);
    } else if constexpr (assay::GeneratedEnum<T>) {
        to = assay::enum_of<T>(text_of(value));
    } else if constexpr (assay::is_bytes<T>) {
        assay::base64::read(text_of(value), to);
    } else if constexpr (assay::is_vector<T>) {
        need(value.IsArray(), "an array");
        to.reserve(value.Size());
        for (const Value &item : value.GetArray()) {
            typename T::value_type made{};
            get(item, made);
            to.push_back(std::move(made));
        }
    } else if constexpr (assay::is_map<T>) {
        need(value.IsObject(), "an object");
        for (const auto &entry : value.GetObject()) get(entry.value, to[std::string(text_of(entry.name))]);
    } else if constexpr (assay::is_nullable<T>) {
        // A record that closes a circle without null in between is a branch of a union, and so never null.
        if (!value.IsNull()) get(value, assay::make_value(to));
    } else if constexpr (assay::is_variant<T>) {
        get_branch(value, to);
    } else {
        get_record(value, to);
    }
}
