// FlatBuffers, C++: generated structs are put into a kept builder, and taken out of a verified buffer. Access verifies
// the buffer, too, and reads the tables where they lie.
#include <assay/kit.hpp>

#include "tables.hpp"

class FlatBuffers {
public:
    using Record = records::Root;

    static constexpr const char *library = "flatbuffers";
    static std::string version() { return ASSAY_LIBRARY_VERSION; }

    explicit FlatBuffers(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) {
        builder_.Clear();
        builder_.Finish(records::put_root(builder_, record));
        return {reinterpret_cast<const char *>(builder_.GetBufferPointer()), builder_.GetSize()};
    }

    Record decode(assay::Input bytes) {
        Record record{};
        records::take_root(verified(bytes), record);
        return record;
    }

    std::uint64_t access(assay::Input bytes) {
        assay::Reading reading;
        records::read_root(reading, verified(bytes));
        return reading.value();
    }

private:
    static const records::RootTable &verified(assay::Input bytes) {
        flatbuffers::Verifier verifier(bytes.data(), bytes.size());
        if (!verifier.VerifyBuffer<records::RootTable>(nullptr)) throw assay::Error::failed("the buffer is not valid");
        return *flatbuffers::GetRoot<records::RootTable>(bytes.data());
    }

    const assay::Schema &schema_;
    flatbuffers::FlatBufferBuilder builder_;
};

ASSAY_MAIN(FlatBuffers)
