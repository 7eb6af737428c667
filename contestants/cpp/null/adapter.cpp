// Does nothing. Run on the schema "null", it shows what the measuring loop itself takes.
#include <assay/kit.hpp>

#include <variant>
#include <vector>

class Null {
public:
    using Record = std::monostate;

    static constexpr const char *library = "null";
    static std::string version() { return assay::kit_version; }

    explicit Null(const assay::Setup &setup) {
        if (setup.resolved.type != assay::Type::null) {
            throw assay::Error::unsupported("the null contestant takes the schema \"null\" only");
        }
    }

    Record from_plain(const assay::Plain &) { return {}; }
    assay::Plain to_plain(const Record &) { return assay::Plain::null(); }
    std::vector<std::uint8_t> encode(const Record &) { return {}; }
    void encode_into(const Record &) {}
    std::vector<std::uint8_t> &buffer() { return buffer_; }
    Record decode(assay::Input) { return {}; }
    std::uint64_t access(assay::Input) { return assay::reading_of(Record()); }

private:
    std::vector<std::uint8_t> buffer_;
};

ASSAY_MAIN(Null)
