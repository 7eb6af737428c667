// RapidJSON's values as the kit reads them, into records and readings.
#pragma once

#include <assay/filling.hpp>

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

/// A value.
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

    std::size_t count() const {
        need(value.IsArray(), "an array");
        return value.Size();
    }

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
