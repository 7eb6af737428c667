// Protocol Buffers, C++: generated messages are the domain values, so the clock sees the library alone.
#include <assay/kit.hpp>

#include "messages.hpp"

class Protobuf {
public:
    using Record = records::RootMessage;

    static constexpr const char *library = "protobuf";
    static constexpr bool varies = true; // its maps are hash maps with a seed of their own
    static std::string version() { return assay::protobuf_version(); }

    explicit Protobuf(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) {
        Record record;
        records::to_message(records::from_plain(plain), record);
        return record;
    }

    assay::Plain to_plain(const Record &record) {
        records::Root root{};
        records::from_message(record, root);
        return records::to_plain(schema_, root);
    }

    std::string encode(const Record &record) { return record.SerializeAsString(); }

    void encode_into(const Record &record) {
        if (!record.AppendToString(&buffer_)) throw assay::Error::failed("AppendToString returned false");
    }

    std::string &buffer() { return buffer_; }

    Record decode(assay::Input bytes) {
        Record record;
        if (!record.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            throw assay::Error::failed("ParseFromArray returned false");
        }
        return record;
    }

    std::uint64_t access(assay::Input bytes) { return reading(decode(bytes)); }
    std::uint64_t reading(const Record &record) { return records::reading_of(record); }

private:
    const assay::Schema &schema_;
    std::string buffer_;
};

ASSAY_MAIN(Protobuf)
