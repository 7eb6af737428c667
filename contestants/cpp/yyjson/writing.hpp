// Generated types to a mutable document of yyjson's, which refers to their texts.
#pragma once

#include <assay/base64.hpp>
#include <assay/branches.hpp>

#include <yyjson.h>

inline yyjson_mut_val *text(yyjson_mut_doc *made, std::string_view text) {
    return yyjson_mut_strn(made, text.data(), text.size());
}

template <class T>
yyjson_mut_val *value_of(yyjson_mut_doc *made, const T &value);

template <class... T>
yyjson_mut_val *branch_of(yyjson_mut_doc *made, const std::variant<T...> &value) {
    return std::visit(
        [&]<class Branch>(const Branch &branch) {
            yyjson_mut_val *inner = value_of(made, branch);
            if constexpr (assay::is_bytes<Branch> && assay::marks_bytes<std::variant<T...>>) {
                yyjson_mut_val *object = yyjson_mut_obj(made);
                yyjson_mut_obj_add(object, text(made, assay::bytes_mark), inner);
                return object;
            }
            return inner;
        },
        value);
}

template <class T>
yyjson_mut_val *value_of(yyjson_mut_doc *made, const T &value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        return yyjson_mut_null(made);
    } else if constexpr (std::is_same_v<T, bool>) {
        return yyjson_mut_bool(made, value);
    } else if constexpr (std::is_integral_v<T>) {
        return yyjson_mut_sint(made, value);
    } else if constexpr (std::is_floating_point_v<T>) {
        return yyjson_mut_real(made, static_cast<double>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        return text(made, value);
    } else if constexpr (assay::GeneratedEnum<T>) {
        return text(made, assay::symbol_of(value));
    } else if constexpr (assay::is_bytes<T>) {
        std::string base64;
        assay::base64::append(base64, value.data(), value.size());
        return yyjson_mut_strncpy(made, base64.data(), base64.size());
    } else if constexpr (assay::is_vector<T>) {
        yyjson_mut_val *array = yyjson_mut_arr(made);
        for (const auto &item : value) yyjson_mut_arr_append(array, value_of<typename T::value_type>(made, item));
        return array;
    } else if constexpr (assay::is_map<T>) {
        yyjson_mut_val *object = yyjson_mut_obj(made);
        for (const auto &[key, entry] : value) yyjson_mut_obj_add(object, text(made, key), value_of(made, entry));
        return object;
    } else if constexpr (assay::is_nullable<T>) {
        return value ? value_of(made, *value) : yyjson_mut_null(made);
    } else if constexpr (assay::is_variant<T>) {
        return branch_of(made, value);
    } else {
        yyjson_mut_val *object = yyjson_mut_obj(made);
        assay::for_each_field(value, [&](std::string_view name, const auto &field) {
            yyjson_mut_obj_add(object, text(made, name), value_of(made, field));
        });
        return object;
    }
}
