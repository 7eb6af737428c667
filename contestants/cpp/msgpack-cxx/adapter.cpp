// msgpack-c++: generated structs by adaptors; a kept buffer to pack into, a kept zone to unpack into.
#include <assay/kit.hpp>

#include "conversion.hpp"
#include "records.hpp"

class MsgpackCxx {
public:
    using Record = records::Root;

    static constexpr const char *library = "msgpack-cxx";
    static std::string version() { return msgpack_version(); }

    explicit MsgpackCxx(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) {
        buffer_.clear();
        msgpack::pack(buffer_, record);
        return {buffer_.data(), buffer_.size()};
    }

    void encode_into(const Record &record) { msgpack::pack(appended_, record); }

    msgpack::sbuffer &buffer() { return appended_; }

    Record decode(assay::Input bytes) {
        Record record{};
        unpack(bytes).convert(record);
        return record;
    }

    std::uint64_t access(assay::Input bytes) { return assay::reading_as<Record>(Shaped{unpack(bytes)}); }

private:
    /// Objects that refer to the input; whatever is made of them is made before that is gone.
    msgpack::object unpack(assay::Input bytes) {
        const auto refer = [](msgpack::type::object_type, std::size_t, void *) { return true; };
        zone_.clear();
        std::size_t end = 0;
        const auto *data = reinterpret_cast<const char *>(bytes.data());
        msgpack::object object = msgpack::unpack(zone_, data, bytes.size(), end, refer);
        if (end != bytes.size()) throw assay::Error::failed("bytes are left after the record");
        return object;
    }

    const assay::Schema &schema_;
    msgpack::sbuffer buffer_;
    msgpack::sbuffer appended_;
    msgpack::zone zone_;
};

ASSAY_MAIN(MsgpackCxx)
