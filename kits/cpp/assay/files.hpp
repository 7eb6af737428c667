// The files that requests name: lines, framed bytes, outputs.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Bytes of the caller's own.
using Bytes = std::vector<std::uint8_t>;

/// The whole content; `bad_input` where it cannot be read.
std::string read_file(const std::string &path);

/// The lines without their ends; `bad_input` where the last one has no end or there are not `count`.
std::vector<std::string_view> split_lines(std::string_view text, std::uint64_t count, const std::string &path);

/// The framed byte strings; `bad_input` where they are cut or not `count`.
std::vector<Bytes> split_frames(std::string_view content, std::uint64_t count, const std::string &path);

/// Four bytes of length, least significant first, then the bytes.
void append_frame(std::string &out, std::string_view bytes);

/// An output file; `bad_input` where it cannot be written.
class OutputFile {
public:
    explicit OutputFile(const std::string &path);

    void write(std::string_view bytes);
    void write_frame(std::string_view bytes);
    /// Must be called at the end.
    void close();

private:
    [[noreturn]] void fail() const;

    std::string path_;
    std::ofstream file_;
};

} // namespace assay
