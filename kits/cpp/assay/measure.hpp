// `warm`, `measure` and `once`: batches of passes under one reading of the clock.
#pragma once

#include <cmath>

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

/// The samples that a batch's digest is of: thread 0's, or those of the first thread whose digest differs from it.
template <class Output>
struct Digested {
    std::uint64_t digest;
    const std::vector<Output> *outputs;
};

template <class Operation, class A>
Digested<OutputOf<Operation, A>> digest(Loaded<A> &loaded, const Ran<OutputOf<Operation, A>> &ran) {
    std::optional<Digested<OutputOf<Operation, A>>> first;
    for (const auto &outputs : ran.kept) {
        std::vector<std::uint64_t> each;
        for (const auto &output : outputs) each.push_back(fnv1a(proof<Operation>(loaded, output)));
        const std::uint64_t digest = combine(each);
        if (first && digest != first->digest) return {digest, &outputs};
        if (!first) first = {digest, &outputs};
    }
    return *first;
}

/// What one batch is asked to do.
struct Plan {
    std::uint64_t passes;
    std::size_t threads;
    std::vector<Sample> samples;
};

template <class Operation, class A>
Plan plan_of(const Loaded<A> &loaded, Generator &generator, std::uint64_t passes, std::size_t threads,
             std::uint64_t samples) {
    if constexpr (Operation::gives == Gives::container) return {passes, threads, {{generator.draw() % passes, 0}}};
    return {passes, threads, generator.samples(samples, passes, loaded.records.size())};
}

/// Makes the BATCHes of a request, and collects what the lab wants to see of their outputs besides digests: the last
/// container of `write`, and for encodings the samples of a library that varies.
template <class Operation, class A>
class Batches {
public:
    /// `output`: the path to write to, or empty.
    Batches(Loaded<A> &loaded, std::string output) : loaded_(loaded), output_(std::move(output)) {}

    /// The text of a BATCH. `pass_bytes`: what a pass allocates, where that is known.
    std::string add(const Plan &plan, const Ran<OutputOf<Operation, A>> &ran, std::optional<std::uint64_t> pass_bytes) {
        std::string digested = "null";
        if constexpr (writes) {
            content_ = view_of(ran.kept[0].at(0));
        } else {
            const auto found = digest<Operation>(loaded_, ran);
            if constexpr (varies) {
                for (const auto &output : *found.outputs) append_frame(content_, view_of(output));
            }
            digested = json_string(hex_digits(found.digest));
        }
        const std::uint64_t done = plan.passes * plan.threads;
        return json_object({{"passes", std::to_string(plan.passes)},
                            {"records", std::to_string(done * loaded_.records.size())},
                            {"wall_ns", std::to_string(ran.span.wall_ns())},
                            {"cpu_ns", std::to_string(ran.span.cpu_ns())},
                            {"allocated_bytes", pass_bytes ? std::to_string(*pass_bytes * done) : "null"},
                            {"gc_ns", "null"},
                            {"digest", digested}});
    }

    /// Called when the clock has stopped for the last time.
    void write_output() const {
        if (output_.empty() || !(writes || varies)) return;
        OutputFile file(output_);
        file.write(content_);
        file.close();
    }

private:
    static constexpr bool writes = Operation::gives == Gives::container;
    static constexpr bool varies = Operation::gives == Gives::encoded && Varies<A>;

    Loaded<A> &loaded_;
    std::string output_;
    std::string content_;
};

/// Does batches, and gives the reply's content. `output`: the request's key, or empty.
template <class A, class Operation>
std::string measure(Operation, Loaded<A> &loaded, const BatchSettings &settings, const std::string &output) {
    const std::uint64_t start = wall_clock();
    if (loaded.records.empty()) throw Error::bad_input("an empty record set cannot be measured");
    loaded.need_adapters(settings.threads);
    const std::uint64_t timer = timer_ns();
    const auto min_ns = static_cast<double>(std::max(settings.min_batch_ns, 100 * timer));

    double &pass_ns = loaded.pass_ns[{Operation::name, settings.threads}];
    if (pass_ns == 0) {
        pass_ns = std::max(1.0, static_cast<double>(run<Operation>(loaded, settings.threads, 1, {}).span.wall_ns()));
    }
    // Every thread does the same work, so a pass of one of them shows what all of them allocate.
    if (!loaded.pass_bytes.contains(Operation::name)) {
        std::vector<OutputOf<Operation, A>> none;
        loaded.pass_bytes[Operation::name] = allocated_by([&] { Operation::pass(loaded.first(), loaded, {}, none); });
    }

    Generator generator(settings.seed);
    Batches<Operation, A> made(loaded, output);
    std::vector<std::string> batches;
    while (!settings.finished(batches.size(), start)) {
        const auto passes = static_cast<std::uint64_t>(std::max(1.0, std::ceil(min_ns / pass_ns)));
        const Plan plan = plan_of<Operation>(loaded, generator, passes, settings.threads, settings.samples);
        const auto ran = run<Operation>(loaded, plan.threads, plan.passes, plan.samples);
        pass_ns = std::max(1.0, static_cast<double>(ran.span.wall_ns()) / static_cast<double>(passes));
        batches.push_back(made.add(plan, ran, loaded.pass_bytes[Operation::name]));
    }
    made.write_output();
    return json_object({{"batches", json_array(batches)}, {"timer_ns", std::to_string(timer)}});
}

/// One pass with nothing done before it. What it allocates is not reported: counting would be inside the clock.
template <class A, class Operation>
std::string once(Operation, Loaded<A> &loaded, std::uint64_t seed, std::uint64_t samples, const std::string &output) {
    if (loaded.records.empty()) throw Error::bad_input("an empty record set cannot be measured");
    Generator generator(seed);
    const Plan plan = plan_of<Operation>(loaded, generator, 1, 1, samples);
    const auto ran = run<Operation>(loaded, 1, 1, plan.samples);
    Batches<Operation, A> made(loaded, output);
    const std::string batch = made.add(plan, ran, std::nullopt);
    made.write_output();
    return json_object({{"batch", batch}});
}

} // namespace assay
