// The process's allocator: glibc's, with a count of the bytes that are asked for.
//
// These functions take the place of the C library's for the program and all its shared libraries. Counting is off
// while a clock runs: there it costs one relaxed load and one branch an allocation. `free` is left as it is.
#include "allocation.hpp"

#include <cerrno>
#include <cstddef>

namespace assay {

std::atomic<bool> counting_allocations{false};
std::atomic<std::uint64_t> counted_bytes{0};

namespace {

inline void count(std::size_t bytes) {
    if (counting_allocations.load(std::memory_order_relaxed)) [[unlikely]] {
        counted_bytes.fetch_add(bytes, std::memory_order_relaxed);
    }
}

} // namespace
} // namespace assay

extern "C" {

void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t number, std::size_t size);
void *__libc_realloc(void *pointer, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);

[[gnu::used]] void *malloc(std::size_t size) {
    assay::count(size);
    return __libc_malloc(size);
}

[[gnu::used]] void *calloc(std::size_t number, std::size_t size) {
    assay::count(number * size);
    return __libc_calloc(number, size);
}

/// Counted as the allocation of the new size, whether or not the bytes stay where they are.
[[gnu::used]] void *realloc(void *pointer, std::size_t size) {
    assay::count(size);
    return __libc_realloc(pointer, size);
}

[[gnu::used]] void *memalign(std::size_t alignment, std::size_t size) {
    assay::count(size);
    return __libc_memalign(alignment, size);
}

[[gnu::used]] void *aligned_alloc(std::size_t alignment, std::size_t size) {
    assay::count(size);
    return __libc_memalign(alignment, size);
}

[[gnu::used]] int posix_memalign(void **place, std::size_t alignment, std::size_t size) {
    assay::count(size);
    void *pointer = __libc_memalign(alignment, size);
    if (pointer == nullptr) return ENOMEM;
    *place = pointer;
    return 0;
}

} // extern "C"
