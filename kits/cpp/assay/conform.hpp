// `conform`: one row of a format's conformance, outside any record set (docs/contract.md). Whatever the library throws
// is its refusal.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canonical.hpp"
#include "json.hpp"
#include "operations.hpp"
#include "request.hpp"

namespace assay {

/// An adapter whose library reads bytes of another schema, the writer's, which is given as text.
template <class A>
concept Resolves = requires(A &adapter, const std::string &writer, Input bytes) {
    { adapter.resolve(writer, bytes) } -> std::same_as<typename A::Record>;
};

/// An adapter that can tell its schema's parsing canonical form.
template <class A>
concept TellsCanonical = requires(A &adapter) {
    { adapter.canonical() } -> std::convertible_to<std::string>;
};

inline Bytes bytes_of_hex(std::string_view digits) {
    Bytes bytes(digits.size() / 2);
    for (std::size_t number = 0; number < bytes.size(); ++number) {
        const char *pair = digits.data() + 2 * number;
        if (std::from_chars(pair, pair + 2, bytes[number], 16).ptr != pair + 2) {
            throw Error::bad_input("input: not pairs of hexadecimal digits");
        }
    }
    return bytes;
}

inline std::string hex_of(std::string_view bytes) {
    constexpr const char *digits = "0123456789abcdef";
    std::string text;
    for (const char character : bytes) {
        const auto byte = static_cast<unsigned char>(character);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

inline std::string found_texts(const std::vector<std::string> &texts) {
    std::vector<std::string> items;
    for (const std::string &text : texts) items.push_back(json_string(text));
    return json_object({{"found", json_array(items)}});
}

/// An error of the library, whatever kind the adapter gives it, as a refusal.
template <class Work>
decltype(auto) refusing(Work work) {
    try {
        return work();
    } catch (const Error &error) {
        throw Error::failed(error.what());
    }
}

/// The adapter of one row.
template <Adapter A>
class Row {
public:
    using Record = typename A::Record;

    Row(const Request &request, const Setup &setup)
        : request_(request), schema_(setup.resolved), texts_(request.number("texts")), adapter_(setup) {}

    std::string answer(const std::string &ask) {
        if (ask == "parse") return parse();
        if constexpr (Decodes<A>) {
            if (ask == Decode::name && has<Decode, A>()) {
                const Bytes bytes = input();
                return value(refusing([&] { return adapter_.decode(Input(bytes)); }));
            }
        }
        if constexpr (Encodes<A>) {
            if (ask == Encode::name && has<Encode, A>()) return encode();
        }
        if constexpr (Reads<A>) {
            if (ask == Read::name && has<Read, A>()) return read();
        }
        if constexpr (Resolves<A>) {
            if (ask == "resolve") {
                const Bytes bytes = input();
                return value(adapter_.resolve(request_.text("writer"), Input(bytes)));
            }
        }
        throw Error::unsupported("the contestant has no " + ask);
    }

private:
    Bytes input() const { return bytes_of_hex(request_.text("input")); }

    std::string parse() {
        if constexpr (TellsCanonical<A>) {
            return found_texts({adapter_.canonical()});
        } else {
            return found_texts({});
        }
    }

    std::string encode() {
        const Plain plain =
            at([] { return std::string("input"); }, [&] { return read_canonical(schema_, request_.text("input")); });
        return refusing([&] {
            const Record record = adapter_.from_plain(plain);
            const auto bytes = adapter_.encode(record);
            return found_texts({hex_of(view_of(bytes))});
        });
    }

    std::string read() {
        const Bytes bytes = input();
        std::vector<Record> kept;
        refusing([&] {
            auto reader = adapter_.read(Input(bytes));
            while (auto record = reader.next()) {
                if (kept.size() < texts_) kept.push_back(*std::move(record));
            }
        });
        return values(kept);
    }

    std::string value(Record record) {
        std::vector<Record> kept;
        if (texts_ > 0) kept.push_back(std::move(record));
        return values(kept);
    }

    /// The canonical texts of domain values.
    std::string values(const std::vector<Record> &records) {
        std::vector<std::string> texts;
        try {
            for (const Record &record : records) {
                texts.emplace_back();
                write_canonical(schema_, adapter_.to_plain(record), texts.back());
                if (!is_utf8(texts.back())) throw Error::failed("a text that is no UTF-8");
            }
        } catch (const std::exception &misfit) {
            const std::string message = misfit.what();
            return json_object(
                {{"found", "[]"}, {"misfit", json_string(is_utf8(message) ? message : "no value of the schema")}});
        }
        return found_texts(texts);
    }

    const Request &request_;
    const Schema &schema_;
    std::size_t texts_;
    A adapter_;
};

template <Adapter A>
std::string conform(const Request &request) {
    const std::string ask = request.text("ask");
    const ResolvedSchema resolved =
        at([] { return std::string("resolved"); }, [&] { return ResolvedSchema(request.text("resolved")); });
    const bool reads = ask == Read::name;
    const Setup setup{request.text("schema"), resolved.root(), reads ? request.settings() : std::nullopt};
    return Row<A>(request, setup).answer(ask);
}

} // namespace assay
