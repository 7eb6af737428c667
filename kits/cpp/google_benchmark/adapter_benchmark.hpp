// The same adapter under Google Benchmark, which shares nothing with the kit's measuring loop, so that its agreement
// says something. A contestant that is compiled with ASSAY_GOOGLE_BENCHMARK gets this `main` instead of the kit's.
//
//     benchmark --schema=PATH --resolved=PATH --records=PATH --encoded=PATH --count=N --operation=encode
//               [options of Google Benchmark]
//
// One iteration is a pass: the operation once for every record.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "../assay/json.hpp"
#include "../assay/operations.hpp"

namespace assay {

inline constexpr std::string_view benchmark_keys[] = {"schema", "resolved", "records", "encoded", "count", "operation"};

/// Takes `--key=value` out of the arguments, for the keys that are ours, and gives them as a request.
inline Request benchmark_request(int &count, char **arguments, std::string &operation) {
    std::map<std::string, std::string> keys;
    int kept = 1;
    for (int number = 1; number < count; ++number) {
        const std::string argument = arguments[number];
        const auto equals = argument.find('=');
        const std::string key = argument.starts_with("--") ? argument.substr(2, equals - 2) : "";
        const bool ours = std::ranges::find(benchmark_keys, key) != std::end(benchmark_keys);
        if (ours && equals != std::string::npos) keys[key] = argument.substr(equals + 1);
        else arguments[kept++] = arguments[number];
    }
    count = kept;
    operation = keys["operation"];
    return Request(json_object({{"schema", json_string(keys["schema"])},
                                {"resolved", json_string(keys["resolved"])},
                                {"records", json_string(keys["records"])},
                                {"encoded", keys["encoded"].empty() ? "null" : json_string(keys["encoded"])},
                                {"count", keys["count"].empty() ? "null" : keys["count"]}}));
}

template <class Operation, class A>
void benchmark_passes(benchmark::State &state, Loaded<A> &loaded) {
    for (auto _ : state) {
        for (const auto &input : inputs_of<Operation>(loaded)) {
            auto output = Operation::apply(loaded.first(), input);
            benchmark::DoNotOptimize(output);
            benchmark::ClobberMemory();
        }
    }
}

/// Registers the operation if it is the one that is named and the contestant has it; gives whether it is.
template <class Operation, class A>
bool register_benchmark(std::string_view name, Loaded<A> &loaded) {
    if constexpr (Operation::template offered<A>) {
        if (name != Operation::name || !has<Operation, A>()) return false;
        benchmark::RegisterBenchmark(Operation::name, [&](benchmark::State &state) {
            benchmark_passes<Operation>(state, loaded);
        })->Unit(benchmark::kNanosecond);
        return true;
    }
    return false;
}

template <Adapter A>
int benchmark_main(int count, char **arguments) {
    try {
        std::string operation;
        const Request request = benchmark_request(count, arguments, operation);
        Loaded<A> loaded(request);
        if (!register_benchmark<Encode>(operation, loaded) && !register_benchmark<Decode>(operation, loaded)) {
            throw Error::unsupported("operation: the contestant has none called \"" + operation + "\" to measure here");
        }
        benchmark::Initialize(&count, arguments);
        if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
        benchmark::RunSpecifiedBenchmarks();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

} // namespace assay
