// Generated types from a library's values, one by one: the views that `access` reads by, into records.
#pragma once

#include "access.hpp"

namespace assay {

/// Sets a value of a generated type, made by its default, to what the view holds. Besides `AccessedValue`'s functions,
/// `count()` gives the number of an array's items.
template <class T, class V>
    requires AccessedValue<std::remove_reference_t<V>>
void fill(T &to, V &&value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        if (!value.is_null()) throw Error::failed("expected null");
    } else if constexpr (std::is_same_v<T, bool>) {
        to = value.boolean();
    } else if constexpr (std::is_integral_v<T>) {
        const std::int64_t number = value.integer();
        if (!std::in_range<T>(number)) throw Error::failed("not within 32 bits: " + std::to_string(number));
        to = static_cast<T>(number);
    } else if constexpr (std::is_floating_point_v<T>) {
        to = static_cast<T>(value.real());
    } else if constexpr (std::is_same_v<T, std::string>) {
        to = value.text();
    } else if constexpr (GeneratedEnum<T>) {
        to = enum_of<T>(value.text());
    } else if constexpr (is_bytes<T>) {
        base64::read(value.bytes().text, to);
    } else if constexpr (is_vector<T>) {
        to.reserve(value.count());
        value.for_each_item([&](auto &&item) {
            typename T::value_type made{};
            fill(made, item);
            to.push_back(std::move(made));
        });
    } else if constexpr (is_map<T>) {
        value.for_each_entry([&](std::string_view key, auto &&inner) { fill(to[std::string(key)], inner); });
    } else if constexpr (is_nullable<T>) {
        // A record that closes a circle without null in between is a branch of a union, and so never null.
        if (!value.is_null()) fill(make_value(to), value);
    } else if constexpr (is_variant<T>) {
        auto &&shaped = value.shaped();
        read_branch<T>(shaped, [&]<std::size_t number>() {
            using Branch = std::variant_alternative_t<number, T>;
            Branch &branch = to.template emplace<number>();
            if constexpr (is_bytes<Branch> && marks_bytes<T>) fill(branch, shaped.unmarked());
            else fill(branch, shaped);
        });
    } else {
        auto &&fields = value.fields();
        for_each_field(to, [&](std::string_view name, auto &field) { fill(field, fields.find(name)); });
    }
}

} // namespace assay
