#include "files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "error.hpp"

namespace assay {

std::string read_file(const std::string &path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (file == nullptr) throw Error::bad_input(path + ": " + std::strerror(errno));
    std::string content;
    char part[65536];
    while (const std::size_t size = std::fread(part, 1, sizeof part, file.get())) content.append(part, size);
    if (std::ferror(file.get())) throw Error::bad_input(path + ": cannot be read");
    return content;
}

std::vector<std::string_view> split_lines(std::string_view text, std::uint64_t count, const std::string &path) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) throw Error::bad_input(path + ": the last line has no end");
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    if (lines.size() != count) {
        const std::string found = std::to_string(lines.size());
        throw Error::bad_input(path + ": " + found + " lines where count is " + std::to_string(count));
    }
    return lines;
}

std::vector<Bytes> split_frames(std::string_view content, std::uint64_t count, const std::string &path) {
    std::vector<Bytes> frames;
    while (!content.empty()) {
        if (content.size() < 4) throw Error::bad_input(path + ": ends inside a length");
        std::size_t size = 0;
        for (int index = 3; index >= 0; --index) size = size << 8 | static_cast<unsigned char>(content[index]);
        content.remove_prefix(4);
        if (content.size() < size) throw Error::bad_input(path + ": ends inside a record");
        frames.emplace_back(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size));
        content.remove_prefix(size);
    }
    if (frames.size() != count) {
        const std::string found = std::to_string(frames.size());
        throw Error::bad_input(path + ": " + found + " encoded records where count is " + std::to_string(count));
    }
    return frames;
}

void append_frame(std::string &out, std::string_view bytes) {
    for (int index = 0; index < 4; ++index) out += static_cast<char>(bytes.size() >> (8 * index));
    out += bytes;
}

OutputFile::OutputFile(const std::string &path) : path_(path), file_(path, std::ios::binary | std::ios::trunc) {
    if (!file_) fail();
}

void OutputFile::write(std::string_view bytes) {
    if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) fail();
}

void OutputFile::write_frame(std::string_view bytes) {
    std::string frame;
    append_frame(frame, bytes);
    write(frame);
}

void OutputFile::close() {
    file_.close();
    if (!file_) fail();
}

void OutputFile::fail() const { throw Error::bad_input(path_ + ": cannot be written: " + std::strerror(errno)); }

} // namespace assay
