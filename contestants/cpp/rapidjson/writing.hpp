// Generated types to a RapidJSON writer.
#pragma once

#include <assay/base64.hpp>
#include <assay/branches.hpp>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

inline void put_text(Writer &writer, std::string_view text) {
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

template <class T>
void put(Writer &writer, const T &value);

template <class... T>
void put_branch(Writer &writer, const std::variant<T...> &value) {
    std::visit(
        [&]<class Branch>(const Branch &branch) {
            constexpr bool marked = assay::is_bytes<Branch> && assay::marks_bytes<std::variant<T...>>;
            if constexpr (marked) {
                writer.StartObject();
                writer.Key(assay::bytes_mark.data(), assay::bytes_mark.size());
            }
            put(writer, branch);
            if constexpr (marked) writer.EndObject();
        },
        value);
}

template <class T>
void put(Writer &writer, const T &value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        writer.Null();
    } else if constexpr (std::is_same_v<T, bool>) {
        writer.Bool(value);
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        writer.Int(value);
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        writer.Int64(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!writer.Double(static_cast<double>(value))) throw assay::Error::failed("JSON has no NaN and no infinity");
    } else if constexpr (std::is_same_v<T, std::string>) {
        put_text(writer, value);
    } else if constexpr (assay::GeneratedEnum<T>) {
        put_text(writer, assay::symbol_of(value));
    } else if constexpr (assay::is_bytes<T>) {
        std::string text;
        assay::base64::append(text, value.data(), value.size());
        put_text(writer, text);
    } else if constexpr (assay::is_vector<T>) {
        writer.StartArray();
        for (const auto &item : value) put<typename T::value_type>(writer, item);
        writer.EndArray();
    } else if constexpr (assay::is_map<T>) {
        writer.StartObject();
        for (const auto &[key, entry] : value) {
            writer.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
            put(writer, entry);
        }
        writer.EndObject();
    } else if constexpr (assay::is_nullable<T>) {
        if (value) put(writer, *value);
        else writer.Null();
    } else if constexpr (assay::is_variant<T>) {
        put_branch(writer, value);
    } else {
        writer.StartObject();
        assay::for_each_field(value, [&](std::string_view name, const auto &field) {
            writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
            put(writer, field);
        });
        writer.EndObject();
    }
}
