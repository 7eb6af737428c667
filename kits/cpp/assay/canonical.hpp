// Canonical JSON: the one text of a record on which every language agrees.
#pragma once

#include <string>
#include <string_view>

#include "plain.hpp"
#include "schema.hpp"

namespace assay {

/// The plain value of a canonical line (without its line end). Throws `bad_input` with the place inside the record.
Plain read_canonical(const Schema &schema, std::string_view line);

/// Appends the canonical text of a value (without a line end). Strict: a value that is not exactly of the schema's
/// shape, down to names and branch numbers, is `failed`.
void write_canonical(const Schema &schema, const Plain &plain, std::string &out);

} // namespace assay
