// Generated types as the library learns of own types: by its hooks `to_json` and `from_json`.
#pragma once

#include <assay/access.hpp>

#include <nlohmann/json.hpp>

using nlohmann::json;

struct Fields;

/// A value of a union, and one that is read into a reading.
struct Shaped {
    const json &value;

    assay::Shape shape() const {
        switch (value.type()) {
        case json::value_t::null: return assay::Shape::null;
        case json::value_t::boolean: return assay::Shape::boolean;
        case json::value_t::number_integer:
        case json::value_t::number_unsigned: return assay::Shape::integer;
        case json::value_t::number_float: return assay::Shape::real;
        case json::value_t::string: return assay::Shape::string;
        case json::value_t::array: return assay::Shape::array;
        default: return assay::Shape::object;
        }
    }

    bool is_null() const { return value.is_null(); }
    bool boolean() const { return value.get<bool>(); }
    std::int64_t integer() const { return value.get<std::int64_t>(); }
    double real() const { return value.get<double>(); }
    std::string_view text() const { return value.get_ref<const std::string &>(); }
    assay::base64::Text bytes() const { return {text()}; }

    template <class Work>
    void for_each_item(Work &&work) const {
        for (const json &item : value.get_ref<const json::array_t &>()) work(Shaped{item});
    }

    template <class Work>
    void for_each_entry(Work &&work) const {
        if (!value.is_object()) throw assay::Error::failed("expected an object");
        for (const auto &entry : value.items()) work(entry.key(), Shaped{entry.value()});
    }

    Fields fields() const;
    const Shaped &shaped() const { return *this; }
    Shaped unmarked() const { return {value.begin().value()}; }

    std::optional<std::size_t> bytes_size(bool marked) const {
        if (!marked) return value.is_string() ? std::optional(assay::base64::size_of(text())) : std::nullopt;
        if (!value.is_object() || !has_keys({&assay::bytes_mark, 1})) return std::nullopt;
        return unmarked().bytes_size(false);
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const auto has = [this](std::string_view name) { return value.contains(name); };
        return value.size() == names.size() && std::all_of(names.begin(), names.end(), has);
    }
};

/// The fields of a record.
struct Fields {
    const json &value;

    Shaped find(std::string_view name) const { return {value.at(name)}; }
};

inline Fields Shaped::fields() const { return {value}; }

namespace nlohmann {

template <>
struct adl_serializer<std::monostate> {
    static void to_json(json &to, std::monostate) { to = nullptr; }
    static void from_json(const json &, std::monostate &) {}
};

template <assay::GeneratedRecord T>
struct adl_serializer<T> {
    static void to_json(json &to, const T &value) {
        to = json::object();
        assay::for_each_field(value, [&](std::string_view name, const auto &field) { to[std::string(name)] = field; });
    }
    static void from_json(const json &from, T &value) {
        assay::for_each_field(value, [&](std::string_view name, auto &field) { from.at(name).get_to(field); });
    }
};

template <assay::GeneratedEnum T>
struct adl_serializer<T> {
    static void to_json(json &to, T value) { to = assay::symbol_of(value); }
    static void from_json(const json &from, T &value) {
        value = assay::enum_of<T>(from.get_ref<const std::string &>());
    }
};

template <class T>
    requires assay::is_bytes<T>
struct adl_serializer<T> {
    static void to_json(json &to, const T &value) {
        std::string text;
        assay::base64::append(text, value.data(), value.size());
        to = std::move(text);
    }
    static void from_json(const json &from, T &value) {
        assay::base64::read(from.get_ref<const std::string &>(), value);
    }
};

template <class T>
    requires assay::is_nullable<T>
struct adl_serializer<T> {
    static void to_json(json &to, const T &value) {
        if (value) to = *value;
        else to = nullptr;
    }
    static void from_json(const json &from, T &value) {
        if (!from.is_null()) from.get_to(assay::make_value(value));
    }
};

template <class... T>
struct adl_serializer<std::variant<T...>> {
    using Variant = std::variant<T...>;

    static void to_json(json &to, const Variant &value) {
        std::visit(
            [&]<class Branch>(const Branch &branch) {
                if constexpr (is_marked<Branch>) to[std::string(assay::bytes_mark)] = branch;
                else to = branch;
            },
            value);
    }
    static void from_json(const json &from, Variant &value) {
        assay::read_branch<Variant>(Shaped{from}, [&]<std::size_t number>() {
            constexpr bool marked = is_marked<std::variant_alternative_t<number, Variant>>;
            (marked ? from.begin().value() : from).get_to(value.template emplace<number>());
        });
    }

    template <class Branch>
    static constexpr bool is_marked = assay::is_bytes<Branch> && assay::marks_bytes<Variant>;
};

} // namespace nlohmann
