// yyjson's values as the kit reads them, into records and readings.
#pragma once

#include <assay/filling.hpp>

#include <yyjson.h>

inline void need(bool is_so, const char *expected) {
    if (!is_so) throw assay::Error::failed(std::string("expected ") + expected);
}

inline std::string_view text_of(yyjson_val *value) {
    return {unsafe_yyjson_get_str(value), unsafe_yyjson_get_len(value)};
}

struct Fields;

/// A value.
struct Shaped {
    yyjson_val *value;

    assay::Shape shape() const {
        switch (yyjson_get_type(value)) {
        case YYJSON_TYPE_NULL: return assay::Shape::null;
        case YYJSON_TYPE_BOOL: return assay::Shape::boolean;
        case YYJSON_TYPE_STR: return assay::Shape::string;
        case YYJSON_TYPE_ARR: return assay::Shape::array;
        case YYJSON_TYPE_OBJ: return assay::Shape::object;
        default: return is_long() ? assay::Shape::integer : assay::Shape::real;
        }
    }

    bool is_null() const { return yyjson_is_null(value); }

    bool boolean() const {
        need(yyjson_is_bool(value), "a boolean");
        return unsafe_yyjson_get_bool(value);
    }

    std::int64_t integer() const {
        need(is_long(), "a long");
        return unsafe_yyjson_get_sint(value);
    }

    double real() const {
        need(yyjson_is_num(value), "a number");
        return unsafe_yyjson_get_num(value);
    }

    std::string_view text() const {
        need(yyjson_is_str(value), "a string");
        return text_of(value);
    }

    assay::base64::Text bytes() const { return {text()}; }

    std::size_t count() const {
        need(yyjson_is_arr(value), "an array");
        return unsafe_yyjson_get_len(value);
    }

    template <class Work>
    void for_each_item(Work &&work) const {
        need(yyjson_is_arr(value), "an array");
        yyjson_arr_iter items = yyjson_arr_iter_with(value);
        while (yyjson_val *item = yyjson_arr_iter_next(&items)) work(Shaped{item});
    }

    template <class Work>
    void for_each_entry(Work &&work) const {
        need(yyjson_is_obj(value), "an object");
        yyjson_obj_iter entries = yyjson_obj_iter_with(value);
        while (yyjson_val *key = yyjson_obj_iter_next(&entries)) {
            work(text_of(key), Shaped{yyjson_obj_iter_get_val(key)});
        }
    }

    Fields fields() const;
    const Shaped &shaped() const { return *this; }
    Shaped unmarked() const { return {yyjson_obj_getn(value, assay::bytes_mark.data(), assay::bytes_mark.size())}; }

    std::optional<std::size_t> bytes_size(bool marked) const {
        if (!marked) return yyjson_is_str(value) ? std::optional(assay::base64::size_of(text())) : std::nullopt;
        if (!yyjson_is_obj(value) || !has_keys({&assay::bytes_mark, 1})) return std::nullopt;
        return unmarked().bytes_size(false);
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const auto has = [this](std::string_view name) { return yyjson_obj_getn(value, name.data(), name.size()); };
        return yyjson_obj_size(value) == names.size() && std::all_of(names.begin(), names.end(), has);
    }

private:
    /// The library also has whole numbers of 64 bits without a sign.
    bool is_long() const {
        return yyjson_is_sint(value) || (yyjson_is_uint(value) && unsafe_yyjson_get_uint(value) <= INT64_MAX);
    }
};

/// The fields of a record, each looked for from where the one before was found.
struct Fields {
    yyjson_obj_iter entries;

    Shaped find(std::string_view name) {
        yyjson_val *found = yyjson_obj_iter_getn(&entries, name.data(), name.size());
        if (found == nullptr) throw assay::Error::failed("no field " + std::string(name));
        return {found};
    }
};

inline Fields Shaped::fields() const {
    need(yyjson_is_obj(value), "an object");
    return {yyjson_obj_iter_with(value)};
}
