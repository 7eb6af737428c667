#include "schema.hpp"

#include <algorithm>
#include <iterator>

#include "json.hpp"

namespace assay {

namespace {

constexpr const char *type_names[] = {"null",  "boolean", "int",  "long",  "float", "double", "bytes",
                                      "fixed", "string",  "enum", "array", "map",   "record", "union"};
constexpr const char *kind_names[] = {"null",  "boolean", "integer", "real",  "string",
                                      "bytes", "array",   "map",     "record"};

[[noreturn]] void fail(const std::string &message) { throw Error::bad_input(message); }

const Json &need(const Json &json, const char *key, Json::Type type) {
    const Json *found = json.find(key);
    if (found == nullptr || !found->is(type)) fail(std::string("\"") + key + "\" is missing or of the wrong type");
    return *found;
}

/// A whole number below a limit.
std::size_t number(const Json &json, std::size_t limit) {
    const auto value = json.integer();
    if (!value || *value < 0 || static_cast<std::size_t>(*value) >= limit) fail("a number of nothing that is there");
    return static_cast<std::size_t>(*value);
}

/// The value of an enumeration whose names are these.
template <class Word, std::size_t size>
Word word(const std::string &text, const char *const (&names)[size]) {
    const auto found = std::find(std::begin(names), std::end(names), text);
    if (found == std::end(names)) fail("unknown word \"" + text + "\"");
    return static_cast<Word>(found - std::begin(names));
}

class Reader {
public:
    explicit Reader(std::vector<Schema> &types) : types_(types) {}

    const Schema *table(const Json &json) {
        const auto &entries = need(json, "types", Json::Type::array).items;
        types_.resize(entries.size());
        for (std::size_t index = 0; index < entries.size(); ++index) fill(index, entries[index]);
        return type(need(json, "root", Json::Type::number), types_.size());
    }

private:
    /// One of the first types.
    const Schema *type(const Json &json, std::size_t limit) const { return &types_[number(json, limit)]; }

    /// Records stand first, and their fields may be of any type; all others refer to types before them.
    void fill(std::size_t index, const Json &entry) const {
        Schema &schema = types_[index];
        schema.type = word<Type>(need(entry, "type", Json::Type::string).text, type_names);
        if (schema.type == Type::union_) return fill_union(schema, index, entry);
        schema.kind = word<Kind>(need(entry, "kind", Json::Type::string).text, kind_names);
        switch (schema.type) {
        case Type::record:
            for (const Json &field : need(entry, "fields", Json::Type::array).items) {
                schema.names.push_back(need(field, "name", Json::Type::string).text);
                schema.inner.push_back(type(need(field, "type", Json::Type::number), types_.size()));
            }
            break;
        case Type::enumeration:
            for (const Json &symbol : need(entry, "symbols", Json::Type::array).items) {
                schema.names.push_back(symbol.text);
            }
            break;
        case Type::fixed: schema.size = number(need(entry, "size", Json::Type::number), SIZE_MAX); break;
        case Type::array: schema.inner.push_back(type(need(entry, "items", Json::Type::number), index)); break;
        case Type::map: schema.inner.push_back(type(need(entry, "values", Json::Type::number), index)); break;
        default: break;
        }
    }

    void fill_union(Schema &schema, std::size_t index, const Json &entry) const {
        for (const Json &branch : need(entry, "branches", Json::Type::array).items) {
            schema.inner.push_back(type(branch, index));
        }
        const Json &by_kind = need(entry, "by_kind", Json::Type::object);
        for (std::size_t index = 0; index < by_kind.keys.size(); ++index) {
            auto &branches = schema.by_kind[word<Kind>(by_kind.keys[index], kind_names)];
            for (const Json &branch : by_kind.items[index].items) {
                branches.push_back(number(branch, schema.inner.size()));
            }
        }
        schema.marked = need(entry, "marked", Json::Type::boolean).boolean;
    }

    std::vector<Schema> &types_;
};

} // namespace

const char *name_of(Type type) { return type_names[static_cast<int>(type)]; }

const char *name_of(Kind kind) { return kind_names[static_cast<int>(kind)]; }

const std::vector<std::size_t> &Schema::branches_of(Kind wanted) const {
    static const std::vector<std::size_t> none;
    const auto found = by_kind.find(wanted);
    return found == by_kind.end() ? none : found->second;
}

ResolvedSchema::ResolvedSchema(std::string_view text) : root_(Reader(types_).table(parse_json(text))) {}

} // namespace assay
