// JSON for Modern C++: generated structs by its hooks to and from its own value, which it writes and parses.
#include <assay/kit.hpp>

#include "conversion.hpp"
#include "records.hpp"

class NlohmannJson {
public:
    using Record = records::Root;

    static constexpr const char *library = "nlohmann-json";
    static std::string version() { return json::meta()["version"]["string"]; }

    explicit NlohmannJson(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) { return json(record).dump(); }
    Record decode(assay::Input bytes) { return json::parse(bytes.begin(), bytes.end()).get<Record>(); }

    std::uint64_t access(assay::Input bytes) {
        const json value = json::parse(bytes.begin(), bytes.end());
        return assay::reading_as<Record>(Shaped{value});
    }

private:
    const assay::Schema &schema_;
};

ASSAY_MAIN(NlohmannJson)
