#include "serve.hpp"

#include <cstdio>
#include <iostream>
#include <unistd.h>

#include "error.hpp"

namespace assay {

namespace {

/// A message as one line of UTF-8, whatever a library wrote into it.
std::string one_line(const std::string &message) {
    const bool sound = is_utf8(message);
    std::string line;
    for (const char character : message) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte >= 0x80 && !sound) {
            line += '?';
        } else if (byte > 0x20) {
            line += character;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
    }
    return line;
}

std::string error_reply(const char *kind, const std::string &message) {
    return json_object(
        {{"error", json_object({{"kind", json_string(kind)}, {"message", json_string(one_line(message))}})}});
}

std::string reply(Answers &answers, const std::string &line, bool &last) {
    try {
        const Request request(line);
        const std::string name = request.text("request");
        last = name == "bye";
        return json_object({{"ok", last ? "{}" : answers.answer(name, request)}});
    } catch (const Error &error) {
        return error_reply(error.kind_name(), error.what());
    } catch (const std::exception &error) {
        return error_reply("failed", error.what());
    } catch (...) {
        return error_reply("failed", "the library threw something that is not a std::exception");
    }
}

} // namespace

int serve(Answers &answers) {
    const int copy = dup(1);
    std::FILE *replies = copy < 0 ? nullptr : fdopen(copy, "w");
    if (replies == nullptr || dup2(2, 1) < 0) {
        std::cerr << "standard output and standard error must be open\n";
        return 1;
    }
    std::string line;
    bool last = false;
    while (!last && std::getline(std::cin, line)) {
        const std::string answer = reply(answers, line, last) + "\n";
        if (std::fwrite(answer.data(), 1, answer.size(), replies) != answer.size() || std::fflush(replies) != 0) {
            std::cerr << "standard output cannot be written\n";
            return 1;
        }
    }
    return 0;
}

std::string runtime() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

} // namespace assay
