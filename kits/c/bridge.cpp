// An adapter in C as one of the C++ kit: the functions of assay_kit.h, called directly.
#include "assay_kit.h"

#include <assay/kit.hpp>
#include <assay/read_plain.hpp>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace {

thread_local char message[1024];

int fail(int code, const char *format, va_list arguments) {
    std::vsnprintf(message, sizeof message, format, arguments);
    return code;
}

[[noreturn, gnu::cold]] void throw_failure(int code) {
    if (code == -2) throw assay::Error::unsupported(message);
    throw assay::Error::failed(message);
}

[[gnu::always_inline]] inline void check(int code) {
    if (code < 0) [[unlikely]]
        throw_failure(code);
}

/// Owns what `encode` and `write` hand over.
class OwnedBytes {
public:
    explicit OwnedBytes(assay_bytes bytes) : bytes_(bytes) {}
    OwnedBytes(OwnedBytes &&other) noexcept : bytes_(std::exchange(other.bytes_, {nullptr, 0})) {}
    OwnedBytes &operator=(OwnedBytes &&other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~OwnedBytes() {
        if (bytes_.data != nullptr) std::free(bytes_.data);
    }

    const std::uint8_t *data() const { return bytes_.data; }
    std::size_t size() const { return bytes_.size; }

private:
    assay_bytes bytes_;
};

/// Owns a domain value. It is nothing but the handle, so that many of them are an array of handles.
class Record {
public:
    explicit Record(assay_record handle) : handle_(handle) {}
    Record(Record &&other) noexcept : handle_(std::exchange(other.handle_, {nullptr, nullptr})) {}
    Record &operator=(Record &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Record() {
        if (handle_.object != nullptr) assay_record_free(handle_);
    }

    const assay_record &handle() const { return handle_; }
    assay_record &handle() { return handle_; }

private:
    assay_record handle_;
};
static_assert(sizeof(Record) == sizeof(assay_record));

/// The adapter's buffer.
class Buffer {
public:
    explicit Buffer(assay_adapter *adapter) : adapter_(adapter) {}

    const std::uint8_t *data() const {
        std::size_t size = 0;
        return assay_buffer(adapter_, &size);
    }

    std::size_t size() const {
        std::size_t size = 0;
        assay_buffer(adapter_, &size);
        return size;
    }

    void clear() { assay_buffer_empty(adapter_); }

private:
    assay_adapter *adapter_;
};

/// One reading of a container.
class Reader {
public:
    Reader(assay_adapter *adapter, assay::Input container) : adapter_(adapter) {
        check(assay_read_begin(adapter, container.data(), container.size()));
    }
    Reader(const Reader &) = delete;
    ~Reader() { assay_read_end(adapter_); }

    std::optional<Record> next() {
        assay_record record{};
        const int found = assay_read_next(adapter_, &record);
        check(found);
        if (found == 0) return std::nullopt;
        return Record(record);
    }

private:
    assay_adapter *adapter_;
};

class CAdapter {
public:
    using Record = ::Record;

    static constexpr const char *library = assay_library;
    static std::string version() { return assay_version(); }

    static bool offers(assay::Encode) { return assay_encode != nullptr; }
    static bool offers(assay::EncodeInto) { return assay_encode_into && assay_buffer && assay_buffer_empty; }
    static bool offers(assay::Decode) { return assay_decode != nullptr; }
    static bool offers(assay::Access) { return assay_decode != nullptr; }
    static bool offers(assay::Write) { return assay_write != nullptr; }
    static bool offers(assay::Read) { return assay_read_begin && assay_read_next && assay_read_end; }

    static bool same(const Record &one, const Record &other) {
        return one.handle().object != nullptr && one.handle().object == other.handle().object;
    }

    explicit CAdapter(const assay::Setup &setup) {
        assay_setup plain{setup.schema.c_str(), setup.schema.size(), nullptr, false, 0, 0};
        if (setup.container) {
            plain.compression = setup.container->compression.c_str();
            plain.has_level = setup.container->level.has_value();
            plain.level = setup.container->level.value_or(0);
            plain.block_bytes = setup.container->block_bytes;
        }
        check(assay_adapter_new(&plain, &adapter_));
        buffer_ = Buffer(adapter_);
    }
    CAdapter(const CAdapter &) = delete;
    ~CAdapter() { assay_adapter_free(adapter_); }

    Record from_plain(const assay::Plain &plain) {
        assay_record record{};
        check(assay_record_new(adapter_, reinterpret_cast<const assay_plain *>(&plain), &record));
        return Record(record);
    }

    void refill(Record &record, const assay::Plain &plain) {
        check(assay_record_refill(adapter_, reinterpret_cast<const assay_plain *>(&plain), &record.handle()));
    }

    assay::Plain to_plain(const Record &record) {
        assay_plain *plain = nullptr;
        check(assay_record_plain(adapter_, record.handle(), &plain));
        const std::unique_ptr<assay::Plain> owned(reinterpret_cast<assay::Plain *>(plain));
        return std::move(*owned);
    }

    OwnedBytes encode(const Record &record) {
        assay_bytes bytes{};
        check(assay_encode(adapter_, record.handle(), &bytes));
        return OwnedBytes(bytes);
    }

    void encode_into(const Record &record) { check(assay_encode_into(adapter_, record.handle())); }

    Buffer &buffer() { return buffer_; }

    Record decode(assay::Input bytes) {
        assay_record record{};
        check(assay_decode(adapter_, bytes.data(), bytes.size(), &record));
        return Record(record);
    }

    std::uint64_t access(assay::Input bytes) { return reading(decode(bytes)); }

    /// The kit cannot look into a library's own values: the adapter does, or all is made a plain value.
    std::uint64_t reading(const Record &record) {
        if (assay_record_read == nullptr) return assay::reading_of_plain(to_plain(record));
        assay::Reading reading;
        check(assay_record_read(adapter_, record.handle(), reinterpret_cast<assay_reading *>(&reading)));
        return reading.value();
    }

    OwnedBytes write(std::span<const Record> records) {
        assay_bytes bytes{};
        const assay_record *handles = records.empty() ? nullptr : &records.front().handle();
        check(assay_write(adapter_, handles, records.size(), &bytes));
        return OwnedBytes(bytes);
    }

    /// Bytes of the writer's schema to a record of the adapter's.
    Record resolve(const std::string &writer, assay::Input bytes) {
        if (assay_resolve == nullptr) throw assay::Error::unsupported("the contestant has no resolution");
        assay_record record{};
        check(assay_resolve(adapter_, writer.c_str(), writer.size(), bytes.data(), bytes.size(), &record));
        return Record(record);
    }

    Reader read(assay::Input container) { return Reader(adapter_, container); }

private:
    assay_adapter *adapter_ = nullptr;
    Buffer buffer_{nullptr};
};

} // namespace

extern "C" {

const char *assay_kit_version(void) { return assay::kit_version; }

int assay_failed(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int code = fail(-1, format, arguments);
    va_end(arguments);
    return code;
}

int assay_unsupported(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int code = fail(-2, format, arguments);
    va_end(arguments);
    return code;
}

} // extern "C"

ASSAY_MAIN(CAdapter)
