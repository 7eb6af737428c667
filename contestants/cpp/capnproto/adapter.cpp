// Cap'n Proto, C++: generated structs are put into a message whose first segment is kept, and taken out of one that is
// read where it lies. Access reads its fields there.
#include <array>

#include <assay/kit.hpp>
#include <capnp/message.h>
#include <capnp/serialize.h>

#include "capnproto.hpp"

/// A message in one piece: the words that the library made.
struct Flat {
    kj::Array<capnp::word> words;

    const kj::byte *data() const { return words.asBytes().begin(); }
    std::size_t size() const { return words.asBytes().size(); }
};

class CapnProto {
public:
    using Record = records::Root;

    static constexpr const char *library = "capnproto";
    static std::string version() { return ASSAY_LIBRARY_VERSION; }

    explicit CapnProto(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    Flat encode(const Record &record) {
        capnp::MallocMessageBuilder message(scratch_); // which it leaves as it was, all zeros
        records::put_root(message.initRoot<records::RootStruct>(), record);
        return {capnp::messageToFlatArray(message)};
    }

    Record decode(assay::Input bytes) {
        capnp::FlatArrayMessageReader message(words(bytes));
        Record record{};
        records::take_root(message.getRoot<records::RootStruct>(), record);
        return record;
    }

    std::uint64_t access(assay::Input bytes) {
        capnp::FlatArrayMessageReader message(words(bytes));
        assay::Reading reading;
        records::read_root(reading, message.getRoot<records::RootStruct>());
        return reading.value();
    }

private:
    /// Inputs lie where the allocator put them, which is a word's place.
    static kj::ArrayPtr<const capnp::word> words(assay::Input bytes) {
        return {reinterpret_cast<const capnp::word *>(bytes.data()), bytes.size() / sizeof(capnp::word)};
    }

    const assay::Schema &schema_;
    std::array<capnp::word, 8192> memory_{};
    kj::ArrayPtr<capnp::word> scratch_{memory_.data(), memory_.size()};
};

ASSAY_MAIN(CapnProto)
