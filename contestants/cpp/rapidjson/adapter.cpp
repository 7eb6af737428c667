// RapidJSON: a Writer and its buffer kept; a Document parsed in situ, with full precision and memory of the caller's,
// as its documentation advises for speed.
#include <assay/kit.hpp>

#include <rapidjson/error/en.h>

#include "reading.hpp"
#include "records.hpp"
#include "writing.hpp"

/// The library's buffer under the names that the kit knows.
struct Appended : rapidjson::StringBuffer {
    const char *data() const { return GetString(); }
    std::size_t size() const { return GetSize(); }
    void clear() { Clear(); }
};

class RapidJson {
public:
    using Record = records::Root;

    static constexpr const char *library = "rapidjson";
    static std::string version() { return RAPIDJSON_VERSION_STRING; }

    explicit RapidJson(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) {
        buffer_.Clear();
        writer_.Reset(buffer_);
        put(writer_, record);
        return {buffer_.GetString(), buffer_.GetSize()};
    }

    void encode_into(const Record &record) {
        appender_.Reset(appended_);
        put(appender_, record);
    }

    Appended &buffer() { return appended_; }

    Record decode(assay::Input bytes) {
        return with_document(bytes, [](const Value &value) {
            Record record{};
            assay::fill(record, Shaped{value});
            return record;
        });
    }

    std::uint64_t access(assay::Input bytes) {
        return with_document(bytes, [](const Value &value) { return assay::reading_as<Record>(Shaped{value}); });
    }

private:
    using Pool = rapidjson::MemoryPoolAllocator<>;
    using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;

    /// Gives the work the bytes as a Document, whose texts lie in the one copy of the bytes.
    template <class Work>
    std::invoke_result_t<Work, const Value &> with_document(assay::Input bytes, Work &&work) {
        text_.assign(bytes.begin(), bytes.end());
        text_.push_back('\0');
        Pool values(value_memory_.data(), value_memory_.size());
        Pool stack(stack_memory_.data(), stack_memory_.size());
        Document document(&values, stack_memory_.size() / 2, &stack);
        document.ParseInsitu<rapidjson::kParseFullPrecisionFlag>(text_.data());
        if (document.HasParseError()) throw assay::Error::failed(rapidjson::GetParseError_En(document.GetParseError()));
        return work(document);
    }

    const assay::Schema &schema_;
    rapidjson::StringBuffer buffer_;
    Writer writer_{buffer_};
    Appended appended_;
    Writer appender_{appended_};
    std::vector<char> text_;
    std::vector<char> value_memory_ = std::vector<char>(65536);
    std::vector<char> stack_memory_ = std::vector<char>(16384);
};

ASSAY_MAIN(RapidJson)
