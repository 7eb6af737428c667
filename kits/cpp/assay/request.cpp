#include "request.hpp"

#include <charconv>
#include <limits>

#include "error.hpp"

namespace assay {

namespace {

Error wrong(const std::string &key, const char *expected) { return Error::bad_input(key + ": not " + expected); }

std::uint64_t whole(const Json &json, const std::string &key, std::uint64_t minimum) {
    const auto number = json.integer();
    if (!number || *number < static_cast<std::int64_t>(minimum)) {
        throw Error::bad_input(key + ": not a whole number from " + std::to_string(minimum));
    }
    return static_cast<std::uint64_t>(*number);
}

} // namespace

Request::Request(std::string_view line) : keys_(parse_json(line)) {
    if (!keys_.is(Json::Type::object)) throw Error::bad_input("the request is not an object");
}

const Json &Request::need(const char *key) const {
    const Json *found = keys_.find(key);
    if (found == nullptr) throw Error::bad_input(std::string(key) + ": missing");
    return *found;
}

std::string Request::text(const char *key) const {
    const Json &json = need(key);
    if (!json.is(Json::Type::string)) throw wrong(key, "a string");
    return json.text;
}

std::optional<std::string> Request::text_or_null(const char *key) const {
    if (keys_.find(key) == nullptr) return std::nullopt;
    const Json &json = need(key);
    if (json.is(Json::Type::null)) return std::nullopt;
    if (!json.is(Json::Type::string)) throw wrong(key, "a string or null");
    return json.text;
}

std::uint64_t Request::number(const char *key, std::uint64_t minimum) const { return whole(need(key), key, minimum); }

double Request::seconds(const char *key) const {
    const Json &json = need(key);
    double value = -1;
    if (json.is(Json::Type::number)) std::from_chars(json.text.data(), json.text.data() + json.text.size(), value);
    if (!(value >= 0 && value <= 86400)) throw wrong(key, "a number of seconds from 0 to 86400");
    return value;
}

RecordFiles Request::files() const {
    need("encoded");
    return {text("records"), text_or_null("encoded"), text_or_null("container"), number("count")};
}

std::optional<ContainerSettings> Request::settings() const {
    const Json *json = keys_.find("settings");
    if (json == nullptr || json->is(Json::Type::null)) return std::nullopt;
    const auto get = [&](const char *key) -> const Json & {
        const Json *found = json->find(key);
        if (found == nullptr) throw Error::bad_input(std::string("settings.") + key + ": missing");
        return *found;
    };
    if (!json->is(Json::Type::object)) throw wrong("settings", "an object or null");
    if (!get("compression").is(Json::Type::string)) throw wrong("settings.compression", "a string");
    ContainerSettings settings{get("compression").text, std::nullopt, 0};
    if (const Json &level = get("level"); !level.is(Json::Type::null)) {
        const auto number = level.integer();
        if (!number || *number < INT32_MIN || *number > INT32_MAX)
            throw wrong("settings.level", "a whole number or null");
        settings.level = static_cast<int>(*number);
    }
    settings.block_bytes = static_cast<std::size_t>(whole(get("block_bytes"), "settings.block_bytes", 1));
    return settings;
}

} // namespace assay
