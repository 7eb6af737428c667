// What a request can fail with: the three kinds of the contract.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace assay {

class Error : public std::runtime_error {
public:
    enum class Kind { unsupported, bad_input, failed };

    Error(Kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}

    /// The library cannot do this: this schema, this codec, this operation.
    static Error unsupported(const std::string &message) { return {Kind::unsupported, message}; }
    /// The request, or a file that it names, is wrong.
    static Error bad_input(const std::string &message) { return {Kind::bad_input, message}; }
    /// The library or its adapter failed.
    static Error failed(const std::string &message) { return {Kind::failed, message}; }

    Kind kind() const { return kind_; }

    const char *kind_name() const {
        switch (kind_) {
        case Kind::unsupported: return "unsupported";
        case Kind::bad_input: return "bad_input";
        case Kind::failed: break;
        }
        return "failed";
    }

private:
    Kind kind_;
};

/// Does the work, and puts the place (a file, a record) before the message of whatever it throws. Exceptions that are
/// no `Error` come from the library, so they mean `failed`.
template <class Work, class Place>
decltype(auto) at(Place place, Work &&work) {
    try {
        return std::forward<Work>(work)();
    } catch (const Error &error) {
        throw Error(error.kind(), place() + ": " + error.what());
    } catch (const std::exception &error) {
        throw Error::failed(place() + ": " + error.what());
    }
}

} // namespace assay
