// Generated types to and from plain values.
//
// What these types are is in `fields.hpp`. What they do not say (which branch is null) comes from the schema.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fields.hpp"
#include "plain.hpp"
#include "schema.hpp"

namespace assay {

/// `Typed<T>::from(plain)` and `Typed<T>::to(schema, value)`; `failed` where the plain value is not of the type.
template <class T>
struct Typed;

template <>
struct Typed<std::monostate> {
    static std::monostate from(const Plain &plain) { return plain.as(Type::null), std::monostate(); }
    static Plain to(const Schema &, std::monostate) { return Plain::null(); }
};

template <>
struct Typed<bool> {
    static bool from(const Plain &plain) { return plain.as(Type::boolean).number != 0; }
    static Plain to(const Schema &, bool value) { return Plain::boolean(value); }
};

template <>
struct Typed<std::int32_t> {
    static std::int32_t from(const Plain &plain) { return static_cast<std::int32_t>(plain.as(Type::int32).number); }
    static Plain to(const Schema &, std::int32_t value) { return Plain::int32(value); }
};

template <>
struct Typed<std::int64_t> {
    static std::int64_t from(const Plain &plain) { return plain.as(Type::int64).number; }
    static Plain to(const Schema &, std::int64_t value) { return Plain::int64(value); }
};

template <>
struct Typed<float> {
    static float from(const Plain &plain) { return static_cast<float>(plain.as(Type::float32).real); }
    static Plain to(const Schema &, float value) { return Plain::float32(value); }
};

template <>
struct Typed<double> {
    static double from(const Plain &plain) { return plain.as(Type::float64).real; }
    static Plain to(const Schema &, double value) { return Plain::float64(value); }
};

template <>
struct Typed<std::string> {
    static std::string from(const Plain &plain) { return plain.as(Type::string).text; }
    static Plain to(const Schema &, const std::string &value) { return Plain::string(value); }
};

/// bytes
template <>
struct Typed<std::vector<std::uint8_t>> {
    static std::vector<std::uint8_t> from(const Plain &plain) {
        const std::string &text = plain.as(Type::bytes).text;
        return {text.begin(), text.end()};
    }
    static Plain to(const Schema &, const std::vector<std::uint8_t> &value) {
        return Plain::bytes({value.begin(), value.end()});
    }
};

/// fixed
template <std::size_t size>
struct Typed<std::array<std::uint8_t, size>> {
    static std::array<std::uint8_t, size> from(const Plain &plain) {
        const std::string &text = plain.as(Type::fixed).text;
        if (text.size() != size) throw Error::failed("a fixed of another size");
        std::array<std::uint8_t, size> value{};
        for (std::size_t index = 0; index < size; ++index) value[index] = static_cast<std::uint8_t>(text[index]);
        return value;
    }
    static Plain to(const Schema &, const std::array<std::uint8_t, size> &value) {
        return Plain::fixed({value.begin(), value.end()});
    }
};

template <class T>
    requires std::is_enum_v<T>
struct Typed<T> {
    static T from(const Plain &plain) { return static_cast<T>(plain.as(Type::enumeration).number); }
    static Plain to(const Schema &schema, T value) {
        const auto number = static_cast<std::size_t>(value);
        return Plain::enumeration(number, schema.names.at(number));
    }
};

template <class T>
struct Typed<std::vector<T>> {
    static std::vector<T> from(const Plain &plain) {
        std::vector<T> value;
        value.reserve(plain.as(Type::array).items.size());
        for (const Plain &item : plain.items) value.push_back(Typed<T>::from(item));
        return value;
    }
    static Plain to(const Schema &schema, const std::vector<T> &value) {
        Plain plain = Plain::array();
        for (const auto &item : value) plain.items.push_back(Typed<T>::to(*schema.inner[0], item));
        return plain;
    }
};

template <class T>
struct Typed<std::map<std::string, T>> {
    static std::map<std::string, T> from(const Plain &plain) {
        std::map<std::string, T> value;
        for (std::size_t number = 0; number < plain.as(Type::map).items.size(); ++number) {
            value.emplace(plain.names[number], Typed<T>::from(plain.items[number]));
        }
        return value;
    }
    static Plain to(const Schema &schema, const std::map<std::string, T> &value) {
        Plain plain = Plain::map();
        for (const auto &[key, entry] : value) plain.add(key, Typed<T>::to(*schema.inner[0], entry));
        return plain;
    }
};

/// The value of a union of null and one other type; null where the pointer (to the value or to nothing) is.
template <class T>
Plain nullable_to(const Schema &schema, const T *value) {
    const std::size_t null = schema.inner.at(0)->type == Type::null ? 0 : 1;
    if (value == nullptr) return Plain::union_(null, Plain::null());
    return Plain::union_(1 - null, Typed<T>::to(*schema.inner.at(1 - null), *value));
}

template <class T>
struct Typed<std::optional<T>> {
    static std::optional<T> from(const Plain &plain) {
        const Plain &inner = plain.as(Type::union_).items.at(0);
        if (inner.type == Type::null) return std::nullopt;
        return Typed<T>::from(inner);
    }
    static Plain to(const Schema &schema, const std::optional<T> &value) {
        return nullable_to<T>(schema, value ? &*value : nullptr);
    }
};

/// A record that closes a circle: nullable where it stands for a union, else always there.
template <class T>
struct Typed<std::unique_ptr<T>> {
    static std::unique_ptr<T> from(const Plain &plain) {
        const Plain &inner = plain.type == Type::union_ ? plain.items.at(0) : plain;
        if (inner.type == Type::null) return nullptr;
        return std::make_unique<T>(Typed<T>::from(inner));
    }
    static Plain to(const Schema &schema, const std::unique_ptr<T> &value) {
        if (schema.type == Type::union_) return nullable_to<T>(schema, value.get());
        if (!value) throw Error::failed("a record that holds none where it must hold one");
        return Typed<T>::to(schema, *value);
    }
};

template <class... T>
struct Typed<std::variant<T...>> {
    using Value = std::variant<T...>;

    static Value from(const Plain &plain) {
        return from_branch(plain.as(Type::union_), std::index_sequence_for<T...>());
    }
    static Plain to(const Schema &schema, const Value &value) {
        return to_branch(schema, value, std::index_sequence_for<T...>());
    }

private:
    template <std::size_t... number>
    static Value from_branch(const Plain &plain, std::index_sequence<number...>) {
        std::optional<Value> value;
        const auto branch = static_cast<std::size_t>(plain.number);
        ((number == branch ? void(value.emplace(std::in_place_index<number>, Typed<T>::from(plain.items.at(0))))
                           : void()),
         ...);
        if (!value) throw Error::failed("a branch that the union does not have");
        return *std::move(value);
    }

    template <std::size_t... number>
    static Plain to_branch(const Schema &schema, const Value &value, std::index_sequence<number...>) {
        std::optional<Plain> plain;
        ((number == value.index() ? void(plain = Typed<T>::to(*schema.inner.at(number), std::get<number>(value)))
                                  : void()),
         ...);
        if (!plain) throw Error::failed("a variant without a value");
        return Plain::union_(value.index(), *std::move(plain));
    }
};

template <GeneratedRecord T>
struct Typed<T> {
    static T from(const Plain &plain) {
        T value;
        std::size_t number = 0;
        plain.as(Type::record);
        const auto read = [&](auto &field) {
            field = Typed<std::remove_cvref_t<decltype(field)>>::from(plain.items.at(number++));
        };
        std::apply([&](auto &...field) { (read(field), ...); }, value.fields());
        return value;
    }
    static Plain to(const Schema &schema, const T &value) {
        Plain plain = Plain::record();
        std::size_t number = 0;
        const auto write = [&](const auto &field) {
            const Schema &type = *schema.inner.at(number);
            plain.add(schema.names.at(number++), Typed<std::remove_cvref_t<decltype(field)>>::to(type, field));
        };
        std::apply([&](const auto &...field) { (write(field), ...); }, value.fields());
        return plain;
    }
};

} // namespace assay
