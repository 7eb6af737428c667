// `encode-into`: a record's bytes go to the end of a buffer that is kept.
//
// The buffer is emptied when it is full and at the end of a pass, as by a server that writes to a socket. A sampled
// output is taken out then, not before, so that nothing may happen to bytes that lie in it.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "loaded.hpp"
#include "samples.hpp"
#include "sink.hpp"

namespace assay {

/// In bytes. Less than the caches of a core hold, and many records.
constexpr std::size_t full_buffer = 64 << 10;

template <class A>
class Appending {
public:
    using Record = typename A::Record;

    Appending(A &adapter, std::vector<std::string> &kept) : adapter_(adapter), kept_(kept) {
        adapter_.buffer().clear();
    }

    [[gnu::noinline]] void stretch(const Record *from, const Record *to) {
        for (; from != to; ++from) append(*from);
    }

    void append_and_keep(const Record &record) {
        const std::size_t before = adapter_.buffer().size();
        adapter_.encode_into(unknown(record));
        keep(adapter_.buffer());
        sampled_.emplace_back(before, adapter_.buffer().size());
        if (adapter_.buffer().size() >= full_buffer) empty();
    }

    void empty() {
        auto &buffer = adapter_.buffer();
        for (const auto &[from, to] : sampled_) {
            if (from > to || to > buffer.size()) throw Error::failed("bytes that lay in the buffer are gone");
            if (from == to) kept_.emplace_back();
            else kept_.emplace_back(reinterpret_cast<const char *>(buffer.data()) + from, to - from);
        }
        sampled_.clear();
        buffer.clear();
    }

private:
    [[gnu::always_inline]] void append(const Record &record) {
        adapter_.encode_into(unknown(record));
        keep(adapter_.buffer());
        if (adapter_.buffer().size() >= full_buffer) empty();
    }

    A &adapter_;
    std::vector<std::string> &kept_;
    std::vector<std::pair<std::size_t, std::size_t>> sampled_; // where outputs lie in the buffer
};

} // namespace assay
