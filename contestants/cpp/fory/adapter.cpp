// Apache Fory, C++: its native mode, one schema on both sides, no references; generated structs, registered by number.
#include <assay/kit.hpp>

#include "registered.hpp"

template <class Result>
void check(const Result &result) {
    if (!result.ok()) throw assay::Error::failed(result.error().to_string());
}

template <class Result>
auto value_of(Result &&result) {
    check(result);
    return std::move(result).value();
}

class ForyNative {
public:
    using Record = records::Root;

    static constexpr const char *library = "fory";
    static std::string version() { return ASSAY_LIBRARY_VERSION; }

    explicit ForyNative(const assay::Setup &setup) : schema_(setup.resolved) {
        records::register_types(fory_, [](const auto &result) { check(result); });
    }

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::vector<std::uint8_t> encode(const Record &record) { return value_of(fory_.serialize(record)); }
    Record decode(assay::Input bytes) { return value_of(fory_.deserialize<Record>(bytes.data(), bytes.size())); }

private:
    const assay::Schema &schema_;
    fory::serialization::Fory fory_ =
        fory::serialization::Fory::builder().xlang(false).compatible(false).track_ref(false).build();
};

ASSAY_MAIN(ForyNative)
