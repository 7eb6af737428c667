// What generated code between structs and a library's own types is made of, whichever the library.
#pragma once

#include "reading.hpp"

namespace assay {

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

/// Enums of Protobuf and FlatBuffers hold any number.
template <GeneratedEnum T>
void read_enum(int field, T &value) {
    if (field < 0 || static_cast<std::size_t>(field) >= symbols<T>.size()) {
        throw Error::failed("no symbol of the enum: " + std::to_string(field));
    }
    value = static_cast<T>(field);
}

/// Folds in the symbol that such a number stands for.
template <GeneratedEnum T>
void read_symbol(Reading &reading, int field) {
    T value{};
    read_enum(field, value);
    reading.text(symbol_of(value));
}

[[noreturn]] inline void no_branch() { throw Error::failed("a union that holds none of its branches"); }

} // namespace assay
