// Which branch of a union a value of a self-describing format takes: the first of its kind that it fits.
#pragma once

#include <limits>
#include <span>

#include "fields.hpp"

namespace assay {

/// What a self-describing format says of a value.
enum class Shape { null, boolean, integer, real, string, bytes, array, object };

/// An adapter's view of one value, for unions. `text()`: of a string; `bytes_size(marked)`: of bytes, nothing where the
/// value is none, marked where the union has text, too; `has_keys(names)`: whether an object has exactly these keys.
template <class V>
concept ShapedValue = requires(const V &value, std::span<const std::string_view> names) {
    { value.shape() } -> std::same_as<Shape>;
    { value.integer() } -> std::convertible_to<std::int64_t>;
    { value.text() } -> std::convertible_to<std::string_view>;
    { value.bytes_size(true) } -> std::same_as<std::optional<std::size_t>>;
    { value.has_keys(names) } -> std::same_as<bool>;
};

/// The key that marks bytes as such in a union that has text, too, in JSON.
inline constexpr std::string_view bytes_mark = "bytes";

template <class T>
inline constexpr bool marks_bytes = false;
template <class... T>
inline constexpr bool marks_bytes<std::variant<T...>> =
    (is_bytes<T> || ...) && ((std::is_same_v<T, std::string> || GeneratedEnum<T>) || ...);

template <class T>
inline constexpr bool holds_double = false;
template <class... T>
inline constexpr bool holds_double<std::variant<T...>> = (std::is_same_v<T, double> || ...);

/// Whether a value takes this branch. `marked`: the union has bytes and text.
template <class T, bool marked, ShapedValue V>
bool takes(const V &value) {
    const Shape shape = value.shape();
    if constexpr (std::is_same_v<T, std::monostate>) {
        return shape == Shape::null;
    } else if constexpr (std::is_same_v<T, bool>) {
        return shape == Shape::boolean;
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        return shape == Shape::integer && value.integer() >= std::numeric_limits<std::int32_t>::min() &&
               value.integer() <= std::numeric_limits<std::int32_t>::max();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        return shape == Shape::integer;
    } else if constexpr (std::is_floating_point_v<T>) {
        return shape == Shape::real;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return shape == Shape::string;
    } else if constexpr (GeneratedEnum<T>) {
        return shape == Shape::string && find_symbol<T>(value.text());
    } else if constexpr (is_bytes<T>) {
        const std::optional<std::size_t> size = value.bytes_size(marked);
        if constexpr (is_fixed<T>) return size == std::tuple_size_v<T>;
        return size.has_value();
    } else if constexpr (is_vector<T>) {
        return shape == Shape::array;
    } else if constexpr (is_map<T>) {
        return shape == Shape::object;
    } else if constexpr (is_pointer<T>) {
        return takes<typename T::element_type, marked>(value);
    } else {
        static constexpr auto names = T::names();
        return shape == Shape::object && value.has_keys(names);
    }
}

/// Calls `read.template operator()<number>()` with the number of the branch that the value takes. Records are tried
/// before maps, which take any object, doubles before floats, and reals take whole numbers last: writers may leave out
/// the fraction of one that has none.
template <class Variant, ShapedValue V, class Read>
void read_branch(const V &value, Read &&read) {
    enum class Turn { exact, maps, whole_reals };
    bool found = false;
    const auto attempt = [&]<Turn turn, std::size_t number>() {
        using T = std::variant_alternative_t<number, Variant>;
        if (found) return;
        if constexpr (std::is_same_v<T, float> && holds_double<Variant>) {
            return;
        } else if constexpr (turn == Turn::whole_reals) {
            if constexpr (std::is_floating_point_v<T>) found = value.shape() == Shape::integer;
        } else if constexpr (is_map<T> == (turn == Turn::maps)) {
            found = takes<T, marks_bytes<Variant>>(value);
        }
        if (found) read.template operator()<number>();
    };
    [&]<std::size_t... number>(std::index_sequence<number...>) {
        (attempt.template operator()<Turn::exact, number>(), ...);
        (attempt.template operator()<Turn::maps, number>(), ...);
        (attempt.template operator()<Turn::whole_reals, number>(), ...);
    }(std::make_index_sequence<std::variant_size_v<Variant>>());
    if (!found) throw Error::failed("a value that no branch of the union takes");
}

} // namespace assay
