// The plain value for adapters in C: the C++ kit's, behind functions.
#include "assay_kit.h"

#include <assay/plain.hpp>

#include <string>
#include <utility>

using assay::Plain;
using assay::Type;

// The two enumerations are one.
static_assert(static_cast<int>(Type::union_) == ASSAY_UNION && static_cast<int>(Type::string) == ASSAY_STRING);

namespace {

const Plain &in(const assay_plain *plain) { return *reinterpret_cast<const Plain *>(plain); }
Plain &in(assay_plain *plain) { return *reinterpret_cast<Plain *>(plain); }
assay_plain *out(Plain &&plain) { return reinterpret_cast<assay_plain *>(new Plain(std::move(plain))); }

Plain of_type(assay_type type) {
    Plain plain;
    plain.type = static_cast<Type>(type);
    return plain;
}

/// The value of a child that is taken over.
Plain taken(assay_plain *child) {
    Plain value = std::move(in(child));
    assay_plain_free(child);
    return value;
}

} // namespace

extern "C" {

assay_type assay_plain_type(const assay_plain *plain) { return static_cast<assay_type>(in(plain).type); }

int64_t assay_plain_number(const assay_plain *plain) { return in(plain).number; }

double assay_plain_real(const assay_plain *plain) { return in(plain).real; }

const char *assay_plain_text(const assay_plain *plain, size_t *size) {
    *size = in(plain).text.size();
    return in(plain).text.c_str();
}

size_t assay_plain_count(const assay_plain *plain) { return in(plain).items.size(); }

const assay_plain *assay_plain_item(const assay_plain *plain, size_t number) {
    return reinterpret_cast<const assay_plain *>(&in(plain).items[number]);
}

const char *assay_plain_name(const assay_plain *plain, size_t number, size_t *size) {
    *size = in(plain).names[number].size();
    return in(plain).names[number].c_str();
}

assay_plain *assay_plain_new(assay_type type) { return out(of_type(type)); }

assay_plain *assay_plain_new_number(assay_type type, int64_t number) {
    Plain plain = of_type(type);
    plain.number = number;
    return out(std::move(plain));
}

assay_plain *assay_plain_new_real(assay_type type, double real) {
    Plain plain = of_type(type);
    plain.real = real;
    return out(std::move(plain));
}

assay_plain *assay_plain_new_text(assay_type type, const void *text, size_t size) {
    Plain plain = of_type(type);
    plain.text.assign(static_cast<const char *>(text), size);
    return out(std::move(plain));
}

assay_plain *assay_plain_new_enum(size_t number, const char *symbol) { return out(Plain::enumeration(number, symbol)); }

assay_plain *assay_plain_new_union(size_t branch, assay_plain *child) {
    return out(Plain::union_(branch, taken(child)));
}

void assay_plain_add_item(assay_plain *array, assay_plain *child) { in(array).items.push_back(taken(child)); }

void assay_plain_add_named(assay_plain *holder, const char *name, size_t size, assay_plain *child) {
    in(holder).add(std::string(name, size), taken(child));
}

void assay_plain_free(assay_plain *plain) { delete reinterpret_cast<Plain *>(plain); }

} // extern "C"
