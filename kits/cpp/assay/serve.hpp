// The process: reads requests, answers each with one reply, ends at `bye` or at the end of input.
#pragma once

#include <string>

#include "request.hpp"

namespace assay {

/// What answers requests; `bye` is not among them.
class Answers {
public:
    virtual ~Answers() = default;
    /// The content of "ok", as JSON. Whatever it throws becomes the error reply.
    virtual std::string answer(const std::string &name, const Request &request) = 0;
};

/// Serves until the end and gives the process's exit code. The real standard output is for replies only: whatever
/// else is printed goes to standard error from here on.
int serve(Answers &answers);

/// The compiler, for `hello`.
std::string runtime();

} // namespace assay
