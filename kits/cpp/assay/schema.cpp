#include "schema.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "json.hpp"

namespace assay {

namespace {

const std::map<std::string, Type, std::less<>> primitives = {
    {"null", Type::null},     {"boolean", Type::boolean}, {"int", Type::int32},   {"long", Type::int64},
    {"float", Type::float32}, {"double", Type::float64},  {"bytes", Type::bytes}, {"string", Type::string},
};

class Reader {
public:
    explicit Reader(std::deque<Schema> &all) : all_(all) {}

    const Schema *schema(const Json &json, const std::string &space, const std::string &place) {
        switch (json.type) {
        case Json::Type::string: return reference(json.text, space, place);
        case Json::Type::array: return make_union(json, space, place);
        case Json::Type::object: return object(json, space, place);
        default: fail(place, "a schema is a name, an object or a list");
        }
    }

private:
    [[noreturn]] static void fail(const std::string &place, const std::string &message) {
        throw Error::bad_input("schema: " + (place.empty() ? "top level" : place) + ": " + message);
    }

    Schema *make(Type type) {
        all_.emplace_back().type = type;
        return &all_.back();
    }

    const Schema *reference(const std::string &name, const std::string &space, const std::string &place) {
        if (const auto found = primitives.find(name); found != primitives.end()) return make(found->second);
        const bool dotted = name.find('.') != std::string::npos;
        auto found = named_.find(dotted || space.empty() ? name : space + "." + name);
        if (found == named_.end()) found = named_.find(name);
        if (found == named_.end()) fail(place, "unknown type \"" + name + "\"");
        return found->second;
    }

    const Schema *object(const Json &json, const std::string &space, const std::string &place) {
        const Json &type = need(json, "type", place);
        if (!type.is(Json::Type::string)) return schema(type, space, place);
        if (type.text == "record" || type.text == "error") return record(json, space, place);
        if (type.text == "enum") return enumeration(json, space, place);
        if (type.text == "fixed") return fixed(json, space, place);
        if (type.text == "array") return holder(Type::array, need(json, "items", place), space, place + "[]");
        if (type.text == "map") return holder(Type::map, need(json, "values", place), space, place + "{}");
        return reference(type.text, space, place);
    }

    static const Json &need(const Json &json, const char *key, const std::string &place) {
        const Json *found = json.find(key);
        if (found == nullptr) fail(place, std::string("the key \"") + key + "\" is missing");
        return *found;
    }

    static const Json &need(const Json &json, const char *key, Json::Type type, const std::string &place) {
        const Json &found = need(json, key, place);
        if (!found.is(type)) fail(place, std::string("the key \"") + key + "\" is of the wrong type");
        return found;
    }

    const Schema *holder(Type type, const Json &inner, const std::string &space, const std::string &place) {
        const Schema *held = schema(inner, space, place);
        Schema *made = make(type);
        made->inner.push_back(held);
        return made;
    }

    /// Makes a named type, and gives the namespace that it opens.
    Schema *declare(Type type, const Json &json, std::string &space, const std::string &place) {
        const std::string &name = need(json, "name", Json::Type::string, place).text;
        std::string full = name;
        if (const auto dot = name.rfind('.'); dot != std::string::npos) {
            space = name.substr(0, dot);
        } else {
            const Json *own = json.find("namespace");
            if (own != nullptr && own->is(Json::Type::string)) space = own->text;
            if (!space.empty()) full = space + "." + name;
        }
        Schema *made = make(type);
        if (!named_.emplace(full, made).second) fail(place, "\"" + full + "\" is defined twice");
        return made;
    }

    const Schema *record(const Json &json, std::string space, const std::string &place) {
        Schema *made = declare(Type::record, json, space, place);
        std::set<std::string> seen;
        for (const Json &field : need(json, "fields", Json::Type::array, place).items) {
            const std::string &name = need(field, "name", Json::Type::string, place).text;
            const std::string here = place.empty() ? name : place + "." + name;
            if (!seen.insert(name).second) fail(here, "the field is there twice");
            const Schema *type = schema(need(field, "type", here), space, here);
            made->names.push_back(name);
            made->inner.push_back(type);
        }
        return made;
    }

    const Schema *enumeration(const Json &json, std::string space, const std::string &place) {
        Schema *made = declare(Type::enumeration, json, space, place);
        for (const Json &symbol : need(json, "symbols", Json::Type::array, place).items) {
            if (!symbol.is(Json::Type::string)) fail(place, "a symbol is a string");
            made->names.push_back(symbol.text);
        }
        return made;
    }

    const Schema *fixed(const Json &json, std::string space, const std::string &place) {
        Schema *made = declare(Type::fixed, json, space, place);
        const auto size = need(json, "size", place).integer();
        if (!size || *size < 0) fail(place, "\"size\" must be a whole number");
        made->size = static_cast<std::size_t>(*size);
        return made;
    }

    const Schema *make_union(const Json &json, const std::string &space, const std::string &place) {
        std::vector<const Schema *> branches;
        for (const Json &branch : json.items) branches.push_back(schema(branch, space, place));
        std::set<Kind> kinds;
        bool has_long = false;
        for (const Schema *branch : branches) {
            if (branch->type == Type::union_) fail(place, "a union may not hold a union directly");
            kinds.insert(branch->kind());
            has_long = has_long || branch->type == Type::int64;
        }
        Schema *made = make(Type::union_);
        made->inner = std::move(branches);
        const auto has = [&kinds](Kind kind) { return kinds.count(kind); };
        made->marked = has(Kind::integer) + has(Kind::real) + has(Kind::string) + has(Kind::bytes) > 1;
        if (has(Kind::integer) && has(Kind::real)) {
            made->whole_least = has_long ? -safe : std::numeric_limits<std::int32_t>::min();
            made->whole_most = has_long ? safe : std::numeric_limits<std::int32_t>::max();
        }
        return made;
    }

    std::deque<Schema> &all_;
    std::map<std::string, const Schema *> named_;
};

} // namespace

const char *name_of(Type type) {
    static constexpr const char *names[] = {"null",  "boolean", "int",  "long",  "float", "double", "bytes",
                                            "fixed", "string",  "enum", "array", "map",   "record", "union"};
    return names[static_cast<int>(type)];
}

const char *name_of(Kind kind) {
    static constexpr const char *names[] = {"null",  "boolean", "integer", "real",  "string",
                                            "bytes", "array",   "map",     "record"};
    return names[static_cast<int>(kind)];
}

Kind Schema::kind() const {
    switch (type) {
    case Type::null: return Kind::null;
    case Type::boolean: return Kind::boolean;
    case Type::int32:
    case Type::int64: return Kind::integer;
    case Type::float32:
    case Type::float64: return Kind::real;
    case Type::bytes:
    case Type::fixed: return Kind::bytes;
    case Type::string:
    case Type::enumeration: return Kind::string;
    case Type::array: return Kind::array;
    case Type::map: return Kind::map;
    case Type::record:
    case Type::union_: break;
    }
    return Kind::record;
}

ParsedSchema::ParsedSchema(std::string_view text) : root_(Reader(all_).schema(parse_json(text), "", "")) {}

} // namespace assay
