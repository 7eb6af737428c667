// The generated types that msgpack-c++ does not know by itself: specializations of its adaptors, outside of the types.
#pragma once

#include <assay/access.hpp>

#include <msgpack.hpp>

inline std::string_view text_of(const msgpack::object &value) {
    if (value.type != msgpack::type::STR) throw msgpack::type_error();
    return {value.via.str.ptr, value.via.str.size};
}

/// The fields of a record, which is a map by their names. They are expected in the order in which they are asked for;
/// one elsewhere is looked for.
class Fields {
public:
    explicit Fields(const msgpack::object &value) {
        if (value.type != msgpack::type::MAP) throw msgpack::type_error();
        begin_ = next_ = value.via.map.ptr;
        end_ = begin_ + value.via.map.size;
    }

    const msgpack::object &value_of(std::string_view name) {
        if (next_ == end_ || text_of(next_->key) != name) {
            next_ =
                std::find_if(begin_, end_, [&](const msgpack::object_kv &entry) { return text_of(entry.key) == name; });
            if (next_ == end_) throw assay::Error::failed("no field " + std::string(name));
        }
        return (next_++)->val;
    }

    auto find(std::string_view name);

private:
    const msgpack::object_kv *begin_, *end_, *next_;
};

/// A value of a union, and one that is read into a reading.
struct Shaped {
    const msgpack::object &value;

    assay::Shape shape() const {
        switch (value.type) {
        case msgpack::type::NIL: return assay::Shape::null;
        case msgpack::type::BOOLEAN: return assay::Shape::boolean;
        case msgpack::type::POSITIVE_INTEGER:
        case msgpack::type::NEGATIVE_INTEGER: return assay::Shape::integer;
        case msgpack::type::FLOAT32:
        case msgpack::type::FLOAT64: return assay::Shape::real;
        case msgpack::type::STR: return assay::Shape::string;
        case msgpack::type::ARRAY: return assay::Shape::array;
        case msgpack::type::MAP: return assay::Shape::object;
        default: return assay::Shape::bytes;
        }
    }

    bool is_null() const { return value.is_nil(); }
    bool boolean() const { return value.as<bool>(); }
    std::int64_t integer() const { return value.as<std::int64_t>(); }
    double real() const { return value.as<double>(); }
    std::string_view text() const { return text_of(value); }

    assay::Input bytes() const {
        if (value.type != msgpack::type::BIN) throw msgpack::type_error();
        return {reinterpret_cast<const std::uint8_t *>(value.via.bin.ptr), value.via.bin.size};
    }

    template <class Work>
    void for_each_item(Work &&work) const {
        if (value.type != msgpack::type::ARRAY) throw msgpack::type_error();
        for (const msgpack::object &item : std::span(value.via.array.ptr, value.via.array.size)) work(Shaped{item});
    }

    template <class Work>
    void for_each_entry(Work &&work) const {
        if (value.type != msgpack::type::MAP) throw msgpack::type_error();
        for (const auto &entry : std::span(value.via.map.ptr, value.via.map.size))
            work(text_of(entry.key), Shaped{entry.val});
    }

    Fields fields() const { return Fields(value); }
    const Shaped &shaped() const { return *this; }
    const Shaped &unmarked() const { return *this; } // bytes are a type of the format's own

    std::optional<std::size_t> bytes_size(bool) const {
        return value.type == msgpack::type::BIN ? std::optional<std::size_t>(value.via.bin.size) : std::nullopt;
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const std::span<const msgpack::object_kv> entries(value.via.map.ptr, value.via.map.size);
        const auto has = [&](std::string_view name) {
            return std::any_of(entries.begin(), entries.end(), [&](auto &entry) { return text_of(entry.key) == name; });
        };
        return entries.size() == names.size() && std::all_of(names.begin(), names.end(), has);
    }
};

inline auto Fields::find(std::string_view name) { return Shaped{value_of(name)}; }

namespace msgpack {
MSGPACK_API_VERSION_NAMESPACE(MSGPACK_DEFAULT_API_NS) {
namespace adaptor {

template <>
struct pack<std::monostate> {
    template <class Stream>
    packer<Stream> &operator()(packer<Stream> &out, std::monostate) const {
        return out.pack_nil();
    }
};

template <>
struct convert<std::monostate> {
    const msgpack::object &operator()(const msgpack::object &from, std::monostate &) const {
        if (!from.is_nil()) throw type_error();
        return from;
    }
};

template <assay::GeneratedEnum T>
struct pack<T> {
    template <class Stream>
    packer<Stream> &operator()(packer<Stream> &out, T value) const {
        return out.pack(assay::symbol_of(value));
    }
};

template <assay::GeneratedEnum T>
struct convert<T> {
    const msgpack::object &operator()(const msgpack::object &from, T &value) const {
        value = assay::enum_of<T>(text_of(from));
        return from;
    }
};

/// A record is a map by its fields' names.
template <assay::GeneratedRecord T>
struct pack<T> {
    template <class Stream>
    packer<Stream> &operator()(packer<Stream> &out, const T &value) const {
        out.pack_map(static_cast<std::uint32_t>(T::names().size()));
        assay::for_each_field(value, [&](std::string_view name, const auto &field) { out.pack(name).pack(field); });
        return out;
    }
};

template <assay::GeneratedRecord T>
struct convert<T> {
    const msgpack::object &operator()(const msgpack::object &from, T &value) const {
        Fields fields(from);
        assay::for_each_field(value, [&](std::string_view name, auto &field) { fields.value_of(name).convert(field); });
        return from;
    }
};

/// The library's own adaptor copies the value, which a record that holds a pointer does not allow.
template <class T>
    requires(assay::GeneratedRecord<T> || assay::is_vector<T> || assay::is_map<T>)
struct convert<std::optional<T>> {
    const msgpack::object &operator()(const msgpack::object &from, std::optional<T> &value) const {
        if (!from.is_nil()) from.convert(value.emplace());
        return from;
    }
};

template <class... T>
struct pack<std::variant<T...>> {
    template <class Stream>
    packer<Stream> &operator()(packer<Stream> &out, const std::variant<T...> &value) const {
        std::visit([&](const auto &branch) { out.pack(branch); }, value);
        return out;
    }
};

template <class... T>
struct convert<std::variant<T...>> {
    const msgpack::object &operator()(const msgpack::object &from, std::variant<T...> &value) const {
        assay::read_branch<std::variant<T...>>(
            Shaped{from}, [&]<std::size_t number>() { from.convert(value.template emplace<number>()); });
        return from;
    }
};

} // namespace adaptor
} // MSGPACK_API_VERSION_NAMESPACE(MSGPACK_DEFAULT_API_NS)
} // namespace msgpack
