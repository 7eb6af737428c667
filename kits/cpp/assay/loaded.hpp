// A workload as the contestant holds it: made by `load`, given new content by `swap`.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapter.hpp"
#include "canonical.hpp"
#include "clock.hpp"
#include "files.hpp"
#include "json.hpp"
#include "read_plain.hpp"
#include "request.hpp"

namespace assay {

template <Adapter A>
class Loaded {
public:
    using Record = typename A::Record;

    Loaded(const Request &request)
        : resolved(read_resolved(request.text("resolved"))),
          setup{read_schema(request.text("schema")), resolved.root(), request.settings()} {
        const std::uint64_t start = wall_clock();
        need_adapters(1);
        setup_ns = wall_clock() - start;
        const RecordFiles files = request.files();
        read_records(files, [&](std::size_t, const Plain &plain) { records.push_back(first().from_plain(plain)); });
        encoded = read_encoded(files, records);
        container = read_container(files);
    }

    /// Puts other records in the places of these. On an error nothing has changed.
    void swap(const RecordFiles &files) {
        if (files.count != records.size()) throw Error::bad_input("count: another number of records is loaded");
        std::vector<Record> fresh;
        read_records(files, [&](std::size_t, const Plain &plain) { fresh.push_back(first().from_plain(plain)); });
        const std::vector<Bytes> fresh_encoded = read_encoded(files, fresh);
        if (fresh_encoded.size() != encoded.size()) {
            throw Error::bad_input("encoded: null here, but not in the load, or the reverse");
        }
        Bytes fresh_container = read_container(files);
        if constexpr (Refills<A>) {
            // What has become a record once can become one again, so this does not stop half-way.
            fresh.clear();
            read_records(files, [&](std::size_t n, const Plain &plain) { first().refill(records[n], plain); });
        } else {
            for (std::size_t number = 0; number < records.size(); ++number) records[number] = std::move(fresh[number]);
        }
        for (std::size_t number = 0; number < encoded.size(); ++number) {
            encoded[number].assign(fresh_encoded[number].begin(), fresh_encoded[number].end());
        }
        container.assign(fresh_container.begin(), fresh_container.end());
        pass_bytes.clear();
    }

    /// Sees to it that there are adapters for so many threads.
    void need_adapters(std::size_t threads) {
        while (adapters.size() < threads) adapters.push_back(std::make_unique<A>(std::as_const(setup)));
    }

    A &first() { return *adapters[0]; }

    const Schema &schema() const { return setup.resolved; }

    /// The text of a record that the library holds, by which it is compared.
    void append_canonical(const Record &record, std::string &out) {
        write_canonical(schema(), first().to_plain(record), out);
    }

    /// Every field of a record read, as a user would: by its generated type, by the adapter, or else by way of the
    /// plain value, which takes longer.
    std::uint64_t reading(const Record &record) {
        if constexpr (ReadsFields<A>) return first().reading(record);
        else if constexpr (Generated<Record>) return reading_of(record);
        else return reading_of_plain(first().to_plain(record));
    }

    ResolvedSchema resolved;
    Setup setup;
    /// One for each measuring thread so far, at least one; declared before what they made, so that they end after it.
    std::vector<std::unique_ptr<A>> adapters;
    std::vector<Record> records; // what `encode` and `write` take
    std::vector<Bytes> encoded;  // what `decode` and `access` take
    Bytes container;             // what `read` takes
    std::uint64_t setup_ns = 0;
    /// The time of a pass in the last batch, by operation and number of threads.
    std::map<std::pair<std::string, std::size_t>, double> pass_ns;
    /// The heap bytes that a pass allocates, by operation; counted once for a record set.
    std::map<std::string, std::uint64_t> pass_bytes;

private:
    /// The text for the library: JSON, or the file is not what the request says.
    static std::string read_schema(const std::string &path) {
        std::string text = read_file(path);
        at([&] { return path; }, [&] { parse_json(text); });
        return text;
    }

    static ResolvedSchema read_resolved(const std::string &path) {
        return at([] { return std::string("resolved"); }, [&] { return ResolvedSchema(read_file(path)); });
    }

    template <class Take>
    void read_records(const RecordFiles &files, Take take) {
        const std::string text = read_file(files.records);
        const auto lines = split_lines(text, files.count, files.records);
        for (std::size_t number = 0; number < lines.size(); ++number) {
            const auto place = [&] { return files.records + ":" + std::to_string(number + 1); };
            at(place, [&] { take(number, read_canonical(schema(), lines[number])); });
        }
    }

    /// The lab's bytes, or for want of those the contestant's own encoding; none where it does not encode.
    std::vector<Bytes> read_encoded(const RecordFiles &files, const std::vector<Record> &of) {
        if (files.encoded) return split_frames(read_file(*files.encoded), files.count, *files.encoded);
        std::vector<Bytes> own;
        if constexpr (Encodes<A>) {
            for (const Record &record : of) {
                const auto place = [&] { return "encoding record " + std::to_string(own.size()); };
                const auto bytes = at(place, [&] { return first().encode(record); });
                const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
                own.emplace_back(data, data + bytes.size());
            }
        }
        return own;
    }

    static Bytes read_container(const RecordFiles &files) {
        if (!files.container) return {};
        const std::string content = read_file(*files.container);
        return {content.begin(), content.end()};
    }
};

} // namespace assay
