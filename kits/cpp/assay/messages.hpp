// What the generated code between structs and Protobuf messages is made of.
#pragma once

#include <cstring>

#include <google/protobuf/stubs/common.h>

#include "converting.hpp"

namespace assay {

inline std::string protobuf_version() {
    return google::protobuf::internal::ProtocVersionString(GOOGLE_PROTOBUF_VERSION);
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

inline void read_bytes(Reading &reading, const std::string &field) {
    reading.bytes({reinterpret_cast<const std::uint8_t *>(field.data()), field.size()});
}

} // namespace assay
