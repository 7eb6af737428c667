// Protocol Buffers, C++: generated messages, each on an arena of its own, are the domain values.
#include <memory>

#include <assay/kit.hpp>
#include <google/protobuf/arena.h>

#include "messages.hpp"

class ProtobufArena {
public:
    /// A message and the arena that it lies on, with all that it holds; they belong to the caller as one.
    class Record {
    public:
        Record()
            : arena_(std::make_unique<google::protobuf::Arena>()),
              message_(google::protobuf::Arena::Create<records::RootMessage>(arena_.get())) {}

        records::RootMessage &operator*() { return *message_; }
        const records::RootMessage &operator*() const { return *message_; }

    private:
        std::unique_ptr<google::protobuf::Arena> arena_;
        records::RootMessage *message_;
    };

    static constexpr const char *library = "protobuf";
    static constexpr bool varies = true; // its maps are hash maps with a seed of their own
    static std::string version() { return assay::protobuf_version(); }

    explicit ProtobufArena(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) {
        Record record;
        records::to_message(records::from_plain(plain), *record);
        return record;
    }

    assay::Plain to_plain(const Record &record) {
        records::Root root{};
        records::from_message(*record, root);
        return records::to_plain(schema_, root);
    }

    std::string encode(const Record &record) { return (*record).SerializeAsString(); }

    Record decode(assay::Input bytes) {
        Record record;
        if (!(*record).ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            throw assay::Error::failed("ParseFromArray returned false");
        }
        return record;
    }

    std::uint64_t access(assay::Input bytes) { return reading(decode(bytes)); }
    std::uint64_t reading(const Record &record) { return records::reading_of(*record); }

private:
    const assay::Schema &schema_;
};

ASSAY_MAIN(ProtobufArena)
