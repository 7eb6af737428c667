// simdjson, reading on demand: one parser, and one buffer with the padding that it wants after the text.
#include <assay/kit.hpp>

#include <cstring>

#include "reading.hpp"
#include "records.hpp"

class SimdJson {
public:
    using Record = records::Root;

    static constexpr const char *library = "simdjson";
    static std::string version() {
        using namespace simdjson; // newer ones have quotes in the text of SIMDJSON_VERSION
        return std::to_string(SIMDJSON_VERSION_MAJOR) + "." + std::to_string(SIMDJSON_VERSION_MINOR) + "." +
               std::to_string(SIMDJSON_VERSION_REVISION);
    }

    explicit SimdJson(const assay::Setup &setup) : schema_(setup.resolved) {
        if (!assay::GeneratedRecord<Record>) {
            throw assay::Error::unsupported(
                "simdjson reads a document that is an object or array on demand, no single value");
        }
    }

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    Record decode(assay::Input bytes) {
        ondemand::document document = iterate(bytes);
        Record record{};
        get(document.get_value().value(), record);
        return record;
    }

    std::uint64_t access(assay::Input bytes) {
        ondemand::document document = iterate(bytes);
        return assay::reading_as<Record>(Unread{document.get_value().value()});
    }

private:
    ondemand::document iterate(assay::Input bytes) {
        if (buffer_.size() < bytes.size() + simdjson::SIMDJSON_PADDING) {
            buffer_.resize(bytes.size() + simdjson::SIMDJSON_PADDING);
        }
        std::memcpy(buffer_.data(), bytes.data(), bytes.size());
        return parser_.iterate(buffer_.data(), bytes.size(), buffer_.size());
    }

    const assay::Schema &schema_;
    ondemand::parser parser_;
    std::vector<char> buffer_;
};

ASSAY_MAIN(SimdJson)
