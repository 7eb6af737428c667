// The measured loop: whole passes, in one thread or several.
#pragma once

#include <barrier>
#include <exception>
#include <thread>
#include <vector>

#include "clock.hpp"
#include "operations.hpp"

namespace assay {

/// What the clock and the sampling of one batch gave; `kept` for each thread, in the order of the samples.
template <class Output>
struct Ran {
    Span span;
    std::vector<std::vector<Output>> kept;
};

template <class Operation, class A>
Span timed_passes(A &adapter, const Loaded<A> &loaded, std::uint64_t passes, std::span<const Sample> samples,
                  std::vector<OutputOf<Operation, A>> &kept) {
    kept.reserve(samples.size());
    return Span::of([&] {
        for (std::uint64_t pass = 0; pass < passes; ++pass) {
            std::size_t own = 0;
            while (own < samples.size() && samples[own].pass == pass) ++own;
            Operation::pass(adapter, loaded, samples.first(own), kept);
            samples = samples.subspan(own);
        }
    });
}

/// Does the passes on each of the first adapters in a thread of its own, all started together.
template <class Operation, class A>
Ran<OutputOf<Operation, A>> run(const Loaded<A> &loaded, std::size_t threads, std::uint64_t passes,
                                std::span<const Sample> samples) {
    Ran<OutputOf<Operation, A>> ran{{}, {}};
    ran.kept.resize(threads);
    if (threads == 1) {
        ran.span = timed_passes<Operation>(*loaded.adapters[0], loaded, passes, samples, ran.kept[0]);
        return ran;
    }
    std::vector<Span> spans(threads);
    std::vector<std::exception_ptr> failures(threads);
    std::barrier gate(static_cast<std::ptrdiff_t>(threads));
    {
        std::vector<std::jthread> running;
        for (std::size_t number = 0; number < threads; ++number) {
            running.emplace_back([&, number] {
                gate.arrive_and_wait();
                try {
                    A &adapter = *loaded.adapters[number];
                    spans[number] = timed_passes<Operation>(adapter, loaded, passes, samples, ran.kept[number]);
                } catch (...) {
                    failures[number] = std::current_exception();
                }
            });
        }
    }
    for (const auto &failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
    ran.span = spans[0];
    for (const Span &span : spans) ran.span = ran.span.joined(span);
    return ran;
}

} // namespace assay
