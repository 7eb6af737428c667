// `access` of a self-describing format: a library's values go into the reading one by one, and no record is made.
//
// The generated types say which fields there are and in which order; nothing is ever put into them.
#pragma once

#include <utility>

#include "base64.hpp"
#include "branches.hpp"
#include "reading.hpp"

namespace assay {

/// An adapter's view of one value. Each function fails where the value is of another type; a library that reads forward
/// is asked for each value once. `bytes()`: an `Input`, or the `base64::Text` that stands for bytes in JSON. Besides
/// these:
/// - `for_each_item(work)` calls `work(view)`, `for_each_entry(work)` calls `work(key, view)`;
/// - `fields()` gives an object whose `find(name)` gives the view of a record's field, asked for in the schema's order;
/// - `shaped()` gives a `ShapedValue` that is such a view, too, and whose `unmarked()` is the view of bytes that are
///   marked as such (`marks_bytes`).
template <class V>
concept AccessedValue = requires(V &value) {
    { value.is_null() } -> std::same_as<bool>;
    { value.boolean() } -> std::same_as<bool>;
    { value.integer() } -> std::same_as<std::int64_t>;
    { value.real() } -> std::same_as<double>;
    { value.text() } -> std::same_as<std::string_view>;
    { value.bytes().size() } -> std::same_as<std::size_t>;
};

inline void read_bytes(Reading &reading, Input bytes) { reading.bytes(bytes); }

/// Through a piece of the stack, for want of a place where these bytes lie.
inline void read_bytes(Reading &reading, base64::Text text) {
    reading.begin_bytes(text.size());
    base64::read_pieces(text, [&](Input piece) { reading.words(piece.data(), piece.size()); });
}

/// Folds in a value as one of the generated type `T`.
template <class T, class V>
    requires AccessedValue<std::remove_reference_t<V>>
void read_as(Reading &reading, V &&value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        if (!value.is_null()) throw Error::failed("expected null");
        reading.null();
    } else if constexpr (std::is_same_v<T, bool>) {
        reading.boolean(value.boolean());
    } else if constexpr (std::is_integral_v<T>) {
        const std::int64_t number = value.integer();
        if (!std::in_range<T>(number)) throw Error::failed("not within 32 bits: " + std::to_string(number));
        reading.integer(number);
    } else if constexpr (std::is_floating_point_v<T>) {
        // By way of a float where the type is one: its decimal digits stand for a double that is another number.
        reading.real(static_cast<double>(static_cast<T>(value.real())));
    } else if constexpr (std::is_same_v<T, std::string>) {
        reading.text(value.text());
    } else if constexpr (GeneratedEnum<T>) {
        reading.text(symbol_of(enum_of<T>(value.text())));
    } else if constexpr (is_bytes<T>) {
        const auto bytes = value.bytes();
        if constexpr (is_fixed<T>) {
            if (bytes.size() != std::tuple_size_v<T>) throw Error::failed("a fixed of another size");
        }
        read_bytes(reading, bytes);
    } else if constexpr (is_vector<T>) {
        std::size_t count = 0;
        value.for_each_item([&](auto &&item) {
            read_as<typename T::value_type>(reading, item);
            ++count;
        });
        reading.end_array(count);
    } else if constexpr (is_map<T>) {
        std::uint64_t entries = 0;
        std::size_t count = 0;
        value.for_each_entry([&](std::string_view key, auto &&inner) {
            Reading entry;
            entry.text(key);
            read_as<typename T::mapped_type>(entry, inner);
            entries += entry.value();
            ++count;
        });
        reading.map(entries, count);
    } else if constexpr (is_pointer<T>) {
        // A record that closes a circle without null in between is a branch of a union, and so never null.
        if (value.is_null()) reading.null();
        else read_as<typename T::element_type>(reading, value);
    } else if constexpr (is_nullable<T>) {
        if (value.is_null()) reading.null();
        else read_as<typename T::value_type>(reading, value);
    } else if constexpr (is_variant<T>) {
        auto &&shaped = value.shaped();
        read_branch<T>(shaped, [&]<std::size_t number>() {
            using Branch = std::variant_alternative_t<number, T>;
            if constexpr (is_bytes<Branch> && marks_bytes<T>) read_as<Branch>(reading, shaped.unmarked());
            else read_as<Branch>(reading, shaped);
        });
    } else {
        auto &&fields = value.fields();
        for_each_field_type<T>([&]<class Field>(std::string_view name) { read_as<Field>(reading, fields.find(name)); });
    }
}

/// The reading of a value as one of the generated type `T`.
template <class T, class V>
std::uint64_t reading_as(V &&value) {
    Reading reading;
    read_as<T>(reading, value);
    return reading.value();
}

} // namespace assay
