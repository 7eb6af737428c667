// What a contestant does with each request.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "conform.hpp"
#include "inspect.hpp"
#include "measure.hpp"
#include "prove.hpp"
#include "serve.hpp"

namespace assay {

constexpr std::uint64_t protocol = 1;

template <Adapter A>
class Session : public Answers {
public:
    std::string answer(const std::string &name, const Request &request) override {
        if (name == "hello") return hello(request);
        if (name == "load") return load(request);
        if (name == "prove") return prove(request);
        if (name == "inspect") return inspect(request);
        if (name == "swap") return swap(request);
        if (name == "conform") return conform<A>(request);
        if (name == "warm") {
            need_loaded();
            return batches(request, BatchSettings(request, std::nullopt, request.seconds("seconds")));
        }
        if (name == "measure") {
            need_loaded();
            return batches(request, BatchSettings(request, request.number("batches", 1), std::nullopt));
        }
        if (name == "once") return once(request);
        throw Error::bad_input("request: there is none called \"" + name + "\"");
    }

private:
    static std::string hello(const Request &request) {
        if (const auto asked = request.number("protocol"); asked != protocol) {
            throw Error::bad_input("protocol: this kit speaks 1, not " + std::to_string(asked));
        }
        std::vector<std::string> operations;
        any_operation([&](auto operation) {
            if (has<decltype(operation), A>()) operations.push_back(json_string(operation.name));
            return false;
        });
        const char *contestant = std::getenv("ASSAY_CONTESTANT");
        return json_object({{"protocol", std::to_string(protocol)},
                            {"contestant", json_string(contestant == nullptr ? "" : contestant)},
                            {"library", json_string(A::library)},
                            {"version", json_string(A::version())},
                            {"runtime", json_string(runtime())},
                            {"operations", json_array(operations)}});
    }

    std::string load(const Request &request) {
        request.text("workload");
        request.files();
        // Dropped first: two record sets at once may be more than the machine holds. A load that fails leaves none.
        loaded_.reset();
        loaded_ = std::make_unique<Loaded<A>>(request);
        return json_object({{"count", count()}, {"setup_ns", std::to_string(loaded_->setup_ns)}});
    }

    std::string swap(const Request &request) {
        need_loaded().swap(request.files());
        return json_object({{"count", count()}});
    }

    std::string prove(const Request &request) {
        Loaded<A> &loaded = need_loaded();
        const std::string output = request.text("output");
        return with_operation(request, [&](auto operation) {
            OutputFile file(output);
            assay::prove(operation, loaded, file);
            file.close();
            return json_object({{"count", count()}});
        });
    }

    std::string inspect(const Request &request) {
        Loaded<A> &loaded = need_loaded();
        const std::uint64_t rounds = request.number("rounds", 1);
        return with_operation(request, [&](auto operation) {
            if (loaded.records.empty()) throw Error::bad_input("an empty record set cannot be inspected");
            return assay::inspect(operation, loaded, rounds);
        });
    }

    std::string batches(const Request &request, const BatchSettings &settings) {
        Loaded<A> &loaded = need_loaded();
        return with_operation(request, [&](auto operation) {
            return assay::measure(operation, loaded, settings, output_of(operation, request));
        });
    }

    std::string once(const Request &request) {
        Loaded<A> &loaded = need_loaded();
        const std::uint64_t seed = request.number("seed");
        const std::uint64_t samples = request.number("samples");
        return with_operation(request, [&](auto operation) {
            return assay::once(operation, loaded, seed, samples, output_of(operation, request));
        });
    }

    std::string count() const { return std::to_string(loaded_->records.size()); }

    /// The key "output"; an operation that makes containers must have it, for others it is empty where it is null or
    /// missing.
    template <class Operation>
    static std::string output_of(Operation, const Request &request) {
        if constexpr (Operation::gives == Gives::container) return request.text("output");
        return request.text_or_null("output").value_or("");
    }

    Loaded<A> &need_loaded() {
        if (!loaded_) throw Error::bad_input("nothing is loaded");
        return *loaded_;
    }

    /// Whether the work gives true for an operation; the first one ends it.
    template <class Work>
    static bool any_operation(Work work) {
        return std::apply([&](auto... each) { return (work(each) || ...); }, Operations());
    }

    /// Does the work with the request's operation.
    template <class Work>
    std::string with_operation(const Request &request, Work work) {
        const std::string name = request.text("operation");
        std::string reply;
        const bool found = any_operation([&](auto operation) {
            using Operation = decltype(operation);
            if (name != Operation::name || !has<Operation, A>()) return false;
            if constexpr (Operation::template offered<A>) {
                need_inputs(operation);
                reply = work(operation);
            }
            return true;
        });
        if (!found) throw Error::unsupported("operation: the contestant has none called \"" + name + "\"");
        return reply;
    }

    template <class Operation>
    void need_inputs(Operation) const {
        if (Operation::takes == Takes::encoded && loaded_->encoded.size() != loaded_->records.size()) {
            throw Error::unsupported("operation: no encoded bytes were loaded, and the contestant makes none");
        }
        constexpr bool on_container = Operation::takes == Takes::container || Operation::gives == Gives::container;
        if (on_container && (!loaded_->setup.container || loaded_->container.empty())) {
            throw Error::unsupported("operation: nothing about a container was loaded");
        }
    }

    std::unique_ptr<Loaded<A>> loaded_;
};

} // namespace assay
