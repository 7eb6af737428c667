// RapidJSON's values to generated types and to readings.
#pragma once

#include <assay/access.hpp>

#include <rapidjson/document.h>

using rapidjson::Value;

inline void need(bool is_so, const char *expected) {
    if (!is_so) throw assay::Error::failed(std::string("expected ") + expected);
}

inline std::string_view text_of(const Value &value) {
    need(value.IsString(), "a string");
    return {value.GetString(), value.GetStringLength()};
}

inline rapidjson::SizeType size_of(std::string_view text) { return static_cast<rapidjson::SizeType>(text.size()); }

/// The fields of a record. They are expected in the order in which they are asked for; one elsewhere is looked for.
class Fields {
public:
    explicit Fields(const Value &value) : value_(value) {
        need(value.IsObject(), "an object");
        next_ = value.MemberBegin();
    }

    const Value &value_of(std::string_view name) {
        if (next_ == value_.MemberEnd() || text_of(next_->name) != name) {
            next_ = value_.FindMember(Value(name.data(), size_of(name)));
            if (next_ == value_.MemberEnd()) throw assay::Error::failed("no field " + std::string(name));
        }
        return (next_++)->value;
    }

    auto find(std::string_view name);

private:
    const Value &value_;
    Value::ConstMemberIterator next_;
};

/// A value of a union, and one that is read into a reading.
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

    bool is_null() const { return value.IsNull(); }

    bool boolean() const {
        need(value.IsBool(), "a boolean");
        return value.GetBool();
    }

    std::int64_t integer() const {
        need(value.IsInt64(), "a long");
        return value.GetInt64();
    }

    double real() const {
        need(value.IsNumber(), "a number");
        return value.GetDouble();
    }

    std::string_view text() const { return text_of(value); }
    assay::base64::Text bytes() const { return {text()}; }

    template <class Work>
    void for_each_item(Work &&work) const {
        need(value.IsArray(), "an array");
        for (const Value &item : value.GetArray()) work(Shaped{item});
    }

    template <class Work>
    void for_each_entry(Work &&work) const {
        need(value.IsObject(), "an object");
        for (const auto &entry : value.GetObject()) work(text_of(entry.name), Shaped{entry.value});
    }

    Fields fields() const { return Fields(value); }
    const Shaped &shaped() const { return *this; }
    Shaped unmarked() const { return {value.MemberBegin()->value}; }

    std::optional<std::size_t> bytes_size(bool marked) const {
        if (!marked) return value.IsString() ? std::optional(assay::base64::size_of(text())) : std::nullopt;
        if (!value.IsObject() || !has_keys({&assay::bytes_mark, 1})) return std::nullopt;
        return unmarked().bytes_size(false);
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const auto has = [this](std::string_view name) { return value.HasMember(Value(name.data(), size_of(name))); };
        return value.MemberCount() == names.size() && std::all_of(names.begin(), names.end(), has);
    }
};

inline auto Fields::find(std::string_view name) { return Shaped{value_of(name)}; }

template <class T>
void get(const Value &value, T &to);

template <class T>
void get_record(const Value &value, T &to) {
    Fields fields(value);
    assay::for_each_field(to, [&](std::string_view name, auto &field) { get(fields.value_of(name), field); });
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
        to = Shaped{value}.boolean();
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        need(value.IsInt(), "an int");
        to = value.GetInt();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        to = Shaped{value}.integer();
    } else if constexpr (std::is_floating_point_v<T>) {
        to = static_cast<T>(Shaped{value}.real());
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
