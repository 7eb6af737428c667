// Protocol Buffers, C++, for a program that has types of its own: generated structs, put into a message and taken out
// of it inside the clock. One message is kept, as the library's documentation advises.
#include <assay/kit.hpp>

#include "messages.hpp"

class ProtobufConverted {
public:
    using Record = records::Root;

    static constexpr const char *library = "protobuf";
    static constexpr bool varies = true; // its maps are hash maps with a seed of their own
    static std::string version() { return assay::protobuf_version(); }

    explicit ProtobufConverted(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) {
        message_.Clear();
        records::to_message(record, message_);
        return message_.SerializeAsString();
    }

    void encode_into(const Record &record) {
        message_.Clear();
        records::to_message(record, message_);
        if (!message_.AppendToString(&buffer_)) throw assay::Error::failed("AppendToString returned false");
    }

    std::string &buffer() { return buffer_; }

    Record decode(assay::Input bytes) {
        if (!message_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            throw assay::Error::failed("ParseFromArray returned false");
        }
        Record record{};
        records::from_message(message_, record);
        return record;
    }

    std::uint64_t access(assay::Input bytes) { return assay::reading_of(decode(bytes)); }

private:
    const assay::Schema &schema_;
    records::RootMessage message_;
    std::string buffer_;
};

ASSAY_MAIN(ProtobufConverted)
