// The plain value: a record as C++'s neutral value, with all that an Avro library wants to know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "error.hpp"

namespace assay {

/// The types of a schema, and of the values of it.
enum class Type {
    null,
    boolean,
    int32,
    int64,
    float32,
    float64,
    bytes,
    fixed,
    string,
    enumeration,
    array,
    map,
    record,
    union_,
};

const char *name_of(Type type);

/// | type                 | held in                                                        |
/// |----------------------|----------------------------------------------------------------|
/// | boolean, int32/64    | `number`                                                       |
/// | float32, float64     | `real`; a float is held exactly                                |
/// | bytes, fixed, string | `text`                                                         |
/// | enumeration          | `number` of the symbol and its `text`                          |
/// | array                | `items`                                                        |
/// | map, record          | `names` and `items` side by side; a record's in schema's order |
/// | union_               | `number` of the branch, and its value as the only item         |
struct Plain {
    Type type = Type::null;
    std::int64_t number = 0;
    double real = 0;
    std::string text;
    std::vector<std::string> names;
    std::vector<Plain> items;

    static Plain null() { return {}; }
    static Plain boolean(bool value) { return of_number(Type::boolean, value); }
    static Plain int32(std::int32_t value) { return of_number(Type::int32, value); }
    static Plain int64(std::int64_t value) { return of_number(Type::int64, value); }
    static Plain float32(float value) { return of_real(Type::float32, static_cast<double>(value)); }
    static Plain float64(double value) { return of_real(Type::float64, value); }
    static Plain bytes(std::string content) { return of_text(Type::bytes, std::move(content)); }
    static Plain fixed(std::string content) { return of_text(Type::fixed, std::move(content)); }
    static Plain string(std::string content) { return of_text(Type::string, std::move(content)); }

    static Plain enumeration(std::size_t symbol, std::string text) {
        Plain plain = of_text(Type::enumeration, std::move(text));
        plain.number = static_cast<std::int64_t>(symbol);
        return plain;
    }

    static Plain array() { return of_number(Type::array, 0); }
    static Plain map() { return of_number(Type::map, 0); }
    static Plain record() { return of_number(Type::record, 0); }

    static Plain union_(std::size_t branch, Plain inner) {
        Plain plain = of_number(Type::union_, static_cast<std::int64_t>(branch));
        plain.items.push_back(std::move(inner));
        return plain;
    }

    /// Adds an entry of a map, or the next field of a record.
    void add(std::string name, Plain value) {
        names.push_back(std::move(name));
        items.push_back(std::move(value));
    }

    /// Throws `failed` unless the value is of this type.
    const Plain &as(Type wanted) const {
        if (type != wanted) {
            throw Error::failed(std::string("a plain value of type ") + name_of(type) + ", not " + name_of(wanted));
        }
        return *this;
    }

private:
    static Plain of_number(Type type, std::int64_t number) {
        Plain plain;
        plain.type = type;
        plain.number = number;
        return plain;
    }

    static Plain of_real(Type type, double real) {
        Plain plain;
        plain.type = type;
        plain.real = real;
        return plain;
    }

    static Plain of_text(Type type, std::string text) {
        Plain plain;
        plain.type = type;
        plain.text = std::move(text);
        return plain;
    }
};

} // namespace assay
