// `prove`: every output once, written to a file. Not timed.
#pragma once

#include <string>

#include "appending.hpp"
#include "operations.hpp"

namespace assay {

inline std::string record_place(std::size_t number) { return "record " + std::to_string(number); }

template <class A>
void prove(Encode<A>, Loaded<A> &loaded, OutputFile &file) {
    for (std::size_t number = 0; number < loaded.records.size(); ++number) {
        at([&] { return record_place(number); },
           [&] { file.write_frame(view_of(Encode<A>::apply(loaded.first(), loaded.records[number]))); });
    }
}

template <class A>
void prove(EncodeInto<A>, Loaded<A> &loaded, OutputFile &file) {
    std::vector<std::string> outputs;
    Appending<A> appending(loaded.first(), outputs);
    for (std::size_t number = 0; number < loaded.records.size(); ++number) {
        at([&] { return record_place(number); }, [&] { appending.append_and_keep(loaded.records[number]); });
    }
    appending.empty();
    for (const std::string &output : outputs) file.write_frame(output);
}

/// A line for each record: of `decode` and of `access`.
template <class Operation, class A>
void prove_lines(Loaded<A> &loaded, OutputFile &file) {
    for (std::size_t number = 0; number < loaded.records.size(); ++number) {
        const auto prove = [&] {
            return Operation::proof(loaded, Operation::apply(loaded.first(), loaded.encoded[number]));
        };
        file.write(at([&] { return record_place(number); }, prove) + "\n");
    }
}

template <class A>
void prove(Decode<A>, Loaded<A> &loaded, OutputFile &file) {
    prove_lines<Decode<A>>(loaded, file);
}

template <class A>
void prove(Access<A>, Loaded<A> &loaded, OutputFile &file) {
    prove_lines<Access<A>>(loaded, file);
}

template <class A>
void prove(Write<A>, Loaded<A> &loaded, OutputFile &file) {
    file.write(view_of(Write<A>::apply(loaded.first(), loaded)));
}

template <class A>
void prove(Read<A>, Loaded<A> &loaded, OutputFile &file) {
    Read<A>::with_reader(loaded.first(), loaded, [&](auto &reader) {
        for (std::size_t number = 0; number < loaded.records.size(); ++number) {
            const auto prove = [&] { return Read<A>::proof(loaded, Read<A>::next(reader)); };
            file.write(at([&] { return record_place(number); }, prove) + "\n");
        }
    });
}

} // namespace assay
