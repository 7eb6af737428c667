// yyjson: documents in memory that is kept, by the library's own allocators.
#include <assay/kit.hpp>

#include <memory>

#include "reading.hpp"
#include "records.hpp"
#include "writing.hpp"

class YyJson {
public:
    using Record = records::Root;

    static constexpr const char *library = "yyjson";
    static std::string version() { return YYJSON_VERSION_STRING; }

    explicit YyJson(const assay::Setup &setup) : schema_(setup.resolved) {}

    Record from_plain(const assay::Plain &plain) { return records::from_plain(plain); }
    assay::Plain to_plain(const Record &record) { return records::to_plain(schema_, record); }

    std::string encode(const Record &record) {
        const std::unique_ptr<yyjson_mut_doc, Free> document(yyjson_mut_doc_new(growing_.get()));
        yyjson_mut_doc_set_root(document.get(), value_of(document.get(), record));
        std::size_t size = 0;
        yyjson_write_err error;
        char *text = yyjson_mut_write_opts(document.get(), YYJSON_WRITE_NOFLAG, growing_.get(), &size, &error);
        if (text == nullptr) throw assay::Error::failed(error.msg);
        std::string made(text, size);
        growing_->free(growing_->ctx, text);
        return made;
    }

    Record decode(assay::Input bytes) {
        return with_document(bytes, [](Shaped root) {
            Record record{};
            assay::fill(record, root);
            return record;
        });
    }

    std::uint64_t access(assay::Input bytes) {
        return with_document(bytes, [](Shaped root) { return assay::reading_as<Record>(root); });
    }

private:
    struct Free {
        void operator()(yyjson_doc *document) const { yyjson_doc_free(document); }
        void operator()(yyjson_mut_doc *document) const { yyjson_mut_doc_free(document); }
        void operator()(yyjson_alc *allocator) const { yyjson_alc_dyn_free(allocator); }
    };

    /// Gives the work the root of the document, which lies in the one piece of memory.
    template <class Work>
    std::invoke_result_t<Work, Shaped> with_document(assay::Input bytes, Work &&work) {
        const std::size_t most = yyjson_read_max_memory_usage(bytes.size(), YYJSON_READ_NOFLAG);
        if (memory_.size() < most) memory_.resize(most);
        yyjson_alc one_piece;
        yyjson_alc_pool_init(&one_piece, memory_.data(), memory_.size());
        // The library reads from where it may write, but writes only where it is told that it may.
        char *text = reinterpret_cast<char *>(const_cast<std::uint8_t *>(bytes.data()));
        yyjson_read_err error;
        const std::unique_ptr<yyjson_doc, Free> document(
            yyjson_read_opts(text, bytes.size(), YYJSON_READ_NOFLAG, &one_piece, &error));
        if (!document) throw assay::Error::failed(error.msg);
        return work(Shaped{yyjson_doc_get_root(document.get())});
    }

    const assay::Schema &schema_;
    std::unique_ptr<yyjson_alc, Free> growing_{yyjson_alc_dyn_new()};
    std::vector<char> memory_;
};

ASSAY_MAIN(YyJson)
