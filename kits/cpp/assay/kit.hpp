// What a contestant in C++ includes. Its adapter.cpp ends with ASSAY_MAIN(ItsAdapter).
#pragma once

#include "reading.hpp"
#include "session.hpp"
#include "typed.hpp"

namespace assay {

/// The kit's version, which the null contestants report.
inline constexpr const char *kit_version = "1";

} // namespace assay

#ifdef ASSAY_GOOGLE_BENCHMARK
#include "../google_benchmark/adapter_benchmark.hpp"

#define ASSAY_MAIN(AdapterType) \
    int main(int count, char **arguments) { return assay::benchmark_main<AdapterType>(count, arguments); }
#else
#define ASSAY_MAIN(AdapterType)              \
    int main() {                             \
        assay::Session<AdapterType> session; \
        return assay::serve(session);        \
    }
#endif
