// Google Benchmark: plain, with arguments, with a unit of its own, and one that fails.
#include <benchmark/benchmark.h>

#include <string>

static std::string joined(int count) {
    std::string text;
    for (int number = 0; number < count; ++number) {
        text += std::to_string(number);
        text += ',';
    }
    return text;
}

static void BM_ten(benchmark::State &state) {
    for (auto _ : state) benchmark::DoNotOptimize(joined(10));
}
BENCHMARK(BM_ten);

static void BM_joined(benchmark::State &state) {
    for (auto _ : state) benchmark::DoNotOptimize(joined(static_cast<int>(state.range(0))));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_joined)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond);

static void BM_refused(benchmark::State &state) {
    state.SkipWithError("it cannot be done here");
    for (auto _ : state) {}
}
BENCHMARK(BM_refused);

BENCHMARK_MAIN();
