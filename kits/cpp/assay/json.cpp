#include "json.hpp"

#include <bit>
#include <charconv>
#include <cstdio>

#include "error.hpp"

namespace assay {

namespace {

constexpr int deepest = 20000; // levels that the stack surely holds

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Json whole() {
        Json json = value(0);
        skip_space();
        if (at_ != text_.size()) fail("more text after the value");
        return json;
    }

private:
    [[noreturn]] void fail(const char *message) const {
        throw Error::bad_input("not JSON: " + std::string(message) + " at byte " + std::to_string(at_));
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_space() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }

    bool take(char wanted) {
        skip_space();
        if (peek() != wanted || at_ == text_.size()) return false;
        ++at_;
        return true;
    }

    Json value(int depth) {
        if (depth > deepest) fail("nested too deeply");
        skip_space();
        Json json;
        switch (peek()) {
        case '{': object(json, depth); break;
        case '[': array(json, depth); break;
        case '"':
            json.type = Json::Type::string;
            json.text = string();
            break;
        case 't': word(json, "true", Json::Type::boolean); break;
        case 'f': word(json, "false", Json::Type::boolean); break;
        case 'n': word(json, "null", Json::Type::null); break;
        default: number(json);
        }
        return json;
    }

    void word(Json &json, std::string_view wanted, Json::Type type) {
        if (text_.substr(at_, wanted.size()) != wanted) fail("unknown word");
        at_ += wanted.size();
        json.type = type;
        json.boolean = wanted == "true";
    }

    void object(Json &json, int depth) {
        json.type = Json::Type::object;
        ++at_;
        if (take('}')) return;
        do {
            skip_space();
            if (peek() != '"') fail("no key");
            json.keys.push_back(string());
            if (!take(':')) fail("no colon");
            json.items.push_back(value(depth + 1));
        } while (take(','));
        if (!take('}')) fail("the object has no end");
    }

    void array(Json &json, int depth) {
        json.type = Json::Type::array;
        ++at_;
        if (take(']')) return;
        do {
            json.items.push_back(value(depth + 1));
        } while (take(','));
        if (!take(']')) fail("the array has no end");
    }

    std::size_t digits() {
        const std::size_t start = at_;
        while (peek() >= '0' && peek() <= '9') ++at_;
        return at_ - start;
    }

    void number(Json &json) {
        const std::size_t start = at_;
        if (peek() == '-') ++at_;
        const bool zero = peek() == '0';
        const std::size_t whole = digits();
        if (whole == 0 || (zero && whole > 1)) fail("no value");
        if (peek() == '.') {
            ++at_;
            if (digits() == 0) fail("a number without digits");
        }
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            if (peek() == '+' || peek() == '-') ++at_;
            if (digits() == 0) fail("a number without digits");
        }
        json.type = Json::Type::number;
        json.text = text_.substr(start, at_ - start);
    }

    std::string string() {
        std::string content;
        ++at_;
        while (true) {
            const std::size_t start = at_;
            while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\') {
                if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("a control character in a string");
                ++at_;
            }
            content.append(text_, start, at_ - start);
            if (at_ == text_.size()) fail("the string has no end");
            if (text_[at_++] == '"') return content;
            escape(content);
        }
    }

    void escape(std::string &content) {
        static constexpr std::string_view escapes = "\"\\/bfnrt";
        static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        const char letter = peek();
        ++at_;
        if (letter == 'u') {
            append_utf8(content, code_point());
        } else if (const auto index = escapes.find(letter); letter != '\0' && index != std::string_view::npos) {
            content += meanings[index];
        } else {
            fail("an unknown escape");
        }
    }

    unsigned code_point() {
        const unsigned first = code_unit();
        if (first < 0xD800 || first > 0xDFFF) return first;
        if (first > 0xDBFF || text_.substr(at_, 2) != "\\u") fail("half a surrogate pair");
        at_ += 2;
        const unsigned second = code_unit();
        if (second < 0xDC00 || second > 0xDFFF) fail("half a surrogate pair");
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    unsigned code_unit() {
        unsigned unit = 0;
        const std::string_view four = text_.substr(at_, 4);
        const auto [end, error] = std::from_chars(four.data(), four.data() + four.size(), unit, 16);
        if (four.size() != 4 || error != std::errc() || end != four.data() + 4) fail("no four hexadecimal digits");
        at_ += 4;
        return unit;
    }

    static void append_utf8(std::string &content, unsigned point) {
        const auto tail = [point](int shift) { return static_cast<char>(0x80 | ((point >> shift) & 0x3F)); };
        if (point < 0x80) {
            content += static_cast<char>(point);
        } else if (point < 0x800) {
            content += {static_cast<char>(0xC0 | (point >> 6)), tail(0)};
        } else if (point < 0x10000) {
            content += {static_cast<char>(0xE0 | (point >> 12)), tail(6), tail(0)};
        } else {
            content += {static_cast<char>(0xF0 | (point >> 18)), tail(12), tail(6), tail(0)};
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

const Json *Json::find(std::string_view key) const {
    for (std::size_t number = 0; number < keys.size(); ++number) {
        if (keys[number] == key) return &items[number];
    }
    return nullptr;
}

std::optional<std::int64_t> Json::integer() const { return is(Type::number) ? parse_integer(text) : std::nullopt; }

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Json parse_json(std::string_view text) {
    if (!is_utf8(text)) throw Error::bad_input("not JSON: the text is not UTF-8");
    return Parser(text).whole();
}

bool is_utf8(std::string_view text) {
    static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // of a sequence of so many bytes
    while (!text.empty()) {
        const auto lead = static_cast<std::uint8_t>(text.front());
        const auto size = static_cast<std::size_t>(lead < 0x80 ? 1 : std::countl_one(lead));
        if ((lead >= 0x80 && size == 1) || size > 4 || size > text.size()) return false;
        char32_t point = lead & (size == 1 ? 0x7F : 0x7F >> size);
        for (const char byte : text.substr(1, size - 1)) {
            if ((byte & 0xC0) != 0x80) return false;
            point = point << 6 | (byte & 0x3F);
        }
        if (point < least[size] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
        text.remove_prefix(size);
    }
    return true;
}

void append_json_string(std::string &out, std::string_view text) {
    out += '"';
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            out += '\\';
            out += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escaped[7];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(character));
            out += escaped;
        } else {
            out += character;
        }
    }
    out += '"';
}

std::string json_string(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

std::string json_array(const std::vector<std::string> &items) {
    std::string json;
    for (const std::string &item : items) json += (json.empty() ? "" : ",") + item;
    return "[" + json + "]";
}

std::string json_object(std::initializer_list<std::pair<std::string_view, std::string>> items) {
    std::string json;
    for (const auto &[key, value] : items) json += (json.empty() ? "" : ",") + json_string(key) + ":" + value;
    return "{" + json + "}";
}

} // namespace assay
