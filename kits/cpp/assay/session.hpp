// What a contestant does with each request.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

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
        std::string operations;
        for (const char *name : {"encode", "encode-into", "decode", "access", "write", "read"}) {
            if (has(name)) operations += (operations.empty() ? "\"" : ",\"") + std::string(name) + "\"";
        }
        const char *contestant = std::getenv("ASSAY_CONTESTANT");
        JsonObject reply;
        reply.add_number("protocol", protocol).add("contestant", contestant == nullptr ? "" : contestant);
        reply.add("library", A::library).add("version", A::version()).add("runtime", runtime());
        return reply.add_json("operations", "[" + operations + "]").done();
    }

    std::string load(const Request &request) {
        request.text("workload");
        request.files();
        // Dropped first: two record sets at once may be more than the machine holds. A load that fails leaves none.
        loaded_.reset();
        loaded_ = std::make_unique<Loaded<A>>(request);
        return JsonObject()
            .add_number("count", loaded_->records.size())
            .add_number("setup_ns", loaded_->setup_ns)
            .done();
    }

    std::string swap(const Request &request) {
        need_loaded().swap(request.files());
        return JsonObject().add_number("count", loaded_->records.size()).done();
    }

    std::string prove(const Request &request) {
        Loaded<A> &loaded = need_loaded();
        const std::string output = request.text("output");
        return with_operation(request, [&](auto operation) {
            OutputFile file(output);
            assay::prove(operation, loaded, file);
            file.close();
            return JsonObject().add_number("count", loaded.records.size()).done();
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
        const std::string output = output_of(request);
        return with_operation(request,
                              [&](auto operation) { return assay::measure(operation, loaded, settings, output); });
    }

    std::string once(const Request &request) {
        Loaded<A> &loaded = need_loaded();
        const std::uint64_t seed = request.number("seed");
        const std::uint64_t samples = request.number("samples");
        const std::string output = output_of(request);
        return with_operation(request,
                              [&](auto operation) { return assay::once(operation, loaded, seed, samples, output); });
    }

    /// The key "output"; `write` must have it, for other operations it is empty where it is null or missing.
    static std::string output_of(const Request &request) {
        if (request.text("operation") == "write") return request.text("output");
        return request.text_or_null("output").value_or("");
    }

    static bool has(std::string_view operation) {
        const bool written = (operation == "encode" && Encodes<A>) || (operation == "encode-into" && Appends<A>) ||
                             (operation == "decode" && Decodes<A>) || (operation == "access" && Accesses<A>) ||
                             (operation == "write" && Writes<A>) || (operation == "read" && Reads<A>);
        if constexpr (Chooses<A>) return written && A::offers(operation);
        return written;
    }

    Loaded<A> &need_loaded() {
        if (!loaded_) throw Error::bad_input("nothing is loaded");
        return *loaded_;
    }

    /// Does the work with the request's operation.
    template <class Work>
    std::string with_operation(const Request &request, Work work) {
        const std::string name = request.text("operation");
        if (!has(name)) throw Error::unsupported("operation: the contestant has none called \"" + name + "\"");
        const bool on_encoded = name == "decode" || name == "access";
        if (on_encoded && loaded_->encoded.size() != loaded_->records.size()) {
            throw Error::unsupported("operation: no encoded bytes were loaded, and the contestant makes none");
        }
        const bool on_container = name == "write" || name == "read";
        if (on_container && (!loaded_->setup.container || loaded_->container.empty())) {
            throw Error::unsupported("operation: nothing about a container was loaded");
        }
        if constexpr (Encodes<A>) {
            if (name == "encode") return work(Encode<A>());
        }
        if constexpr (Appends<A>) {
            if (name == "encode-into") return work(EncodeInto<A>());
        }
        if constexpr (Decodes<A>) {
            if (name == "decode") return work(Decode<A>());
        }
        if constexpr (Accesses<A>) {
            if (name == "access") return work(Access<A>());
        }
        if constexpr (Writes<A>) {
            if (name == "write") return work(Write<A>());
        }
        if constexpr (Reads<A>) {
            if (name == "read") return work(Read<A>());
        }
        throw std::logic_error("an operation that is offered and not there");
    }

    std::unique_ptr<Loaded<A>> loaded_;
};

} // namespace assay
