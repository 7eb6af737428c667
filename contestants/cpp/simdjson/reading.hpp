// simdjson's values, which are read while the text is gone through, to generated types and to readings.
#pragma once

#include <assay/access.hpp>

#include <simdjson.h>

namespace ondemand = simdjson::ondemand;

template <class T>
void get(ondemand::value value, T &to);

/// Fields are found fastest in the schema's order; one that is elsewhere is looked for.
inline ondemand::value field_of(ondemand::object &object, std::string_view name) {
    auto found = object.find_field_unordered(name);
    if (found.error() == simdjson::NO_SUCH_FIELD) throw assay::Error::failed("no field " + std::string(name));
    return found.value();
}

template <class T>
void get_record(ondemand::object &object, T &to) {
    assay::for_each_field(to, [&](std::string_view name, auto &field) { get(field_of(object, name), field); });
}

/// Calls `work(key, value)`. The key is read before the value, as it stands.
template <class Work>
void for_each_entry_of(ondemand::object &object, Work &&work) {
    for (auto entry : object) {
        const std::string_view key = entry.unescaped_key();
        work(key, entry.value().value());
    }
}

template <class T>
void get_map(ondemand::object &object, T &to) {
    for_each_entry_of(object, [&](std::string_view key, ondemand::value value) { get(value, to[std::string(key)]); });
}

struct Shaped;

/// A value that is read into a reading, from the text itself; strings lie in the parser's buffer.
struct Unread {
    ondemand::value value;

    /// The fields of a record.
    struct Fields {
        ondemand::object object;

        Unread find(std::string_view name) { return {field_of(object, name)}; }
    };

    bool is_null() { return value.is_null(); }
    bool boolean() { return value.get_bool(); }
    std::int64_t integer() { return value.get_int64(); }
    double real() { return value.get_double(); }
    std::string_view text() { return value.get_string(); }
    assay::base64::Text bytes() { return {text()}; }

    template <class Work>
    void for_each_item(Work &&work) {
        for (auto item : value.get_array()) work(Unread{item.value()});
    }

    template <class Work>
    void for_each_entry(Work &&work) {
        ondemand::object object = value.get_object();
        for_each_entry_of(object, [&](std::string_view key, ondemand::value inner) { work(key, Unread{inner}); });
    }

    Fields fields() { return {value.get_object()}; }
    Shaped shaped();
};

/// A value of a union. What it takes to know the branch is read once, since simdjson reads forward. An object can be
/// begun again, but its keys and strings are looked at as they stand in the text: the parser's buffer has room for each
/// of them once.
struct Shaped {
    ondemand::value value;
    assay::Shape kind = assay::Shape::null;
    bool truth = false;
    ondemand::number number{};
    std::string_view string{};
    ondemand::object object{};
    std::vector<ondemand::raw_json_string> keys{};
    std::string_view marked_text{}; // between the quotes

    explicit Shaped(ondemand::value given) : value(given) {
        switch (value.type()) {
        case ondemand::json_type::null: value.is_null(); break;
        case ondemand::json_type::boolean: kind = assay::Shape::boolean, truth = value.get_bool(); break;
        case ondemand::json_type::number:
            number = value.get_number();
            kind = number.is_int64() ? assay::Shape::integer : assay::Shape::real;
            break;
        case ondemand::json_type::string: kind = assay::Shape::string, string = value.get_string(); break;
        case ondemand::json_type::array: kind = assay::Shape::array; break;
        case ondemand::json_type::object: kind = assay::Shape::object, read_keys(); break;
        }
    }

    assay::Shape shape() const { return kind; }
    bool is_null() const { return kind == assay::Shape::null; }
    bool boolean() const { return truth; }
    std::int64_t integer() const { return number.get_int64(); }
    double real() { return number.as_double(); }
    std::string_view text() const { return string; }

    assay::base64::Text bytes() {
        if (kind == assay::Shape::object) string = field_of(object, assay::bytes_mark).get_string();
        return {string};
    }

    template <class Work>
    void for_each_item(Work &&work) const {
        Unread{value}.for_each_item(work);
    }

    template <class Work>
    void for_each_entry(Work &&work) {
        for_each_entry_of(object, [&](std::string_view key, ondemand::value inner) { work(key, Unread{inner}); });
    }

    Unread::Fields fields() const { return {object}; }
    Shaped &unmarked() { return *this; } // `bytes()` looks behind the mark

    std::optional<std::size_t> bytes_size(bool marked) const {
        if (kind != (marked ? assay::Shape::object : assay::Shape::string)) return std::nullopt;
        if (!marked) return assay::base64::size_of(string);
        if (marked_text.data() == nullptr || !has_keys({&assay::bytes_mark, 1})) return std::nullopt;
        return assay::base64::size_of(marked_text);
    }

    bool has_keys(std::span<const std::string_view> names) const {
        const auto has = [this](std::string_view name) {
            return std::find(keys.begin(), keys.end(), name) != keys.end();
        };
        return keys.size() == names.size() && std::all_of(names.begin(), names.end(), has);
    }

    template <class T>
    void get_into(T &to) {
        if constexpr (std::is_same_v<T, std::monostate>) return;
        else if constexpr (std::is_same_v<T, bool>) to = truth;
        else if constexpr (std::is_integral_v<T>) to = static_cast<T>(integer());
        else if constexpr (std::is_floating_point_v<T>) to = static_cast<T>(real());
        else if constexpr (std::is_same_v<T, std::string>) to = string;
        else if constexpr (assay::GeneratedEnum<T>) to = assay::enum_of<T>(string);
        else if constexpr (assay::is_bytes<T>) assay::base64::read(bytes().text, to);
        else if constexpr (assay::is_vector<T>) get(value, to);
        else if constexpr (assay::is_map<T>) get_map(object, to);
        else if constexpr (assay::is_pointer<T>) get_record(object, assay::make_value(to));
        else get_record(object, to);
    }

private:
    void read_keys() {
        object = value.get_object();
        for (auto entry : object) {
            keys.push_back(entry.key());
            // Bytes that are marked as such.
            ondemand::value inner = entry.value();
            if (keys.back() == assay::bytes_mark && inner.type() == ondemand::json_type::string) {
                const std::string_view token = inner.raw_json_token(); // the white space behind it belongs to it
                marked_text = token.substr(1, token.rfind('"') - 1);
            }
        }
        object.reset();
    }
};

inline Shaped Unread::shaped() { return Shaped(value); }

template <class Variant>
void get_branch(ondemand::value value, Variant &to) {
    Shaped shaped(value);
    assay::read_branch<Variant>(shaped, [&]<std::size_t number>() { shaped.get_into(to.template emplace<number>()); });
}

template <class T>
void get(ondemand::value value, T &to) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        if (!value.is_null()) throw assay::Error::failed("expected null");
    } else if constexpr (std::is_same_v<T, bool>) {
        to = value.get_bool();
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        const std::int64_t number = value.get_int64();
        to = static_cast<std::int32_t>(number);
        if (to != number) throw assay::Error::failed("not within 32 bits: " + std::to_string(number));
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        to = value.get_int64();
    } else if constexpr (std::is_floating_point_v<T>) {
        to = static_cast<T>(value.get_double().value());
    } else if constexpr (std::is_same_v<T, std::string>) {
        to = std::string_view(value.get_string());
    } else if constexpr (assay::GeneratedEnum<T>) {
        to = assay::enum_of<T>(value.get_string());
    } else if constexpr (assay::is_bytes<T>) {
        assay::base64::read(value.get_string(), to);
    } else if constexpr (assay::is_vector<T>) {
        for (auto item : value.get_array()) {
            typename T::value_type made{};
            get(item.value(), made);
            to.push_back(std::move(made));
        }
    } else if constexpr (assay::is_map<T>) {
        ondemand::object object = value.get_object();
        get_map(object, to);
    } else if constexpr (assay::is_nullable<T>) {
        if (!value.is_null()) get(value, assay::make_value(to));
    } else if constexpr (assay::is_variant<T>) {
        get_branch(value, to);
    } else {
        ondemand::object object = value.get_object();
        get_record(object, to);
    }
}
