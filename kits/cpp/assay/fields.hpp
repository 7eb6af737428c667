// Generated types, and how adapters go through them.
//
// A generated record is a struct with `fields()`, a tuple of references in the schema's order, and `names()`, the
// fields' names; an enum is an enum class numbered like its symbols. All other types are the standard library's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "error.hpp"

namespace assay {

template <class T>
concept GeneratedRecord = requires(const T &value) {
    value.fields();
    T::names();
};

template <class T>
concept GeneratedEnum = std::is_enum_v<T>;

/// The symbols of a generated enum, in the order of its numbers.
template <GeneratedEnum T>
inline constexpr std::array<std::string_view, 0> symbols{};

/// Calls `work(name, member)` for each field of a record, in the schema's order.
template <class T, class Work>
    requires GeneratedRecord<std::remove_const_t<T>>
[[gnu::always_inline]] inline void for_each_field(T &record, Work &&work) {
    std::apply(
        [&](auto &...field) {
            static constexpr auto names = T::names();
            std::size_t number = 0;
            (work(names[number++], field), ...);
        },
        record.fields());
}

/// Calls `work.template operator()<type>(name)` for each field of the record type `T`, in the schema's order.
template <GeneratedRecord T, class Work>
[[gnu::always_inline]] inline void for_each_field_type(Work &&work) {
    using Fields = decltype(std::declval<const T &>().fields());
    [&]<std::size_t... number>(std::index_sequence<number...>) {
        [[maybe_unused]] static constexpr auto names = T::names();
        (work.template operator()<std::remove_cvref_t<std::tuple_element_t<number, Fields>>>(names[number]), ...);
    }(std::make_index_sequence<std::tuple_size_v<Fields>>());
}

template <GeneratedEnum T>
std::string_view symbol_of(T value) {
    return symbols<T>[static_cast<std::size_t>(value)];
}

/// The value that a symbol stands for, or nothing.
template <GeneratedEnum T>
std::optional<T> find_symbol(std::string_view symbol) {
    for (std::size_t number = 0; number < symbols<T>.size(); ++number) {
        if (symbols<T>[number] == symbol) return static_cast<T>(number);
    }
    return std::nullopt;
}

/// As `find_symbol`; `failed` where the enum has no such symbol.
template <GeneratedEnum T>
T enum_of(std::string_view symbol) {
    if (const auto value = find_symbol<T>(symbol)) return *value;
    throw Error::failed("no symbol of the enum: " + std::string(symbol));
}

/// bytes
using ByteVector = std::vector<std::uint8_t>;

template <class T>
inline constexpr bool is_fixed = false;
template <std::size_t size>
inline constexpr bool is_fixed<std::array<std::uint8_t, size>> = true;

template <class T>
inline constexpr bool is_bytes = std::is_same_v<T, ByteVector> || is_fixed<T>;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_map = false;
template <class T>
inline constexpr bool is_map<std::map<std::string, T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

/// A record that closes a circle.
template <class T>
inline constexpr bool is_pointer = false;
template <class T>
inline constexpr bool is_pointer<std::unique_ptr<T>> = true;

/// What may be null: `std::optional`, or a pointer to a record.
template <class T>
inline constexpr bool is_nullable = is_pointer<T>;
template <class T>
inline constexpr bool is_nullable<std::optional<T>> = true;

/// A type of a whole value, as the generated header makes it of a schema.
template <class T>
concept Generated =
    GeneratedRecord<T> || GeneratedEnum<T> || std::is_arithmetic_v<T> || is_bytes<T> || is_vector<T> || is_map<T> ||
    is_nullable<T> || is_variant<T> || std::is_same_v<T, std::string> || std::is_same_v<T, std::monostate>;

/// Where the value of a nullable goes, newly made.
template <class T>
T &make_value(std::optional<T> &nullable) {
    return nullable.emplace();
}
template <class T>
T &make_value(std::unique_ptr<T> &nullable) {
    nullable = std::make_unique<T>();
    return *nullable;
}

} // namespace assay
