// What keeps the optimizer from leaving out measured work.
#pragma once

namespace assay {

/// The compiler must believe that the value is read here, and that all memory may be read and written: the value has
/// to be there, and whatever it points at.
template <class T>
[[gnu::always_inline]] inline void keep(const T &value) {
    asm volatile("" : : "g"(&value) : "memory");
}

/// As `keep`, and gives the value back as one about which the compiler knows nothing.
template <class T>
[[gnu::always_inline]] inline const T &unknown(const T &value) {
    const T *pointer = &value;
    asm volatile("" : "+r"(pointer) : : "memory");
    return *pointer;
}

} // namespace assay
