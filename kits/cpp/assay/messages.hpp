// What the generated code between structs and Protobuf messages is made of.
#pragma once

#include <cstring>

#include <google/protobuf/stubs/common.h>

#include "fields.hpp"

namespace assay {

inline std::string protobuf_version() { return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION); }

/// The record itself, where one that closes a circle lies in a pointer.
template <class T>
const T &held(const T &value) {
    return value;
}
template <class T>
const T &held(const std::unique_ptr<T> &value) {
    if (!value) throw Error::failed("a record that holds none where it must hold one");
    return *value;
}

/// Where a record is to be read to, made where it lies in a pointer.
template <class T>
T &place(T &value) {
    return value;
}
template <class T>
T &place(std::unique_ptr<T> &value) {
    return make_value(value);
}

template <class T>
void set_bytes(std::string &field, const T &value) {
    field.assign(reinterpret_cast<const char *>(value.data()), value.size());
}

inline void read_bytes(const std::string &field, ByteVector &value) { value.assign(field.begin(), field.end()); }

template <std::size_t size>
void read_bytes(const std::string &field, std::array<std::uint8_t, size> &value) {
    if (field.size() != size) throw Error::failed("a fixed of another size");
    std::memcpy(value.data(), field.data(), size);
}

/// Enums of proto3 hold any number.
template <GeneratedEnum T>
void read_enum(int field, T &value) {
    if (field < 0 || static_cast<std::size_t>(field) >= symbols<T>.size()) {
        throw Error::failed("no symbol of the enum: " + std::to_string(field));
    }
    value = static_cast<T>(field);
}

[[noreturn]] inline void no_branch() { throw Error::failed("a union that holds none of its branches"); }

} // namespace assay
