// `warm` and `measure`: batches of passes under one reading of the clock.
#pragma once

#include <cmath>
#include <cstdio>
#include <type_traits>

#include "allocation.hpp"
#include "digest.hpp"
#include "json.hpp"
#include "loop.hpp"

namespace assay {

/// Beyond this no machine is measured; the number keeps a slip of a request from taking the machine down.
constexpr std::size_t most_threads = 256;

/// The keys that `warm` and `measure` have in common, and when the last batch is done: after so many, or so long.
struct BatchSettings {
    explicit BatchSettings(const Request &request, std::optional<std::uint64_t> batches, std::optional<double> seconds)
        : batches(batches), seconds(seconds), min_batch_ns(request.number("min_batch_ns")),
          threads(request.number("threads", 1)), seed(request.number("seed")), samples(request.number("samples")) {
        if (threads > most_threads) throw Error::unsupported("threads: at most " + std::to_string(most_threads));
    }

    bool finished(std::size_t done, std::uint64_t start) const {
        if (batches) return done >= *batches;
        return done > 0 && static_cast<double>(wall_clock() - start) >= *seconds * 1e9;
    }

    std::optional<std::uint64_t> batches;
    std::optional<double> seconds;
    std::uint64_t min_batch_ns;
    std::size_t threads;
    std::uint64_t seed;
    std::uint64_t samples;
};

/// The digest of thread 0's samples, or the first that differs from it.
template <class Operation, class A>
std::uint64_t digest_of(Loaded<A> &loaded, const Ran<typename Operation::Output> &ran) {
    std::optional<std::uint64_t> first;
    for (const auto &outputs : ran.kept) {
        std::vector<std::uint64_t> each;
        for (const auto &output : outputs) each.push_back(fnv1a(Operation::proof(loaded, output)));
        const std::uint64_t digest = combine(each);
        if (first && digest != *first) return digest;
        first = digest;
    }
    return *first;
}

/// Does batches, and gives the reply's content. `output`: where `write` puts the container kept of the last batch.
template <class A, class Operation>
std::string measure(Operation, Loaded<A> &loaded, const BatchSettings &settings, const std::string &output) {
    constexpr bool writes = std::is_same_v<Operation, Write<A>>;
    const std::uint64_t start = wall_clock();
    const std::size_t count = loaded.records.size();
    if (count == 0) throw Error::bad_input("an empty record set cannot be measured");
    loaded.need_adapters(settings.threads);
    const std::uint64_t timer = timer_ns();
    const auto least_ns = static_cast<double>(std::max(settings.min_batch_ns, 100 * timer));

    double &pass_ns = loaded.pass_ns[{Operation::name, settings.threads}];
    if (pass_ns == 0) {
        pass_ns = std::max(1.0, static_cast<double>(run<Operation>(loaded, settings.threads, 1, {}).span.wall_ns()));
    }
    // Every thread does the same work, so a pass of one of them tells what all of them allocate.
    if (!loaded.pass_bytes.contains(Operation::name)) {
        std::vector<typename Operation::Output> none;
        loaded.pass_bytes[Operation::name] =
            allocated_by([&] { Operation::pass(loaded.first(), loaded, {}, none); });
    }
    const std::uint64_t pass_bytes = loaded.pass_bytes[Operation::name];

    Generator generator(settings.seed);
    std::string batches;
    for (std::size_t done = 0; !settings.finished(done, start); ++done) {
        const auto passes = static_cast<std::uint64_t>(std::max(1.0, std::ceil(least_ns / pass_ns)));
        std::vector<Sample> samples;
        if constexpr (writes) {
            samples.push_back({generator.draw() % passes, 0});
        } else {
            samples = generator.samples(settings.samples, passes, count);
        }
        const auto ran = run<Operation>(loaded, settings.threads, passes, samples);
        pass_ns = std::max(1.0, static_cast<double>(ran.span.wall_ns()) / static_cast<double>(passes));
        JsonObject batch;
        batch.add_number("passes", passes).add_number("records", passes * count * settings.threads);
        batch.add_number("wall_ns", ran.span.wall_ns()).add_number("cpu_ns", ran.span.cpu_ns());
        batch.add_number("allocated_bytes", pass_bytes * passes * settings.threads).add_json("gc_ns", "null");
        if constexpr (writes) {
            batch.add_json("digest", "null");
            if (settings.finished(done + 1, start) || !settings.batches) {
                OutputFile file(output);
                file.write(view_of(ran.kept[0].at(0)));
                file.close();
            }
        } else {
            char digest[17];
            const auto value = static_cast<unsigned long long>(digest_of<Operation>(loaded, ran));
            std::snprintf(digest, sizeof digest, "%016llx", value);
            batch.add("digest", digest);
        }
        batches += (done > 0 ? "," : "") + batch.done();
    }
    return JsonObject().add_json("batches", "[" + batches + "]").add_number("timer_ns", timer).done();
}

} // namespace assay
