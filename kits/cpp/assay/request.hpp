// A request with its keys checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapter.hpp"
#include "json.hpp"

namespace assay {

/// The files of `load` and `swap`.
struct RecordFiles {
    std::string records;
    std::optional<std::string> encoded;
    std::optional<std::string> container;
    std::uint64_t count;
};

/// Each getter throws `bad_input` with the key where it is missing or of the wrong type.
class Request {
public:
    explicit Request(std::string_view line);

    std::string text(const char *key) const;
    std::uint64_t number(const char *key, std::uint64_t minimum = 0) const;
    double seconds(const char *key) const;
    RecordFiles files() const;
    /// The key "settings"; nothing where it is null or missing.
    std::optional<ContainerSettings> settings() const;

    /// Nothing where the key is null or missing.
    std::optional<std::string> text_or_null(const char *key) const;

private:
    const Json &need(const char *key) const;

    Json keys_;
};

} // namespace assay
